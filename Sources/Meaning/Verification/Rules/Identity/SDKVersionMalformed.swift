import HTTPModel
package import SDKContracts

/// MK-023: Is sdk_version of the form metrike-ios/x.y.z?
package struct SDKVersionMalformed: Rule {
    package static let description = RuleDescription(
        code: "MK-023", slug: "sdk-version-malformed", family: .identity, severity: .p2,
        clause: Clause("§2", "versão do SDK (metrike-ios/x.y.z)"),
        question: "Is sdk_version of the form metrike-ios/x.y.z?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                sdk_version is metrike-ios, a slash and three numbers; a suffix after - or + may follow. An empty \
                value is MK-021.
                """,
            why: "The server takes it as the proof of the SDK environment; another form proves nothing.",
            evidenceNeeded: "A first-party request with sdk_version.",
            example: "sdk_version=0.1.1: fail. sdk_version=metrike-ios/0.1.1: pass."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        for field in sighting.fields(.sdkVersion) where !field.value.isEmpty {
            log.judged += 1
            guard !Self.isWellFormed(field.value) else { continue }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: .fields([(.sdkVersion, field)], evidence.values), cause: .sdkSent,
                    message: "sdk_version is not \(MetrikeVocabulary.sdkName)/x.y.z",
                    toDo: "send the SDK's name, a slash and its version"))
        }
    }

    static func isWellFormed(_ value: [UInt8]) -> Bool {
        let prefix = Array((MetrikeVocabulary.sdkName + "/").utf8)
        guard value.starts(with: prefix) else { return false }
        let version = value.dropFirst(prefix.count)
        let core = version.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
        let parts = core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(ASCII.isDigit) }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("values of sdk_version", wouldShow: "a first-party request with sdk_version would show it")
    }
}
