/// What is wrong at one place of a configuration.
package struct ConfigurationError: Error, Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// From 1, in characters as an editor counts them.
    package let column: Int
    /// The key's names parted by dots; empty for the text as a whole.
    package let keyPath: String
    /// What stands there, safe for a terminal.
    package let saw: String
    package let allowed: String
    /// The name that was probably meant.
    package let suggestion: String?

    /// One line: `4:7 paths.becon: saw "becon"; allowed: ...; did you mean "beacon"?`
    package var text: String {
        let place = keyPath.isEmpty ? "" : " \(keyPath)"
        let hint = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return "\(line):\(column)\(place): saw \(saw); allowed: \(allowed)\(hint)"
    }
}

/// Everything that is wrong with a configuration, in the order of its text.
package struct ConfigurationErrors: Error, Sendable, Hashable {
    package let errors: [ConfigurationError]
}

/// How much a configuration may be.
package struct ConfigurationLimits: Sendable, Equatable {
    /// Bytes of the whole text.
    package var byteCount: Int
    /// Further errors are not told.
    package var errorCount: Int

    package init(byteCount: Int = 1 << 20, errorCount: Int = 32) {
        self.byteCount = byteCount
        self.errorCount = errorCount
    }
}
