package import SDKContracts

/// MK-135: Does every viewability beacon say viewable_mechanism=native-sdk?
package struct ViewableMechanismWrong: Rule {
    package static let description = RuleDescription(
        code: "MK-135", slug: "viewable-mechanism-wrong", family: .events, severity: .p2,
        clause: Clause("§7", "viewable_mechanism = 'native-sdk'"),
        question: "Does every viewability beacon say viewable_mechanism=native-sdk?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                A beacon with the event viewable, notViewable or viewUndetermined has viewable_mechanism with \
                the value native-sdk.
                """,
            why: "Measured viewability and guessed viewability are not to be mixed.",
            evidenceNeeded: "A viewability beacon that belongs to an answer of /serve.",
            example: "event=viewable without viewable_mechanism: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.displayEvent(sighting), MetrikeVocabulary.viewabilityEvents.contains(event.name),
            sighting.requestContent.isRead
        else { return }
        log.judged += 1
        let fields = sighting.fields(.viewableMechanism)
        if fields.contains(where: { $0.value.elementsEqual(MetrikeVocabulary.viewableMechanism.utf8) }) { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: fields.map(\.place),
                saw: fields.isEmpty
                    ? .words("no viewable_mechanism")
                    : .fields(fields.map { (.viewableMechanism, $0) }, evidence.values),
                cause: fields.isEmpty ? .sdkOmitted : .sdkSent,
                message: "a viewability beacon does not say viewable_mechanism=native-sdk",
                toDo: "add viewable_mechanism=native-sdk to viewability beacons"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "viewability beacons", wouldShow: "a viewability beacon that belongs to an answer of /serve would show it")
    }
}
