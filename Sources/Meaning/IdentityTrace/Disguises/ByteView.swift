import HTTPModel

/// Bytes after a decoding, each with its place in the bytes as sent.
package struct ByteView: Sendable {
    package let bytes: [UInt8]
    /// Where each byte begins in the original, one more entry for the end; nil where the bytes are the original.
    private let starts: [Int]?
    /// What was undone: `plain`, `percent-encoded`, `percent-encoded-2`.
    package let name: String

    /// The bytes as they are.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = nil
        name = "plain"
    }

    private init(bytes: [UInt8], starts: [Int], name: String) {
        self.bytes = bytes
        self.starts = starts
        self.name = name
    }

    /// The place in the original of a range of this view.
    package func original(_ range: Range<Int>) -> Range<Int> {
        starts.map { $0[range.lowerBound]..<$0[range.upperBound] } ?? range
    }

    /// This view with each `%XX` decoded once; nil where there is none.
    func percentDecoded(name: String) -> ByteView? {
        guard bytes.contains(UInt8(ascii: "%")) else { return nil }
        var decoded: [UInt8] = []
        var places: [Int] = []
        var index = 0
        var changed = false
        while index < bytes.count {
            places.append(starts?[index] ?? index)
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
                changed = true
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        places.append(starts?[bytes.count] ?? bytes.count)
        return changed ? ByteView(bytes: decoded, starts: places, name: name) : nil
    }

    /// The bytes as sent and after one to three rounds of percent-decoding.
    package static func views(of bytes: [UInt8]) -> [ByteView] {
        var views = [ByteView(bytes)]
        for name in ["percent-encoded", "percent-encoded-2", "percent-encoded-3"] {
            guard let next = views[views.count - 1].percentDecoded(name: name) else { break }
            views.append(next)
        }
        return views
    }
}
