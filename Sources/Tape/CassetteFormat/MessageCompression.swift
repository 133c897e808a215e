import ContentCoding
package import HTTPModel
import HTTPWire

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
        guard let agreed = WebSocketExtension.all(of: answer).first(where: \.isDeflate) else { return nil }
        client = Side(
            keepsContext: agreed.parameter("client_no_context_takeover") == nil,
            windowBits: Self.bits(agreed.parameter("client_max_window_bits")))
        server = Side(
            keepsContext: agreed.parameter("server_no_context_takeover") == nil,
            windowBits: Self.bits(agreed.parameter("server_max_window_bits")))
    }

    package func side(ofClient isClient: Bool) -> Side { isClient ? client : server }

    /// The largest where nothing is said, the smallest where what is said cannot be read.
    private static func bits(_ parameter: WebSocketExtension.Parameter?) -> Int {
        guard let parameter else { return MessageDeflater.windowBits.upperBound }
        let bits = parameter.value.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        return MessageDeflater.windowBits.contains(bits) ? bits : MessageDeflater.windowBits.lowerBound
    }
}
