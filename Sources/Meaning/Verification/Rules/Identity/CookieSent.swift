package import SDKContracts
import HTTPModel

/// MK-030: Do the SDK's requests carry no Cookie field?
package struct CookieSent: Rule {
    package static let description = RuleDescription(
        code: "MK-030", slug: "cookie-sent", family: .identity, severity: .p0,
        clause: Clause(
            "§5", "As requisições do SDK ao servidor da Metrike não usam o cookie jar compartilhado do URLSession"),
        question: "Do the SDK's requests carry no Cookie field?",
        needs: [.cookies],
        explanation: RuleExplanation(
            what: """
                No request of the SDK to its server has a Cookie field, whatever the server set before. A click page \
                in the in-app browser may have the browser's own cookies; that is a remark.
                """,
            why: "A cookie is an identifier that no opt-out of the app reaches.",
            evidenceNeeded: "A first-party request by the SDK's own client.",
            example: "The server sets uid=1; the next beacon sends Cookie: uid=1: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        let field = sighting.head.fields.first { sighting.head.isField($0, "cookie") }
        if sighting.isFromBrowser {
            if field != nil { log.remarks.append("#\(sighting.number): the browser sent its own cookies") }
            return
        }
        log.judged += 1
        guard let field else { return }
        let names = sighting.parameters.filter { $0.place.surface == .cookie }.map(\.place.name)
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: [
                    EvidencePlace(part: .requestHead, surface: .cookie, name: names.first ?? "", range: field.value)
                ], saw: .words("Cookie with \(names.joined(separator: ", "))"), cause: .cookie,
                message: "the SDK's request carries cookies",
                toDo: "use a session configuration without cookie storage"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests of the SDK", wouldShow: "a request to the base host would show it")
    }
}
