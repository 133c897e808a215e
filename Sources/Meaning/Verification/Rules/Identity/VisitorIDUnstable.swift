import IdentityTrace
package import SDKContracts

/// MK-025: Is visitor_id a UUID that stays the same for one install?
package struct VisitorIDUnstable: Rule {
    package static let description = RuleDescription(
        code: "MK-025", slug: "visitor-id-unstable", family: .identity, severity: .p1,
        clause: Clause("§2", "UUID gerado pelo SDK, persistido em UserDefaults"),
        question: "Is visitor_id a UUID that stays the same for one install?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                visitor_id has the form of a UUID and is not all zero; it is the same in all processes of one \
                install, until tracking is turned off, on this tape and on tapes judged with it. While tracking is \
                off, in a refused zone and in a child-directed app other rules judge it.
                """,
            why: "Frequency caps and unique counts rest on it.",
            evidenceNeeded: """
                First-party requests with visitor_id. A change between two processes is judged only where a mark \
                (launch=...) says that the app was started again and not installed again.
                """,
            example: "Two requests of one session_id with different visitor_id: fail."))

    /// One install of one app between two opt-outs.
    private struct Era: Hashable {
        let bundle: [UInt8]
        let optOuts: Int
        let installs: Int
    }

    private var log = RuleLog()
    private var known: [Era: (value: [UInt8], exchange: Int, process: Int?, launches: Int)] = [:]
    private var unexplained: String?

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), !evidence.isUntracked(sighting),
            evidence.refusingFill(of: sighting) == nil
        else { return }
        for field in sighting.fields(.visitorID) { judge(field, sighting, evidence) }
    }

    private mutating func judge(_ field: Parameter, _ sighting: Sighting, _ evidence: Evidence) {
        log.judged += 1
        guard UUIDText.isValid(field.value), !UUIDText.isZero(field.value) else {
            add(field, sighting, evidence, "visitor_id is not a UUID")
            return
        }
        guard let bundle = sighting.value(.appBundle), !bundle.isEmpty else { return }
        let era = Era(
            bundle: bundle, optOuts: sighting.state.optOutCount, installs: sighting.state.installCount)
        let process = evidence.processes.process(of: sighting.number)
        guard let earlier = known[era] else {
            known[era] = (field.value, sighting.number, process, sighting.state.launchCount)
            return
        }
        guard earlier.value != field.value else { return }
        let isSameProcess = process != nil && process == earlier.process
        if isSameProcess || sighting.state.launchCount != earlier.launches {
            add(field, sighting, evidence, "visitor_id differs from that of #\(earlier.exchange), the same install")
        } else {
            unexplained =
                "visitor_id changes between #\(earlier.exchange) and #\(sighting.number): "
                + "mark launch=relaunch or launch=reinstall, or tracking=off and tracking=on"
        }
        known[era] = (field.value, sighting.number, process, sighting.state.launchCount)
    }

    private mutating func add(_ field: Parameter, _ sighting: Sighting, _ evidence: Evidence, _ message: String) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place],
                saw: .fields([(.visitorID, field)], evidence.values), cause: .sdkSent, message: message,
                toDo: "generate one UUID per install and keep it until the person opts out"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.findings.isEmpty, let unexplained { return .needsConfig(unexplained) }
        return log.verdict(
            "values of visitor_id", wouldShow: "a tracked first-party request with visitor_id would show it")
    }
}
