package import SDKContracts

/// MK-024: Is device_type phone or tablet?
package struct DeviceTypeUnknown: Rule {
    package static let description = RuleDescription(
        code: "MK-024", slug: "device-type-unknown", family: .identity, severity: .p2,
        clause: Clause("§2", "phone / tablet, via UIDevice.current.userInterfaceIdiom"),
        question: "Is device_type phone or tablet?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: "Where a first-party request has device_type, its value is phone or tablet.",
            why: "Another word falls out of every report by device.",
            evidenceNeeded: "A first-party request with device_type.",
            example: "device_type=mobile: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        for field in sighting.fields(.deviceType) {
            log.judged += 1
            guard !MetrikeVocabulary.deviceTypes.contains(where: { field.value.elementsEqual($0.utf8) }) else {
                continue
            }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: .fields([(.deviceType, field)], evidence.values), cause: .sdkSent,
                    message: "device_type is neither phone nor tablet", toDo: "send phone or tablet"))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("values of device_type", wouldShow: "a first-party request with device_type would show it")
    }
}
