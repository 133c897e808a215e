package import SDKContracts
import HTTPModel

/// An appearance of a known value in a request, with the name under which it stands.
package struct RequestTrace: Sendable, Hashable {
    package let trace: Trace
    package let place: EvidencePlace

    package init(trace: Trace, place: EvidencePlace) {
        self.trace = trace
        self.place = place
    }
}

extension Tracer {
    /// Searches target, fields and content of a request.
    package func traces(in sighting: Sighting) -> [RequestTrace] {
        inTarget(sighting) + inFields(sighting) + inContent(sighting)
    }

    private func inTarget(_ sighting: Sighting) -> [RequestTrace] {
        let target = sighting.target
        return traces(in: target.bytes).map { trace in
            var surface = Surface.path
            var name = ""
            if let fragment = target.fragment, trace.range.lowerBound >= fragment.lowerBound {
                surface = .fragment
            } else if let query = target.query, trace.range.lowerBound >= query.lowerBound {
                surface = .query
                let pair = target.queryPairs.last { $0.name.lowerBound <= trace.range.lowerBound }
                name =
                    pair.map {
                        String(display: PercentCoding.decoded(target.bytes[$0.name], plusIsSpace: true))
                    } ?? ""
            }
            return RequestTrace(
                trace: trace,
                place: EvidencePlace(part: .target, surface: surface, name: name, range: trace.range))
        }
    }

    private func inFields(_ sighting: Sighting) -> [RequestTrace] {
        let head = sighting.head
        var result: [RequestTrace] = []
        for field in head.fields {
            for trace in traces(in: Array(head.bytes[field.value])) {
                let range =
                    trace.range.lowerBound + field.value.lowerBound..<trace.range.upperBound + field.value.lowerBound
                var surface = Surface.header
                var name = String(display: head.bytes[field.name].map(ASCII.lowercased))
                if head.isField(field, "referer") { surface = .referer }
                if head.isField(field, "cookie") {
                    surface = .cookie
                    name = Self.nameOf(range, in: sighting, surface: .cookie)
                }
                result.append(
                    RequestTrace(
                        trace: trace,
                        place: EvidencePlace(part: .requestHead, surface: surface, name: name, range: range)))
            }
        }
        return result
    }

    private func inContent(_ sighting: Sighting) -> [RequestTrace] {
        let bytes = sighting.requestContent.bytes
        var result = traces(in: bytes).map { trace in
            let parameter = sighting.parameters.first {
                $0.place.part == .requestContent && $0.place.range.overlaps(trace.range)
            }
            return RequestTrace(
                trace: trace,
                place: EvidencePlace(
                    part: .requestContent, surface: parameter?.place.surface ?? .body,
                    name: parameter?.place.name ?? "", range: trace.range))
        }
        // A JSON string with escapes holds a value that its bytes do not show.
        for parameter in sighting.parameters
        where parameter.place.surface == .json && !bytes[parameter.place.range].elementsEqual(parameter.value) {
            for trace in traces(in: parameter.value)
            where !result.contains(where: {
                $0.trace.value == trace.value && $0.place.range.overlaps(parameter.place.range)
            }) {
                result.append(RequestTrace(trace: trace, place: parameter.place))
            }
        }
        return result
    }

    private static func nameOf(_ range: Range<Int>, in sighting: Sighting, surface: Surface) -> String {
        sighting.parameters.first { $0.place.surface == surface && $0.place.range.overlaps(range) }?.place.name ?? ""
    }
}
