package import SDKContracts

/// MK-020: Does every first-party request carry the four fields of app identity?
package struct AppIdentityMissing: Rule {
    package static let description = RuleDescription(
        code: "MK-020", slug: "app-identity-missing", family: .identity, severity: .p1,
        clause: Clause(
            "§2",
            "acompanham toda requisição — serve, beacons, tracker VAST, clique e conversão"
        ),
        question: "Does every first-party request carry the four fields of app identity?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                app_bundle, app_name, app_version and sdk_version stand in every request of the SDK to its server: \
                serve, vast, vmap, beacons, click, conversion, in the query or in the body. Pixels of VAST and VMAP \
                are MK-041; what a redirect, a player or a web view fetches is not the SDK's own request, nor \
                perhaps what asks a path that MK-001 does not know and says none of the SDK's fields.
                """,
            why: """
                The fields are the proof that an ad ran in this app through this SDK; without them the request counts \
                as web traffic of nobody.
                """,
            evidenceNeeded: "A first-party request whose content could be read.",
            example: "POST /beacon with event and session_id but without app_version: fail."))

    private var log = RuleLog()
    private var strangers = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), !evidence.isMarkupPixel(sighting) else { return }
        let missing = FieldKind.appIdentity.filter { !sighting.has($0) }
        guard sighting.requestContent.isRead || missing.isEmpty else {
            log.remarks.append("#\(sighting.number): the content could not be read")
            return
        }
        guard missing.isEmpty || evidence.isSurelySDKRequest(sighting) else {
            strangers += 1
            return
        }
        log.judged += 1
        guard !missing.isEmpty else { return }
        let names = missing.map(evidence.configuration.name).joined(separator: ", ")
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words("no \(names)"), cause: .sdkOmitted,
                message: "\(sighting.role.name) request without \(names)",
                toDo: "build every request to the server through the one place that attaches identity"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var log = log
        if strangers > 0 {
            log.remarks.append("requests of unknown paths that say nothing of the SDK, left to MK-001: \(strangers)")
        }
        return log.verdict("first-party requests", wouldShow: "a request that is surely the SDK's would show it")
    }
}
