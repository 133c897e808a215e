package import SDKContracts

/// MK-066: Are ads shown and counted while tracking is off?
package struct AdsLostWhileOptedOut: Rule {
    package static let description = RuleDescription(
        code: "MK-066", slug: "ads-lost-while-opted-out", family: .optOut, severity: .p3,
        clause: Clause(
            "§5", "setTrackingEnabled(false)",
            derivation: "the refusal is of the identifier; no word says that ads end with it"),
        question: "Are ads shown and counted while tracking is off?",
        explanation: RuleExplanation(
            what: """
                Where an ad that was asked for while tracking is off is shown (its creative or media is fetched, or \
                it is clicked), an impression is reported. An app that asks for no ads shows nothing of it.
                """,
            why: "An ad that is shown and not counted is not paid for: who refuses would cost the publisher money.",
            evidenceNeeded: "A mark tracking=off, an ad asked for after it, and events under their names.",
            example: "After tracking=off: GET /serve, its image, POST /beacon with viewable, no impression: fail."))

    private var ads = ShownAds()

    package init() {}

    package var findings: [Finding] { [] }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isOptedOut(sighting), let since = sighting.state.offSince,
            !evidence.isChildDirected(sighting)
        else { return }
        ads.see(sighting, evidence, since: since) { shown in
            Finding(
                Self.description, at: shown, saw: .text(shown.summary), cause: .sdkOmitted,
                message: "an ad is shown while tracking is off, and no impression is reported",
                toDo: "leave the visitor ID out of the beacons, not the beacons")
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.finalState.tracking == nil, evidence.finalState.optOutCount == 0 {
            return .needsConfig("mark tracking=off where the app turned tracking off (or tracking=on if it never did)")
        }
        return ads.verdict("while tracking is off")
    }
}
