package import SDKContracts

/// How much of a recording is kept for learning.
package struct LearningLimits: Sendable, Equatable {
    /// Later exchanges are not looked at.
    package var requestCount: Int
    /// Texts kept of one JSON answer.
    package var answerTextCount: Int
    /// Addresses kept of all ad markup.
    package var toldCount: Int
    package var contract: ContractLimits

    package init(
        requestCount: Int = 100_000, answerTextCount: Int = 256, toldCount: Int = 100_000,
        contract: ContractLimits = ContractLimits()
    ) {
        self.requestCount = requestCount
        self.answerTextCount = answerTextCount
        self.toldCount = toldCount
        self.contract = contract
    }
}
