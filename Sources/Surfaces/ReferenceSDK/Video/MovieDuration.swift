/// The length an MP4 file states in its movie header (ISO/IEC 14496-12 §8.2.2): what a player would report.
enum MovieDuration {
    /// Bounds on the walk: boxes side by side, and how deep.
    enum Limits {
        static let boxes = 64
    }

    /// Nil where there is no readable `moov`/`mvhd`.
    static func of(_ file: [UInt8]) -> Duration? {
        guard let movie = content(of: "moov", in: file[...]), let header = content(of: "mvhd", in: movie) else {
            return nil
        }
        let isLong = header.first == 1
        let start = header.startIndex + 4 + (isLong ? 16 : 8)
        guard let scale = number(header, at: start, bytes: 4), scale > 0,
            let length = number(header, at: start + 4, bytes: isLong ? 8 : 4)
        else { return nil }
        return .seconds(Double(length) / Double(scale))
    }

    private static func content(of type: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var start = bytes.startIndex
        for _ in 0..<Limits.boxes {
            guard let size = number(bytes, at: start, bytes: 4), size >= 8, size <= bytes.endIndex - start else {
                return nil
            }
            let end = start + Int(size)
            if bytes[(start + 4)..<(start + 8)].elementsEqual(type.utf8) { return bytes[(start + 8)..<end] }
            start = end
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>, at start: Int, bytes count: Int) -> UInt64? {
        guard start >= bytes.startIndex, count <= bytes.endIndex - start else { return nil }
        return bytes[start..<(start + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
