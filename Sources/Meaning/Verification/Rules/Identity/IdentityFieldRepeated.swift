import AdTimeline
package import SDKContracts

/// MK-027: Does each identity field stand once in a request?
package struct IdentityFieldRepeated: Rule {
    package static let description = RuleDescription(
        code: "MK-027", slug: "identity-field-repeated", family: .identity, severity: .p2,
        clause: Clause(
            "§2", "passam pelo mesmo seam de identidade (UrlBuilder)",
            derivation: "one seam attaches each field once"),
        question: "Does each identity field stand once in a request?",
        related: ["MK-021"],
        needs: [.ownTargets, .ownContent],
        explanation: RuleExplanation(
            what: """
                No request of the SDK has an identity field twice in its query or twice in its content, and where \
                both have it they agree. A pixel that had one before the SDK attached its own is MK-050.
                """,
            why: "Of two values each reader takes another: the server counts one app, the report another.",
            evidenceNeeded: "A first-party request with identity fields.",
            example: "GET /serve?app_name=News&app_name=News: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), !evidence.isMarkupPixel(sighting) else { return }
        for kind in FieldKind.identity {
            let fields = sighting.fields(kind).filter { $0.place.part != .requestHead }
            guard let first = fields.first else { continue }
            log.judged += 1
            let isRepeated = Set(fields.map(\.place.part)).count < fields.count
            guard isRepeated || fields.contains(where: { $0.value != first.value }) else { continue }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: fields.map(\.place),
                    saw: .fields(fields.map { (kind, $0) }, evidence.values), cause: .sdkSent,
                    message: "\(evidence.configuration.name(kind)) stands \(fields.count) times in one request",
                    toDo: "attach the identity once, in one place"))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("identity fields", wouldShow: "a first-party request with identity fields would show it")
    }
}
