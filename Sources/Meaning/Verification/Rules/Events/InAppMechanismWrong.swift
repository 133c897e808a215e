package import SDKContracts

/// MK-134: Does every native display beacon say in_app_mechanism=sdk?
package struct InAppMechanismWrong: Rule {
    package static let description = RuleDescription(
        code: "MK-134", slug: "in-app-mechanism-wrong", family: .events, severity: .p2,
        clause: Clause("§7", "todo beacon do SDK carrega in_app_mechanism='sdk' (display/interstitial)"),
        question: "Does every native display beacon say in_app_mechanism=sdk?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: "A beacon that belongs to an answer of /serve has in_app_mechanism with the value sdk.",
            why: "It is the proof that the app, not a web page, reported the event.",
            evidenceNeeded: """
                A beacon that belongs to an answer of /serve, and one beacon of the recording that has the \
                field.
                """,
            example: "in_app_mechanism=mraid-top: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.displayEvent(sighting) != nil, sighting.requestContent.isRead else { return }
        log.judged += 1
        let fields = sighting.fields(.inAppMechanism)
        if fields.contains(where: { $0.value.elementsEqual(MetrikeVocabulary.inAppMechanism.utf8) }) { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: fields.map(\.place),
                saw: fields.isEmpty
                    ? .words("no in_app_mechanism") : .fields(fields.map { (.inAppMechanism, $0) }, evidence.values),
                cause: fields.isEmpty ? .sdkOmitted : .sdkSent,
                message: "a native beacon does not say in_app_mechanism=sdk",
                toDo: "add in_app_mechanism=sdk where beacons are built"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("native beacons", wouldShow: "a beacon that belongs to an answer of /serve would show it")
    }
}
