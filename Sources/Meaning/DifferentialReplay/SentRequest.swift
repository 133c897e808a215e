import CassetteFormat
import HTTPModel
import ReplayMatching
package import SDKContracts

/// A request of a run, taken apart into places that are compared one by one.
package struct SentRequest: Sendable {
    /// Where a value stands: its surface, its name, and which of several of that name it is.
    package struct Place: Sendable, Hashable, Comparable {
        package let surface: Surface
        /// A parameter's or field's name, a JSON pointer, the number of a path's segment; empty for the rest of a head
        /// or a content.
        package let name: String
        /// From 1.
        package let ordinal: Int

        package static func < (a: Place, b: Place) -> Bool {
            (a.surface.rawValue, a.name, a.ordinal) < (b.surface.rawValue, b.name, b.ordinal)
        }

        /// What is left of a part without its values.
        package var isRest: Bool { name.isEmpty }

        /// Whether it is the rest of the part that the named place is in.
        func isRest(of named: Place) -> Bool {
            guard isRest, !named.isRest else { return false }
            switch surface {
            case .query: return named.surface == .query
            case .header: return named.surface == .header || named.surface == .cookie
            default: return named.surface == .json || named.surface == .form
            }
        }
    }

    /// Of the exchange on the run's tape.
    package let number: Int
    package let isFirstParty: Bool
    package let host: String
    package let method: String
    package let path: String
    /// The bytes as sent, by place.
    package let values: [Place: [UInt8]]
    let segmentCount: Int

    /// Says nothing that the content does not say itself.
    private static let leftOut = Array("content-length".utf8)

    package init(_ sighting: Sighting) {
        number = sighting.number
        isFirstParty = sighting.isFirstParty
        host = sighting.host
        method = String(display: sighting.head.methodBytes)
        path = String(display: sighting.target.pathBytes)
        var taker = Taker()
        let segments = sighting.target.pathBytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        segmentCount = segments.count
        for (index, segment) in segments.enumerated() where index > 0 {
            taker.take(.path, "\(index)", Array(segment))
        }
        Self.takeTarget(sighting, &taker)
        Self.takeFields(sighting.head, &taker)
        Self.takeContent(sighting, &taker)
        values = taker.values
    }

    /// Gathers the values, and counts those of one name.
    private struct Taker {
        var values: [Place: [UInt8]] = [:]
        private var counts: [Place: Int] = [:]

        mutating func take(_ surface: Surface, _ name: String, _ value: [UInt8]) {
            let first = Place(surface: surface, name: name, ordinal: 1)
            let count = counts[first, default: 0] + 1
            counts[first] = count
            values[Place(surface: surface, name: name, ordinal: count)] = value
        }

        /// The parameters of one part as sent; gives what is left of the part without their values.
        mutating func take(_ parameters: [Parameter], of bytes: [UInt8], in whole: Range<Int>) -> [UInt8] {
            var rest: [UInt8] = []
            var end = whole.lowerBound
            for parameter in parameters.sorted(by: { $0.place.range.lowerBound < $1.place.range.lowerBound }) {
                let range = parameter.place.range
                guard range.lowerBound >= end, range.upperBound <= whole.upperBound else { continue }
                take(parameter.place.surface, parameter.place.name, Array(bytes[range]))
                rest += bytes[end..<range.lowerBound]
                end = range.upperBound
            }
            return rest + bytes[end..<whole.upperBound]
        }
    }

    /// The query and what is left of it: the names, their order and spelling, a fragment.
    private static func takeTarget(_ sighting: Sighting, _ taker: inout Taker) {
        let bytes = sighting.target.bytes
        let parameters = sighting.parameters.filter { $0.place.part == .target }
        let rest = taker.take(
            parameters, of: bytes, in: min(sighting.target.path.upperBound, bytes.count)..<bytes.count)
        taker.take(.query, "", rest)
    }

    /// Fields by name, cookies one by one, and the order and spelling of the names.
    private static func takeFields(_ head: RequestHead, _ taker: inout Taker) {
        var names: [UInt8] = []
        for field in head.fields {
            let name = head.bytes[field.name].map(ASCII.lowercased)
            if name == leftOut { continue }
            names += head.bytes[field.name] + [0x0A]
            guard head.isField(field, "cookie") else {
                taker.take(.header, String(display: name), Array(head.bytes[field.value]))
                continue
            }
            for pair in head.bytes[field.value].split(separator: UInt8(ascii: ";")) {
                let parts = pair.trimmingOptionalWhiteSpace().split(
                    separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(display: parts[0])
                taker.take(.cookie, name, parts.count > 1 ? Array(parts[1]) : [])
            }
        }
        taker.take(.header, "", names)
    }

    /// The values of JSON and forms, and what is left of the content; another content whole.
    private static func takeContent(_ sighting: Sighting, _ taker: inout Taker) {
        let bytes: [UInt8]
        switch sighting.requestContent.reading {
        case .none: return
        case .plain, .decoded: bytes = sighting.requestContent.bytes
        case .external, .overLimit, .unreadable: bytes = sighting.exchange.request.body.payload
        }
        if case .chunked(let layout) = sighting.exchange.request.body.framing, !layout.trailer.isEmpty {
            taker.take(.header, "trailer", layout.trailer)
        }
        let parameters =
            bytes.count == sighting.requestContent.bytes.count
            ? sighting.parameters.filter { $0.place.part == .requestContent } : []
        let rest = taker.take(parameters, of: bytes, in: 0..<bytes.count)
        // A boundary is random in each run.
        taker.take(
            .body, "", MultipartBoundary.normalized(rest, contentType: sighting.head.first("content-type")))
    }
}
