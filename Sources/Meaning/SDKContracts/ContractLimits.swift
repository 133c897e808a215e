package import JSONText

/// How much of an exchange is read for its meaning.
package struct ContractLimits: Sendable, Equatable {
    /// Content larger than this is not read; the sighting says so.
    package var contentSize: Int
    package var parameterCount: Int
    package var json: JSONLimits

    package init(contentSize: Int = 4 << 20, parameterCount: Int = 4096, json: JSONLimits = .standard) {
        self.contentSize = contentSize
        self.parameterCount = parameterCount
        self.json = json
    }
}
