package import SDKContracts

/// MK-009: Is the app's category looked up by the server, not by the device?
package struct CategoryLookedUpByDevice: Rule {
    package static let description = RuleDescription(
        code: "MK-009", slug: "category-looked-up-by-device", family: .endpoints, severity: .p2,
        clause: Clause("§4", "o servidor cai num caminho app-level"),
        question: "Is the app's category looked up by the server, not by the device?",
        related: ["MK-052"],
        explanation: RuleExplanation(
            what: "In a recording with requests of /serve no request goes to /lookup of itunes.apple.com.",
            why: """
                The lookup is the server's; done by the device it tells a third party which app asks for ads, and \
                slows the ad.
                """,
            evidenceNeeded: "A request of /serve.",
            example: "GET https://itunes.apple.com/lookup?bundleId=br.com.news: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.role == .serve { log.judged += 1 }
        guard sighting.isThirdParty, sighting.host == "itunes.apple.com",
            sighting.target.pathBytes.elementsEqual("/lookup".utf8)
        else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(sighting.summary), cause: .unjoined,
                message: "the device asks the App Store for an app's category",
                toDo: "leave the category to the server; send contentUrl where there is one"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests of /serve", wouldShow: "a request of /serve would show it")
    }
}
