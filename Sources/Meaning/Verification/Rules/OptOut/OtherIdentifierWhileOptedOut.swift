package import SDKContracts

/// MK-067: Are session_id and mk_cid absent while tracking is off, where the configuration forbids them?
package struct OtherIdentifierWhileOptedOut: Rule {
    package static let description = RuleDescription(
        code: "MK-067", slug: "other-identifier-while-opted-out", family: .optOut, severity: .p1,
        clause: Clause(
            "§5", "Com setTrackingEnabled(false):",
            derivation: "the list after these words is cut off; session_id and mk_cid may have been in it"),
        question: "Are session_id and mk_cid absent while tracking is off, where the configuration forbids them?",
        explanation: RuleExplanation(
            what: """
                While tracking is marked off, first-party requests have no session_id and no mk_cid. Only \
                visitor_id is known to be forbidden; off.forbid_session_id and off.forbid_mk_cid say what the \
                other two count.
                """,
            why: "A session_id ties the requests of one launch together; a mk_cid ties a click to a purchase.",
            evidenceNeeded: "A mark tracking=off, and first-party requests after it.",
            example: "off.forbid_mk_cid is fail; after tracking=off, GET /serve?mk_cid=...: fail."))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isOptedOut(sighting), evidence.isSDKRequest(sighting) else { return }
        let readings = evidence.configuration.readings
        log.judge()
        take(.sessionID, readings.sessionIDWhileOff, key: "off.forbid_session_id", sighting, evidence)
        take(.clickID, readings.clickIDWhileOff, key: "off.forbid_mk_cid", sighting, evidence)
    }

    private mutating func take(
        _ kind: FieldKind, _ weight: ContractReadings.Weight, key: String, _ sighting: Sighting, _ evidence: Evidence
    ) {
        let fields = sighting.fields(kind)
        guard weight != .ignore, !fields.isEmpty else { return }
        let name = evidence.configuration.name(kind)
        log.take(
            Finding(
                Self.description, at: sighting, places: fields.map(\.place),
                saw: .fields(fields.map { (kind, $0) }, evidence.values), cause: .sdkSent,
                message: "\(name) is sent while tracking is off", toDo: "leave \(name) out while tracking is off"),
            weight, key: key)
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        let readings = evidence.configuration.readings
        if readings.sessionIDWhileOff == .ignore, readings.clickIDWhileOff == .ignore {
            return .notApplicable("off.forbid_session_id and off.forbid_mk_cid are ignore")
        }
        if evidence.finalState.tracking == nil, evidence.finalState.optOutCount == 0 {
            return .needsConfig("mark tracking=off where the app turned tracking off (or tracking=on if it never did)")
        }
        return log.verdict(
            "requests while off", wouldShow: "a first-party request after the mark tracking=off would show it")
    }
}
