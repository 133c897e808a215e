import HTTPModel
package import SDKContracts

/// MK-022: Is app_bundle a bundle identifier?
package struct AppBundleMalformed: Rule {
    package static let description = RuleDescription(
        code: "MK-022", slug: "app-bundle-malformed", family: .identity, severity: .p2,
        clause: Clause("§2", "Bundle.main.bundleIdentifier — autoritativo"),
        question: "Is app_bundle a bundle identifier?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Where a first-party request has app_bundle, its value is two or more parts of letters, digits and \
                hyphens, joined by dots. One that is encoded twice is MK-028, an empty one MK-020.
                """,
            why: "app_bundle is what the server trusts to know the app; a display name finds no app in a store.",
            evidenceNeeded: "A first-party request with app_bundle.",
            example: "app_bundle=News: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        for field in sighting.fields(.appBundle) where !field.value.isEmpty {
            log.judged += 1
            guard !Self.isIdentifier(field.value), !field.value.contains(UInt8(ascii: "%")) else { continue }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: .fields([(.appBundle, field)], evidence.values), cause: .sdkSent,
                    message: "app_bundle is no bundle identifier", toDo: "send Bundle.main.bundleIdentifier"))
        }
    }

    private static func isIdentifier(_ value: [UInt8]) -> Bool {
        let parts = value.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count >= 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy {
                        ASCII.isDigit($0) || ASCII.lowercased($0) &- 0x61 < 26 || $0 == UInt8(ascii: "-")
                    }
            }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("values of app_bundle", wouldShow: "a first-party request with app_bundle would show it")
    }
}
