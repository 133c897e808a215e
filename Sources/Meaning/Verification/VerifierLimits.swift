package import AdTimeline
package import SDKContracts

/// How much of a recording the verifier keeps.
package struct VerifierLimits: Sendable, Equatable {
    package var contract: ContractLimits
    package var timeline: TimelineLimits
    /// Content of an answer beyond this is not kept for judgement; the coverage names the exchange.
    package var answerSize: Int

    /// Video ads, and ads of a rule, that are followed at a time; the oldest are forgotten first.
    package static let adCount = 4096

    package init(
        contract: ContractLimits = ContractLimits(), timeline: TimelineLimits = TimelineLimits(),
        answerSize: Int = 4 << 20
    ) {
        self.contract = contract
        self.timeline = timeline
        self.answerSize = answerSize
    }
}
