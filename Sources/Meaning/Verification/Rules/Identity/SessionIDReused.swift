import IdentityTrace
package import SDKContracts

/// MK-026: Is session_id a UUID of its own for each process?
package struct SessionIDReused: Rule {
    package static let description = RuleDescription(
        code: "MK-026", slug: "session-id-reused", family: .identity, severity: .p1,
        clause: Clause("§2", "UUID novo por processo"),
        question: "Is session_id a UUID of its own for each process?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                session_id has the form of a UUID, is not the visitor_id, and a process that a launch mark begins \
                does not use that of an earlier one, nor another app's.
                """,
            why: "A session that outlives its process is a second visitor ID, which no opt-out resets.",
            evidenceNeeded: """
                First-party requests with session_id; for newness, a launch mark between two of them, or two apps.
                """,
            example: "After the mark launch=relaunch the requests keep the old session_id: fail."))

    private var log = RuleLog()
    private var launches: [[UInt8]: (count: Int, exchange: Int, bundle: [UInt8])] = [:]
    private var reported: Set<[UInt8]> = []

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        for field in sighting.fields(.sessionID) { judge(field, sighting, evidence) }
    }

    private mutating func judge(_ field: Parameter, _ sighting: Sighting, _ evidence: Evidence) {
        log.judged += 1
        guard UUIDText.isValid(field.value), !UUIDText.isZero(field.value) else {
            return add(field, sighting, evidence, "session_id is not a UUID")
        }
        if evidence.values.known(.visitorID, field.value) != nil {
            return add(field, sighting, evidence, "session_id equals a visitor_id")
        }
        let bundle = sighting.value(.appBundle) ?? []
        if let earlier = launches[field.value] {
            if !bundle.isEmpty, !earlier.bundle.isEmpty, bundle != earlier.bundle {
                guard reported.insert(field.value).inserted else { return }
                add(field, sighting, evidence, "session_id of #\(earlier.exchange) is that of another app")
            } else if earlier.count != sighting.state.launchCount, reported.insert(field.value).inserted {
                add(field, sighting, evidence, "session_id of #\(earlier.exchange) is used again after a launch")
            }
        } else {
            launches[field.value] = (sighting.state.launchCount, sighting.number, bundle)
        }
    }

    private mutating func add(_ field: Parameter, _ sighting: Sighting, _ evidence: Evidence, _ message: String) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place],
                saw: .fields([(.sessionID, field)], evidence.values), cause: .sdkSent, message: message,
                toDo: "generate a UUID at process start and keep it nowhere"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var log = log
        if evidence.finalState.launchCount < 2 {
            log.remarks.append("newness was not seen: no second launch is marked")
        }
        return log.verdict("values of session_id", wouldShow: "a first-party request with session_id would show it")
    }
}
