/// Searches bytes, eight a step.
package enum ByteSearch {
    @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// The place of the first such byte in a range, or the range's end.
    @inlinable
    package static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        let wanted = ones &* UInt64(byte)
        return first(in: bytes, range) { word in
            let difference = word ^ wanted
            return (difference &- ones) & ~difference & highs
        } orByte: {
            $0 == byte
        }
    }

    /// The place of the first byte below a limit of at most 0x80, or of the first DEL; or the range's end.
    @inlinable
    package static func firstControl(
        below limit: UInt8 = 0x20, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Int {
        let limits = ones &* UInt64(limit)
        return first(in: bytes, range) { word in
            let deletes = word ^ ones &* 0x7F
            return ((word &- limits) & ~word | (deletes &- ones) & ~deletes) & highs
        } orByte: {
            $0 < limit || $0 == 0x7F
        }
    }

    /// - Parameters:
    ///   - marks: the high bits of the wanted bytes of a word. A subtraction borrows from the bytes above a wanted one
    ///     only, so that the lowest mark is always right.
    ///   - isWanted: the same of one byte.
    @inlinable
    @inline(__always)
    static func first(
        in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, marks: (UInt64) -> UInt64,
        orByte isWanted: (UInt8) -> Bool
    ) -> Int {
        var index = range.lowerBound
        let raw = UnsafeRawBufferPointer(bytes)
        while index &+ 8 <= range.upperBound {
            let marked = marks(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            if marked != 0 { return index &+ marked.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while index < range.upperBound, !isWanted(bytes[index]) { index &+= 1 }
        return index
    }
}
