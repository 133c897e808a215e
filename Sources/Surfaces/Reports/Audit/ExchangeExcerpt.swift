import CassetteFormat
import HTTPModel
import IdentityTrace
import SDKContracts
import Verification

/// The parts of an exchange that a finding speaks of, its bytes marked and personal values as tokens.
struct ExchangeExcerpt {
    struct Segment: Hashable {
        /// Safe to be shown, line feeds kept.
        let text: String
        let isMarked: Bool
        /// So many bytes are left out here instead of a text.
        var elided = 0
    }

    struct Part: Hashable {
        let part: MessagePart
        var segments: [Segment]
    }

    /// Bytes shown before and after a mark, and of a part without marks.
    static let context = 160
    /// More places of one finding are named, not marked.
    static let markLimit = 50

    let parts: [Part]

    init(_ finding: Finding, _ sighting: Sighting, _ places: PersonalPlaces) {
        let marked = Dictionary(grouping: finding.places.prefix(Self.markLimit), by: \.part)
        var parts: [Part] = []
        for part in MessagePart.allCases {
            let ranges = marked[part]?.map(\.range) ?? []
            guard part == .target || !ranges.isEmpty else { continue }
            guard let (bytes, tokens) = Self.content(part, sighting, places) else { continue }
            let method = part == .target ? Array(sighting.head.methodBytes) + [0x20] : []
            var segments = method.isEmpty ? [] : [Segment(text: SafeText.text(method), isMarked: false)]
            segments += Self.segments(bytes, tokens, ranges)
            if part == .requestHead || part == .responseHead { Self.trimEnd(&segments) }
            parts.append(Part(part: part, segments: segments))
        }
        self.parts = parts
    }

    /// The empty line that ends a head is not shown.
    private static func trimEnd(_ segments: inout [Segment]) {
        guard let last = segments.last, last.elided == 0, !last.isMarked else { return }
        let text = last.text.reversed().drop { $0 == "\n" }.reversed()
        segments[segments.count - 1] = Segment(text: String(text), isMarked: false)
    }

    private static func content(
        _ part: MessagePart, _ sighting: Sighting, _ places: PersonalPlaces
    ) -> ([UInt8], [PersonalPlaces.Replacement])? {
        switch part {
        case .target:
            let bytes = sighting.target.bytes
            return (bytes, places.inTarget(bytes, sighting))
        case .requestHead:
            return (sighting.head.bytes, places.inRequestHead(sighting.head.bytes, sighting.head, sighting))
        case .requestContent:
            let bytes = sighting.requestContent.bytes
            return (bytes, places.inRequestContent(bytes, sighting))
        case .responseHead:
            guard let head = sighting.exchange.response?.head else { return nil }
            return (head.bytes, places.inResponseHead(head))
        case .responseContent:
            let bytes = sighting.answer.bytes
            return (bytes, places.inAnswer(bytes, kind: sighting.answerKind))
        // Its place tells which message it is; `fita show` has them all.
        case .webSocketMessage: return nil
        }
    }

    /// Cuts the bytes at marks and tokens; a token that a mark touches is marked as a whole.
    static func segments(
        _ bytes: [UInt8], _ tokens: [PersonalPlaces.Replacement], _ marks: [Range<Int>]
    ) -> [Segment] {
        let marks = marks.map { $0.clamped(to: 0..<bytes.count) }
        let windows = windows(bytes.count, marks)
        var segments: [Segment] = []
        var position = 0
        for window in windows {
            // A token is shown whole or not at all: half of it would be half of a value.
            let start = tokens.first { $0.range.contains(window.lowerBound) }?.range.lowerBound ?? window.lowerBound
            if start > position {
                segments.append(Segment(text: "", isMarked: false, elided: start - position))
                position = start
            }
            while position < window.upperBound {
                if let token = tokens.first(where: { $0.range.lowerBound == position && !$0.range.isEmpty }) {
                    let isMarked = marks.contains { $0.overlaps(token.range) }
                    segments.append(Segment(text: SafeText.text(token.text), isMarked: isMarked))
                    position = token.range.upperBound
                    continue
                }
                var end = window.upperBound
                for edge in tokens.map(\.range.lowerBound) + marks.flatMap({ [$0.lowerBound, $0.upperBound] })
                where edge > position { end = min(end, edge) }
                let isMarked = marks.contains { $0.contains(position) }
                segments.append(Segment(text: shown(bytes[position..<end]), isMarked: isMarked))
                position = end
            }
        }
        if position < bytes.count {
            segments.append(Segment(text: "", isMarked: false, elided: bytes.count - position))
        }
        return segments
    }

    /// What is shown: around each mark, or the beginning where there is none.
    private static func windows(_ count: Int, _ marks: [Range<Int>]) -> [Range<Int>] {
        guard !marks.isEmpty else { return [0..<min(count, 2 * context)] }
        var windows: [Range<Int>] = []
        for mark in marks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // The beginning tells what the part is.
            let low = mark.lowerBound <= 2 * context ? 0 : mark.lowerBound - context
            let high = min(count, mark.upperBound + context)
            if let last = windows.last, low <= last.upperBound {
                windows[windows.count - 1] = last.lowerBound..<max(last.upperBound, high)
            } else {
                windows.append(low..<high)
            }
        }
        return windows
    }

    /// The carriage return of a line's end is not shown.
    private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        var kept: [UInt8] = []
        for index in bytes.indices {
            if bytes[index] == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A { continue }
            kept.append(bytes[index])
        }
        return SafeText.text(kept, keepsLines: true)
    }
}
