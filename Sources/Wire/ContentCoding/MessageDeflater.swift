import CZlib

/// Writes messages for permessage-deflate (RFC 7692 §7.2.1).
///
/// Each message by itself: it points back to nothing before it, so that a reader reads the same whether it keeps
/// contexts or not.
package enum MessageDeflater {
    /// Base-2 logarithms of the windows that two sides may agree on (RFC 7692 §7.1.2).
    package static let windowBits = 8...15

    /// The payload of a message; nil where the content is too long for zlib.
    ///
    /// - Parameter bits: of the window that was agreed on; nothing points further back. One outside of
    ///   ``windowBits`` counts as the smallest.
    package static func payload(_ content: [UInt8], windowBits bits: Int) -> [UInt8]? {
        // zlib's smallest window has nine bits. Within eight nothing points back at all.
        let isSmallest = !windowBits.contains(bits) || bits == windowBits.lowerBound
        let payload = ContentEncoder.deflated(
            content, windowBits: -Int32(isSmallest ? 9 : bits),
            strategy: isSmallest ? Z_HUFFMAN_ONLY : Z_DEFAULT_STRATEGY, flush: Z_SYNC_FLUSH)
        guard let payload, payload.suffix(MessageInflater.tail.count).elementsEqual(MessageInflater.tail) else {
            return nil
        }
        return payload.dropLast(MessageInflater.tail.count)
    }
}
