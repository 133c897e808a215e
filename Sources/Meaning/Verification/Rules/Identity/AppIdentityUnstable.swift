import HTTPModel
package import SDKContracts

/// MK-021: Are the fields of app identity non-empty and the same within one process?
package struct AppIdentityUnstable: Rule {
    package static let description = RuleDescription(
        code: "MK-021", slug: "app-identity-unstable", family: .identity, severity: .p1,
        clause: Clause(
            "§2", "acompanham toda requisição",
            derivation: "they come from the app's bundle, which does not change while it runs"),
        question: "Are the fields of app identity non-empty and the same within one process?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Each of app_bundle, app_name, app_version and sdk_version that a request carries has a value, and \
                the requests of one session_id agree on it.
                """,
            why: "An empty or changing value splits one app into several in every report.",
            evidenceNeeded: "Two first-party requests of one process; for emptiness, one.",
            example: "/serve says app_version=2.1.0, the beacon of the same session says 2.1: fail."))

    private struct Key: Hashable {
        let process: Int
        let kind: FieldKind
    }

    private var log = RuleLog()
    private var first: [Key: (value: [UInt8], exchange: Int)] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        for kind in FieldKind.appIdentity {
            for field in sighting.fields(kind) { judge(kind, field, sighting, evidence) }
        }
    }

    private mutating func judge(_ kind: FieldKind, _ field: Parameter, _ sighting: Sighting, _ evidence: Evidence) {
        log.judged += 1
        if field.value.isEmpty {
            add(kind, field, sighting, evidence, "\(evidence.configuration.name(kind)) is empty")
            return
        }
        guard let process = process(of: sighting, evidence) else { return }
        let key = Key(process: process, kind: kind)
        guard let earlier = first[key] else {
            first[key] = (field.value, sighting.number)
            return
        }
        if earlier.value != field.value {
            let name = evidence.configuration.name(kind)
            let former = String(display: earlier.value)
            add(
                kind, field, sighting, evidence,
                "\(name) differs from \(former) in #\(earlier.exchange) of the same process")
        }
    }

    /// A request without its own session_id is counted to a process only if it names the same app.
    private func process(of sighting: Sighting, _ evidence: Evidence) -> Int? {
        guard let process = evidence.processes.process(of: sighting.number) else { return nil }
        if sighting.has(.sessionID) { return process }
        guard let bundle = sighting.value(.appBundle) else { return nil }
        return first[Key(process: process, kind: .appBundle)]?.value == bundle ? process : nil
    }

    private mutating func add(
        _ kind: FieldKind, _ field: Parameter, _ sighting: Sighting, _ evidence: Evidence, _ message: String
    ) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place], saw: .fields([(kind, field)], evidence.values),
                cause: .sdkSent, message: message, toDo: "read the app's identity once, at start, and send that"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("identity fields", wouldShow: "first-party requests with identity fields would show it")
    }
}
