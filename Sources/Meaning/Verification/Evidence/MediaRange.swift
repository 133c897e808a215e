import CassetteFormat
import HTTPModel
import SDKContracts

/// Which bytes of a media file an answer brought (RFC 9110 §14.4).
struct MediaRange {
    let bytes: Range<Int>
    /// The size of the whole file; nil where the answer does not say it.
    let size: Int?

    /// Whether the file is there to its end, where nothing before these bytes is missing.
    var reachesEnd: Bool { size.map { bytes.upperBound >= $0 } ?? false }

    /// Nil where the answer brought no media.
    init?(_ sighting: Sighting) {
        guard let response = sighting.exchange.response else { return nil }
        let count = response.body.payloadSize
        switch response.head.status {
        case 200:
            bytes = 0..<count
            size = sighting.exchange.end == .complete ? count : Self.length(response.head)
        case 206:
            guard let field = response.head.first("content-range"), let range = Self.range(field) else { return nil }
            let (end, isOver) = range.start.addingReportingOverflow(count)
            guard !isOver else { return nil }
            bytes = range.start..<end
            size = range.size
        default: return nil
        }
    }

    private static func length(_ head: some MessageHead) -> Int? {
        head.first("content-length").flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// `bytes 0-99/1000`, or `*` in place of the size.
    private static func range(_ field: some Collection<UInt8>) -> (start: Int, size: Int?)? {
        let text = String(decoding: field, as: UTF8.self)
        guard text.hasPrefix("bytes "), let dash = text.firstIndex(of: "-"), let slash = text.firstIndex(of: "/"),
            let start = Int(text[..<dash].dropFirst(6)), start >= 0
        else { return nil }
        return (start, Int(text[text.index(after: slash)...]))
    }
}
