import HTTPModel
package import SDKContracts

/// MK-036: Is visitor_id a new one after the app was installed again?
package struct VisitorIDSurvivesReinstall: Rule {
    package static let description = RuleDescription(
        code: "MK-036", slug: "visitor-id-survives-reinstall", family: .identity, severity: .p1,
        clause: Clause(
            "§2", "visitor_id é persistido em UserDefaults (não Keychain) — reinstalou, novo visitante"),
        question: "Is visitor_id a new one after the app was installed again?",
        related: ["MK-063"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: "No visitor_id that an app sent before it was installed again is sent by it afterwards.",
            why: "Who removes an app ends what it knows of them; an ID that survives in the keychain goes on with it.",
            evidenceNeeded: """
                visitor_id before and after the mark launch=reinstall (or launch=install), on one tape or on \
                several that are judged together.
                """,
            example: "Tape A: visitor_id V. Tape B begins with launch=reinstall and sends V: fail."))

    private struct Era: Hashable {
        let bundle: [UInt8]
        let installs: Int
    }

    private var log = RuleLog()
    /// How often each app was installed; the app that speaks first after the mark is the one.
    private var installs: [[UInt8]: Int] = [:]
    private var installCount = 0
    /// Each app's values, without case: in which of its installations, and where, each came first.
    private var first: [[UInt8]: [[UInt8]: (installs: Int, exchange: Int)]] = [:]
    private var judged: Set<Era> = []

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), let bundle = sighting.value(.appBundle), !bundle.isEmpty else { return }
        if sighting.state.installCount != installCount {
            installCount = sighting.state.installCount
            installs[bundle, default: 0] += 1
        }
        guard !evidence.isUntracked(sighting) else { return }
        for field in sighting.fields(.visitorID) where !field.value.isEmpty {
            judge(field, Era(bundle: bundle, installs: installs[bundle] ?? 0), sighting, evidence)
        }
    }

    private mutating func judge(_ field: Parameter, _ era: Era, _ sighting: Sighting, _ evidence: Evidence) {
        let value = field.value.map(ASCII.lowercased)
        let known = first[era.bundle] ?? [:]
        if known.values.contains(where: { $0.installs < era.installs }), judged.insert(era).inserted { log.judged += 1 }
        guard let earlier = known[value] else {
            first[era.bundle, default: [:]][value] = (era.installs, sighting.number)
            return
        }
        guard earlier.installs < era.installs else { return }
        // Once for each installation.
        first[era.bundle]?[value]?.installs = era.installs
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place],
                saw: .fields([(.visitorID, field)], evidence.values), cause: .sdkSent,
                message: "the visitor_id of #\(earlier.exchange) is sent again though the app was installed anew",
                toDo: "keep visitor_id in UserDefaults and nowhere that outlives the app"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "installations after the first",
            wouldShow: "visitor_id before and after the mark launch=reinstall would show it")
    }
}
