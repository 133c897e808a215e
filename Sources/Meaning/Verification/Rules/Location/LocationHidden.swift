package import SDKContracts
import HTTPModel

/// MK-097: Does no request hold the unrounded coordinate anywhere else?
package struct LocationHidden: Rule {
    package static let description = RuleDescription(
        code: "MK-097", slug: "location-hidden", family: .location, severity: .p0,
        clause: Clause("§3.1", "mraid.getLocation fora"),
        question: "Does no request hold the unrounded coordinate anywhere else?",
        related: ["MK-091", "MK-095"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                No request holds two numbers of three or more decimals that lie within 0.02 degrees of a \
                latitude and a longitude of the app, outside the fields for latitude and longitude (MK-091).
                """,
            why: "A rounded field beside an exact value rounds nothing.",
            evidenceNeeded: """
                A coordinate in first-party traffic; the search is in target, fields and content of every \
                request.
                """,
            example: "POST /beacon {\"lat\":-23.55,\"lon\":-46.63,\"ctx\":{\"geo\":\"-23.55052,-46.63331\"}}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let known = evidence.coordinates
        guard !known.isEmpty else { return }
        log.judged += 1
        for (part, bytes) in [
            (MessagePart.target, sighting.target.bytes), (.requestHead, sighting.head.bytes),
            (.requestContent, sighting.requestContent.bytes),
        ] {
            // The target stands in the head as well.
            let skipped = part == .requestHead ? sighting.head.target : 0..<0
            let all = DecimalText.exactNumbers(in: bytes)
            guard all.count > 1 else { continue }
            let named = evidence.locationFields(sighting).map(\.1.place)
            let numbers = all.filter { number in
                !skipped.overlaps(number.range)
                    && !named.contains { $0.part == part && $0.range.overlaps(number.range) }
            }
            guard let pair = Self.pair(numbers, known) else { continue }
            log.findings.append(
                Finding(
                    Self.description, at: sighting,
                    places: pair.map { EvidencePlace(part: part, surface: .body, name: "", range: $0.range) },
                    saw: Saw([
                        .unknown(.latitude, Array(bytes[pair[0].range])), .text(" "),
                        .unknown(.longitude, Array(bytes[pair[1].range])),
                    ]), cause: .sdkSent, message: "the unrounded coordinate stands outside its fields",
                    toDo: "round the position where it is read, before anything else sees it"))
        }
    }

    private static func pair(
        _ numbers: [DecimalText.Number], _ known: [Coordinate]
    ) -> [DecimalText.Number]? {
        guard numbers.count > 1 else { return nil }
        for coordinate in known {
            guard let latitude = numbers.first(where: { ($0.value - coordinate.latitude).magnitude <= 0.02 }),
                let longitude = numbers.first(where: {
                    $0.range != latitude.range && ($0.value - coordinate.longitude).magnitude <= 0.02
                })
            else { continue }
            return [latitude, longitude]
        }
        return nil
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests searched", wouldShow: "a coordinate in first-party traffic would show it")
    }
}
