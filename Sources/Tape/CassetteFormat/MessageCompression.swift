import ContentCoding
package import HTTPModel

/// What the two sides of a WebSocket connection agreed on for compressed messages: permessage-deflate (RFC 7692 §7.1).
package struct MessageCompression: Sendable, Hashable {
    package struct Side: Sendable, Hashable {
        /// Its messages may point back to earlier ones.
        package let keepsContext: Bool
        /// Base-2 logarithm of how far back its messages may point, 8 to 15.
        package let windowBits: Int
    }

    package let client: Side
    package let server: Side

    /// Nil where the answer that granted the connection does not name the extension.
    package init?(_ answer: ResponseHead) {
        guard let agreed = Self.parameters(answer) else { return nil }
        client = Side(
            keepsContext: !Self.has("client_no_context_takeover", agreed),
            windowBits: Self.windowBits("client_max_window_bits", agreed))
        server = Side(
            keepsContext: !Self.has("server_no_context_takeover", agreed),
            windowBits: Self.windowBits("server_max_window_bits", agreed))
    }

    package func side(ofClient isClient: Bool) -> Side { isClient ? client : server }

    private static func parameters(_ head: ResponseHead) -> [ArraySlice<UInt8>]? {
        for value in head.values(of: "sec-websocket-extensions") {
            for agreement in value.split(separator: UInt8(ascii: ",")) {
                let parts = agreement.split(separator: UInt8(ascii: ";")).map { $0.trimmingOptionalWhiteSpace() }
                if let name = parts.first, ASCII.equalsIgnoringCase(name, "permessage-deflate") {
                    return Array(parts.dropFirst())
                }
            }
        }
        return nil
    }

    private static func has(_ name: StaticString, _ parameters: [ArraySlice<UInt8>]) -> Bool {
        parameters.contains { ASCII.equalsIgnoringCase($0, name) }
    }

    /// The largest where nothing is said, the smallest where what is said cannot be read.
    private static func windowBits(_ name: StaticString, _ parameters: [ArraySlice<UInt8>]) -> Int {
        for parameter in parameters {
            let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingOptionalWhiteSpace() }
            guard let own = parts.first, ASCII.equalsIgnoringCase(own, name) else { continue }
            let text = parts.dropFirst().first.map { $0.filter { $0 != UInt8(ascii: "\"") } } ?? []
            let bits = Int(String(display: text)) ?? 0
            return MessageDeflater.windowBits.contains(bits) ? bits : MessageDeflater.windowBits.lowerBound
        }
        return MessageDeflater.windowBits.upperBound
    }
}
