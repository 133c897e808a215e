package import SDKContracts

/// MK-085: Are ads shown and counted in a child-directed app?
package struct AdsLostInChildDirectedApp: Rule {
    package static let description = RuleDescription(
        code: "MK-085", slug: "ads-lost-in-child-directed-app", family: .childDirected, severity: .p3,
        clause: Clause("§5", "Os anúncios continuam sendo exibidos e contados"),
        question: "Are ads shown and counted in a child-directed app?",
        explanation: RuleExplanation(
            what: """
                Where an ad of a child-directed app is shown (its creative or media is fetched, or it is clicked), an \
                impression is reported. An app that asks for no ads shows nothing of it.
                """,
            why: "The flag takes away the identifier and the location, not the ad and its count.",
            evidenceNeeded: "The mark child_directed=1, an ad that is shown, and events under their names.",
            example: "child_directed=1: GET /serve, its image, POST /beacon with viewable, no impression: fail."))

    private var ads = ShownAds()

    package init() {}

    package var findings: [Finding] { [] }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isChildDirected(sighting) else { return }
        ads.see(sighting, evidence, since: 0) { shown in
            Finding(
                Self.description, at: shown, saw: .text(shown.summary), cause: .sdkOmitted,
                message: "an ad is shown in a child-directed app, and no impression is reported",
                toDo: "leave the visitor ID out of the beacons, not the beacons")
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if ads.asked == 0, evidence.finalState.childDirected == false {
            return .notApplicable("the app is marked child_directed=0")
        }
        return ads.verdict("in a child-directed app")
    }
}
