/// Where the block of an exchange stands in a cassette.
package struct BlockPlace: Hashable, Sendable {
    package let offset: Int
    private let count: UInt32
    private let lines: UInt32

    /// Bytes, without the checksum line.
    package var size: Int { Int(count) }
    /// The number of its first line, from 1.
    package var line: Int { Int(lines) }

    /// Nil for a block of 4 GiB and more.
    init?(_ range: Range<Int>, line: Int) {
        guard let count = UInt32(exactly: range.count), let lines = UInt32(exactly: line) else { return nil }
        offset = range.lowerBound
        self.count = count
        self.lines = lines
    }

    /// The exchange in a block's bytes; contents outside it stay there.
    /// - Parameter part: what is read of it.
    package static func exchange(
        _ bytes: UnsafeRawBufferPointer, line: Int, reading part: BlockPart = .whole, limits: TapeLimits
    ) throws(TapeError) -> Exchange {
        let outside: BlobSource = { (_, _) throws(TapeError) in nil }
        var parser = SegmentParser(bytes, 0..<bytes.count, line: line, limits: limits, blob: outside)
        parser.part = part
        for case .exchange(let exchange) in try parser.items() { return exchange }
        throw gone(line)
    }

    /// The answer in a block's bytes; the rest is passed over and not verified. Contents outside the block stay there.
    package static func answer(
        _ bytes: UnsafeRawBufferPointer, line: Int, limits: TapeLimits
    ) throws(TapeError) -> RecordedAnswer {
        let outside: BlobSource = { (_, _) throws(TapeError) in nil }
        var parser = SegmentParser(bytes, 0..<bytes.count, line: line, limits: limits, blob: outside)
        guard let answer = try parser.answer() else { throw gone(line) }
        return answer
    }

    private static func gone(_ line: Int) -> TapeError {
        TapeError(
            .cut, "the block is not there any more", line: line, why: "the file has changed since it was opened",
            action: "restore it from version control")
    }
}
