/// The bounds of one HTTP/1 message. Bodies have none: they stream.
package struct WireLimits: Sendable {
    /// Start line and fields together, bytes.
    package var headBytes = 65_536 + 16_384
    /// Field lines in a head or a trailer section.
    package var fieldCount = 200
    /// All field lines together, bytes.
    package var fieldBytes = 65_536
    /// A request target, bytes.
    package var targetBytes = 65_536
    /// Refuse targets with bytes that no URI has (RFC 3986 §2), such as raw UTF-8. Clients send them and origins take
    /// them, so that it is off unless asked for.
    package var takesURIsOnly = false
    /// A method, bytes.
    package var methodBytes = 64
    /// One chunk-size line with its extensions, bytes.
    package var chunkLineBytes = 4_096
    /// Hexadecimal digits of a chunk size, leading zeros included.
    package var chunkSizeDigits = 16
    /// Chunk extensions of one body together, bytes.
    package var chunkExtensionBytes = 16_384
    /// A trailer section, bytes.
    package var trailerBytes = 65_536
    /// Interim (1xx) responses before the final one.
    package var interimResponses = 16

    package init() {}
}
