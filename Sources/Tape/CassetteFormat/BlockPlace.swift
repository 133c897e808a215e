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

    /// The request in a block; a content outside the block stays there.
    /// - Parameter bytes: the block, and what may stand behind it.
    package func request(_ bytes: UnsafeRawBufferPointer, limits: TapeLimits) throws(TapeError) -> RecordedRequest {
        let outside: BlobSource = { (_, _) throws(TapeError) in nil }
        let block = UnsafeRawBufferPointer(rebasing: bytes.prefix(size))
        var parser = SegmentParser(block, 0..<block.count, line: line, limits: limits, blob: outside)
        guard let request = try parser.request() else { throw BlockPlace.gone(line) }
        return request
    }

    /// Bytes of the line behind a block: `. CHECKSUM`.
    package static let checksumLineSize = 11

    /// The answer in a block; contents outside the block stay there.
    ///
    /// The block is compared with its checksum, which covers all of it; so no digest of a content within is taken.
    /// - Parameter bytes: the block and what stands behind it, at least ``checksumLineSize`` where that is there.
    package func answer(
        _ bytes: UnsafeRawBufferPointer, limits: TapeLimits
    ) throws(TapeError) -> RecordedAnswer {
        let outside: BlobSource = { (_, _) throws(TapeError) in nil }
        let block = UnsafeRawBufferPointer(rebasing: bytes.prefix(size))
        var parser = SegmentParser(block, 0..<block.count, line: line, limits: limits, blob: outside)
        if let stated = CassetteSegments.checksum(behind: block.count, in: bytes) {
            guard CassetteSegments.matches(block, stated) else { throw BlockPlace.gone(line) }
            parser.checksDigests = false
        } else if bytes.count <= size || bytes[size] != UInt8(ascii: "e") {
            // Only the tape's last block may have the end line behind it instead.
            throw BlockPlace.gone(line)
        }
        guard let answer = try parser.answer() else { throw BlockPlace.gone(line) }
        return answer
    }

    private static func gone(_ line: Int) -> TapeError {
        TapeError(
            .cut, "the block is not there any more", line: line, why: "the file has changed since it was opened",
            action: "restore it from version control")
    }
}
