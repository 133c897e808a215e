package import SDKContracts
import IdentityTrace

/// MK-095: Does no third party receive the app's coordinate?
package struct LocationAtThirdParty: Rule {
    package static let description = RuleDescription(
        code: "MK-095", slug: "location-at-third-party", family: .location, severity: .p0,
        clause: Clause(
            "§5", "a localização serve só para verificar tráfego inválido",
            derivation: "location is for the ad server alone"),
        question: "Does no third party receive the app's coordinate?",
        needs: [.otherContent],
        explanation: RuleExplanation(
            what: """
                Latitude and longitude that first-party traffic shows do not appear together in a third-party \
                request, under whatever name, [LATLONG] included: as numbers with their signs, in either order, under \
                codings, in millionths of a degree, and rounded or cut, to tenths where a word for a place stands \
                before them. Whole degrees and one number alone are not counted.
                """,
            why: """
                Location is collected for one purpose, stated to the person; any other receiver breaks that \
                statement.
                """,
            evidenceNeeded: "First-party traffic with a coordinate, and a third-party request.",
            example: """
                VAST tells https://geo.example/px?ll=[LATLONG]; GET https://geo.example/px?ll=-23.55,-46.63: \
                fail.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, evidence.values.has(.latitude) else { return }
        boundary.see(
            sighting, evidence, Self.description, .location,
            message: { "the coordinate (\($0)) sent to a third party" },
            toDo: "never expand location macros toward other hosts")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "third-party requests",
            wouldShow: "a coordinate in first-party traffic and a third-party request would show it")
    }
}
