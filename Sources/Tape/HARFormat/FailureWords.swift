import CassetteFormat

/// How an exchange ended whose tool says that it failed.
enum FailureWords {
    /// The tool's words, or nil when it says of no failure.
    static func told(entry: EntryObject, response: EntryObject?) throws(TapeError) -> String? {
        for name: StaticString in ["_failureText", "_error"] {
            if let words = try response?.words(name) { return words }
            if let words = try entry.words(name) { return words }
        }
        // Charles tells of failed exchanges by their state.
        if let state = try response?.words("_charlesStatus"), state != "COMPLETE" { return state }
        return nil
    }

    /// The end that the words stand for; browsers' own codes are known, others stay words.
    static func end(_ words: String) -> ExchangeEnd {
        let code = words.uppercased()
        func says(_ parts: String...) -> Bool { parts.contains { code.contains($0) } }
        if says("CONTENT_LENGTH_MISMATCH", "INCOMPLETE_CHUNKED") { return .short }
        if says("ABORT", "CANCEL", "BLOCKED_BY_CLIENT") { return .clientAborted }
        if says("NAME_NOT_RESOLVED", "DNS") { return .originUnreachable(code: "resolve", detail: words) }
        if says("TIMED_OUT", "TIMEOUT") { return .originUnreachable(code: "timeout", detail: words) }
        if says("SSL", "CERT", "TLS") { return .originUnreachable(code: "tls", detail: words) }
        if says("CONNECTION_RESET", "CONNECTION_CLOSED", "EMPTY_RESPONSE", "INCOMPLETE") { return .originAborted }
        return .originUnreachable(code: "connect", detail: words)
    }
}
