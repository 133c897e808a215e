import HTTPModel

/// Finds the end of a head in a growing buffer, looking at each byte once.
///
/// Every line must end in CR LF (RFC 9112 §2.2 lets a recipient take a lone LF; two readers that differ in this
/// see two different messages, so it is a fault here).
package struct HeadScanner: Sendable {
    private var scanned = 0
    private var lineStart = 0
    private var sawStartLine = false
    private let limit: Int
    private let acceptsBareLineFeed: Bool

    /// - Parameter acceptsBareLineFeed: for a ``LenientHead`` only.
    package init(limits: WireLimits, acceptsBareLineFeed: Bool = false) {
        limit = limits.headBytes
        self.acceptsBareLineFeed = acceptsBareLineFeed
    }

    /// The count of bytes up to and including the empty line, or nil while it has not come.
    ///
    /// - Parameter buffer: all bytes of the head so far; later calls pass the same bytes and more.
    package mutating func end(in buffer: UnsafeBufferPointer<UInt8>) throws(WireFault) -> Int? {
        var index = scanned
        let count = min(buffer.count, limit)
        while true {
            index = ByteSearch.first(0x0A, in: buffer, index..<count)
            guard index < count else { break }
            let hasCarriageReturn = index > lineStart && buffer[index - 1] == 0x0D
            guard hasCarriageReturn || acceptsBareLineFeed else { throw WireFault(.bareLineFeed, at: index) }
            let isEmpty = index - lineStart == (hasCarriageReturn ? 1 : 0)
            if isEmpty && sawStartLine { return index + 1 }
            if !isEmpty { sawStartLine = true }
            lineStart = index + 1
            index += 1
        }
        scanned = index
        if buffer.count >= limit { throw WireFault(.headTooLong, at: limit) }
        return nil
    }
}
