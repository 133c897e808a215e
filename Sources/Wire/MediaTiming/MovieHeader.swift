/// The length that the movie header of an ISO base media file states (ISO/IEC 14496-12 §8.2.2).
enum MovieHeader {
    /// Boxes that a file, or a part of one that begins with a box, opens with; other bytes are no such file.
    private static let openings: [StaticString] = ["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide"]

    static func seconds(in bytes: [UInt8], _ limits: PlayingTimeLimits) -> Double? {
        guard let first = Box(at: 0, in: bytes, within: bytes.count), openings.contains(where: first.isType),
            let movie = content(of: "moov", in: bytes, 0..<bytes.count, limits),
            let header = content(of: "mvhd", in: bytes, movie, limits), let version = header.first.map({ bytes[$0] })
        else { return nil }
        let isLong = version == 1
        let scaleStart = header.lowerBound + 4 + (isLong ? 16 : 8)
        guard let scale = number(bytes, header, at: scaleStart, count: 4), scale > 0,
            let length = number(bytes, header, at: scaleStart + 4, count: isLong ? 8 : 4),
            // All ones: the length cannot be told. Zero: the fragments that follow have it.
            length > 0, length < (isLong ? .max : 0xFFFF_FFFF)
        else { return nil }
        return Double(length) / Double(scale)
    }

    /// A box's size and type (ISO/IEC 14496-12 §4.2).
    private struct Box {
        let type: ArraySlice<UInt8>
        /// As far as it is there.
        let content: Range<Int>
        let next: Int?

        init?(at start: Int, in bytes: [UInt8], within end: Int) {
            let all = 0..<end
            guard let size = MovieHeader.number(bytes, all, at: start, count: 4), end - start >= 8 else { return nil }
            var contentStart = start + 8
            var length = size
            if size == 1 {
                guard let large = MovieHeader.number(bytes, all, at: start + 8, count: 8) else { return nil }
                contentStart += 8
                length = large
            } else if size == 0 {
                length = UInt64(end - start)
            }
            guard length >= UInt64(contentStart - start) else { return nil }
            type = bytes[(start + 4)..<(start + 8)]
            let rest = UInt64(end - start)
            next = length < rest ? start + Int(length) : nil
            content = contentStart..<(next ?? end)
        }

        func isType(_ name: StaticString) -> Bool {
            type.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }
    }

    private static func content(
        of type: StaticString, in bytes: [UInt8], _ range: Range<Int>, _ limits: PlayingTimeLimits
    ) -> Range<Int>? {
        var start: Int? = range.lowerBound
        for _ in 0..<limits.boxCount {
            guard let place = start, let box = Box(at: place, in: bytes, within: range.upperBound) else { return nil }
            if box.isType(type) { return box.content }
            start = box.next
        }
        return nil
    }

    /// Big-endian; nil outside the range.
    private static func number(_ bytes: [UInt8], _ range: Range<Int>, at start: Int, count: Int) -> UInt64? {
        guard start >= range.lowerBound, start <= range.upperBound, range.upperBound - start >= count else {
            return nil
        }
        return bytes[start..<(start + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
