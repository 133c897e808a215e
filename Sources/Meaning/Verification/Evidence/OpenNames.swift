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

    private let contract: MetrikeContract
    private var beacon = Search()
    private var location = Search()
    private var click = Search()
    private var goal = Search()
    private var serve = Search()

    /// Looks for the first sign until the name itself is seen, after which no sign counts.
    private struct Search: Sendable {
        var isNamed = false
        var exchange: Int?

        mutating func note(_ sighting: Sighting, isNamed: Bool, _ isSign: @autoclosure () -> Bool) {
            guard !self.isNamed else { return }
            if isNamed {
                self.isNamed = true
            } else if exchange == nil, isSign() {
                exchange = sighting.number
            }
        }
    }

    private static let events = Set(MetrikeVocabulary.events.map { Array($0.utf8) })

    init(_ contract: MetrikeContract) {
        self.contract = contract
    }

    mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty else { return }
        beacon.note(sighting, isNamed: Self.isNamedBeacon(sighting), Self.isBeaconSign(sighting, evidence))
        location.note(
            sighting, isNamed: sighting.has(.latitude) || sighting.has(.longitude), Self.isLocationSign(sighting))
        click.note(sighting, isNamed: false, Self.isClickSign(sighting, evidence))
        goal.note(
            sighting, isNamed: sighting.role == .conversion && sighting.has(.goal), Self.isGoalSign(sighting))
        serve.note(sighting, isNamed: sighting.role == .serve, Self.isServeSign(sighting, evidence))
    }

    private var signs: [Sign] {
        func sign(_ search: Search, _ make: (Int) -> Sign) -> Sign? {
            search.isNamed ? nil : search.exchange.map(make)
        }
        return [
            sign(beacon) {
                Sign(
                    key: "paths.beacon and beacon.event_field", exchange: $0,
                    what: "has an event under another name", families: [.events],
                    codes: ["MK-064", "MK-070", "MK-075"])
            },
            sign(location) {
                Sign(
                    key: "params.lat and params.lon", exchange: $0,
                    what: "has two numbers that may be a coordinate under other names", families: [.location],
                    codes: ["MK-065", "MK-075", "MK-083"])
            },
            sign(click) {
                Sign(
                    key: "paths.click", exchange: $0,
                    what: "redirects with \(contract.configuration.name(.clickID)) from another path",
                    families: [.click, .identity], codes: [])
            },
            sign(serve) {
                Sign(
                    key: "paths.serve", exchange: $0, what: "is answered like an ad request on another path",
                    families: [.zoneRefusal, .consent, .identity], codes: ["MK-044"])
            },
            sign(goal) {
                Sign(
                    key: "conversion.goal", exchange: $0, what: "may have its goal under another name",
                    families: [], codes: ["MK-179"], absenceCodes: ["MK-179"])
            },
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
        sighting.parameters.filter { $0.place.surface != .cookie && $0.kind == nil }
    }

    private static func isNamedBeacon(_ sighting: Sighting) -> Bool {
        if case .beacon(.some) = sighting.role { true } else { false }
    }

    private static func isBeaconSign(_ sighting: Sighting, _ evidence: Evidence) -> Bool {
        guard sighting.role == .other || sighting.role.isBeacon,
            evidence.timeline.join(of: sighting.number)?.told.role.isTracker != true
        else { return false }
        return unnamed(sighting).contains { events.contains($0.value) }
    }

    /// Two fractions in the range of coordinates, where no request has a coordinate under its name.
    private static func isLocationSign(_ sighting: Sighting) -> Bool {
        let fractions = unnamed(sighting).filter { parameter in
            guard let number = DecimalText(parameter.value), number.decimals > 0 else { return false }
            return Double(String(display: parameter.value)).map { $0.magnitude <= 180 } == true
        }
        return Set(fractions.map(\.name)).count >= 2
    }

    private static func isClickSign(_ sighting: Sighting, _ evidence: Evidence) -> Bool {
        guard sighting.role == .other, let location = sighting.location else { return false }
        return !ClickIDReading(location.bytes, name: evidence.configuration.name(.clickID)).values.isEmpty
    }

    /// A conversion with a parameter that has no name here.
    private static func isGoalSign(_ sighting: Sighting) -> Bool {
        guard sighting.role == .conversion else { return false }
        return unnamed(sighting).contains { !$0.value.isEmpty && $0.literal == .text }
    }

    private static func isServeSign(_ sighting: Sighting, _ evidence: Evidence) -> Bool {
        guard sighting.role == .other, sighting.answerKind == .json,
            evidence.timeline.join(of: sighting.number) == nil
        else { return false }
        let reader = ParameterReader(limits: evidence.contract.limits)
        return reader.json(sighting.answer.bytes, part: .responseContent).contains {
            URLBytes($0.value).origin != nil
        }
    }
}
