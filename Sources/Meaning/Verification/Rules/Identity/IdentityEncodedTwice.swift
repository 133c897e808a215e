package import SDKContracts
import HTTPModel

/// MK-028: Are the app's fields percent-encoded exactly once?
package struct IdentityEncodedTwice: Rule {
    package static let description = RuleDescription(
        code: "MK-028", slug: "identity-encoded-twice", family: .identity, severity: .p2,
        clause: Clause("§2", "CFBundleDisplayName/CFBundleName", derivation: "the value sent is the bundle's value"),
        question: "Are the app's fields percent-encoded exactly once?",
        needs: [.ownTargets, .ownContent],
        explanation: RuleExplanation(
            what: """
                app_bundle, app_name and app_version hold no percent-escape after one decoding. sdk_version so \
                written is MK-023.
                """,
            why: "A name encoded twice is another name to the server.",
            evidenceNeeded: "A first-party request with identity fields.",
            example: "app_name=Caf%25C3%25A9: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        for kind in [FieldKind.appBundle, .appName, .appVersion] {
            for field in sighting.fields(kind) where field.literal == .text {
                log.judged += 1
                guard PercentCoding.decoded(field.value) != field.value else { continue }
                log.findings.append(
                    Finding(
                        Self.description, at: sighting, places: [field.place],
                        saw: .fields([(kind, field)], evidence.values), cause: .sdkSent,
                        message: "\(evidence.configuration.name(kind)) still holds escapes after one decoding",
                        toDo: "encode once, where the query is built; in JSON not at all"))
            }
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("identity fields", wouldShow: "a first-party request with identity fields would show it")
    }
}
