import AdTimeline
import HTTPModel
import SDKContracts

/// Signs that the recording speaks under names the configuration does not have.
///
/// A rule that looks for a name sees nothing where another is used. Where a value gives the other name away, that
/// rule's pass would be blind: it becomes needs-config. So does a failure that rests on the name's absence alone.
struct OpenNames {
    struct Sign {
        /// The key of the configuration that is missing.
        let key: String
        let exchange: Int
        let what: String
        let families: [RuleFamily]
        let codes: [String]
        /// Rules that find the name's absence, in findings without a place.
        var absenceCodes: [String] = []
    }

    let signs: [Sign]

    private static let events = Set(MetrikeVocabulary.events.map { Array($0.utf8) })

    init(_ evidence: Evidence) {
        let own = evidence.sightings.filter(\.isFirstParty)
        signs = [
            Self.beacon(own, evidence), Self.location(own), Self.click(own, evidence), Self.serve(own, evidence),
            Self.goal(own),
        ].compactMap { $0 }
    }

    /// The verdict, unless one of the signs makes it blind.
    func checked(_ verdict: RuleVerdict, of rule: RuleDescription) -> RuleVerdict {
        let sign: Sign?
        switch verdict.outcome {
        case .pass:
            sign = signs.first { $0.families.contains(rule.family) || $0.codes.contains(rule.code) }
        case .fail:
            sign = signs.first { $0.absenceCodes.contains(rule.code) }
            let seen = verdict.findings.filter { !$0.places.isEmpty }
            if sign != nil, !seen.isEmpty { return .fail(seen, remarks: verdict.remarks) }
        case .notObserved, .notApplicable, .needsConfig: return verdict
        }
        guard let sign else { return verdict }
        return .needsConfig("name \(sign.key): #\(sign.exchange) \(sign.what); fita config learn proposes it")
    }

    private static func unnamed(_ sighting: Sighting) -> [Parameter] {
        sighting.parameters.filter { $0.place.surface != .cookie && sighting.kind(of: $0) == nil }
    }

    private static func beacon(_ own: [Sighting], _ evidence: Evidence) -> Sign? {
        if own.contains(where: { if case .beacon(.some) = $0.role { true } else { false } }) { return nil }
        let sighting = own.first { sighting in
            guard sighting.role == .other || sighting.role.isBeacon,
                evidence.timeline.join(of: sighting.number)?.told.role.isTracker != true
            else { return false }
            return unnamed(sighting).contains { events.contains($0.value) }
        }
        return sighting.map {
            Sign(
                key: "paths.beacon and beacon.event_field", exchange: $0.number,
                what: "has an event under another name",
                families: [.events], codes: ["MK-064", "MK-070", "MK-075"])
        }
    }

    /// Two fractions in the range of coordinates, where no request has a coordinate under its name.
    private static func location(_ own: [Sighting]) -> Sign? {
        if own.contains(where: { $0.has(.latitude) || $0.has(.longitude) }) { return nil }
        let sighting = own.first { sighting in
            let fractions = unnamed(sighting).filter { parameter in
                guard let number = DecimalText(parameter.value), number.decimals > 0 else { return false }
                return Double(String(display: parameter.value)).map { $0.magnitude <= 180 } == true
            }
            return Set(fractions.map(\.name)).count >= 2
        }
        return sighting.map {
            Sign(
                key: "params.lat and params.lon", exchange: $0.number,
                what: "has two numbers that may be a coordinate under other names", families: [.location],
                codes: ["MK-065", "MK-075", "MK-083"])
        }
    }

    private static func click(_ own: [Sighting], _ evidence: Evidence) -> Sign? {
        let name = evidence.configuration.name(.clickID)
        let sighting = own.first { sighting in
            guard sighting.role == .other, let location = sighting.location else { return false }
            return !ClickIDReading(location.bytes, name: name).values.isEmpty
        }
        return sighting.map {
            Sign(
                key: "paths.click", exchange: $0.number, what: "redirects with \(name) from another path",
                families: [.click, .identity], codes: [])
        }
    }

    /// Conversions with a parameter that has no name here, none of them with a goal.
    private static func goal(_ own: [Sighting]) -> Sign? {
        let conversions = own.filter { $0.role == .conversion }
        if conversions.contains(where: { $0.has(.goal) }) { return nil }
        let sighting = conversions.first { conversion in
            unnamed(conversion).contains { !$0.value.isEmpty && $0.literal == .text }
        }
        return sighting.map {
            Sign(
                key: "conversion.goal", exchange: $0.number, what: "may have its goal under another name",
                families: [], codes: ["MK-179"], absenceCodes: ["MK-179"])
        }
    }

    private static func serve(_ own: [Sighting], _ evidence: Evidence) -> Sign? {
        if own.contains(where: { $0.role == .serve }) { return nil }
        let reader = ParameterReader(limits: evidence.contract.limits)
        let sighting = own.first { sighting in
            guard sighting.role == .other, sighting.answerKind == .json,
                evidence.timeline.join(of: sighting.number) == nil
            else { return false }
            return reader.json(sighting.answer.bytes, part: .responseContent).contains {
                URLBytes($0.value).origin != nil
            }
        }
        return sighting.map {
            Sign(
                key: "paths.serve", exchange: $0.number, what: "is answered like an ad request on another path",
                families: [.zoneRefusal, .consent, .identity], codes: ["MK-044"])
        }
    }
}
