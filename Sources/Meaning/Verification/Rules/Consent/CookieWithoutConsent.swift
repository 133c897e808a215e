import CassetteFormat
import ConsentStrings
package import SDKContracts
import HTTPModel

/// MK-201: Are no cookies sent or set where purpose 1 has no consent?
package struct CookieWithoutConsent: Rule {
    package static let description = RuleDescription(
        code: "MK-201", slug: "cookie-without-consent", family: .consent, severity: .p2,
        clause: Clause(
            "§5", "não usam o cookie jar compartilhado do URLSession",
            derivation: "purpose 1 of the TCF is to store and access information on a device"),
        question: "Are no cookies sent or set where purpose 1 has no consent?",
        related: ["MK-030"],
        needs: [.cookies],
        explanation: RuleExplanation(
            what: """
                While the GDPR applies (gdpr=1, or the platform's mark) and the consent string in force is missing, \
                unreadable or without purpose 1, no request of the app to whatever host has a Cookie field, and no \
                answer to it has Set-Cookie. A cookie that is only taken back (Max-Age=0) sets nothing. What the \
                in-app browser sends and is answered is a remark: it is the person's own visit.
                """,
            why: "To store a cookie on a device, and to read it, is what purpose 1 asks consent for.",
            evidenceNeeded: "Requests while the GDPR applies without consent to purpose 1.",
            example: "gdpr=1&gdpr_consent=<no purpose 1>; https://px.example/i answers Set-Cookie: uid=7: fail."))

    private var log = WeighedLog()
    /// What the SDK said last on the wire.
    private var said: (applies: [UInt8]?, consent: [UInt8]?) = (nil, nil)

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.role == .serve { said = (sighting.value(.gdpr), sighting.value(.gdprConsent)) }
        guard isWithoutConsent(sighting) else { return }
        let cookie = sighting.head.fields.first { sighting.head.isField($0, "cookie") }
        let head = sighting.exchange.response?.head
        let set = head?.fields.first { field in
            head?.isField(field, "set-cookie") == true && !Self.isTakenBack(head?.bytes[field.value] ?? [])
        }
        if sighting.isFromBrowser {
            if cookie != nil || set != nil { log.remark("cookies of the in-app browser", at: sighting.number) }
            return
        }
        log.judge()
        if let cookie {
            take(
                sighting, EvidencePlace(part: .requestHead, surface: .cookie, name: "", range: cookie.value), "Cookie",
                .cookie, "a cookie is sent where purpose 1 has no consent",
                "send no cookie before the person has agreed")
        }
        if let set {
            take(
                sighting, EvidencePlace(part: .responseHead, surface: .header, name: "set-cookie", range: set.value),
                "Set-Cookie", .serverAnswer, "an answer sets a cookie where purpose 1 has no consent",
                "have the server set no cookie before the person has agreed")
        }
    }

    private mutating func take(
        _ sighting: Sighting, _ place: EvidencePlace, _ field: String, _ cause: Cause, _ message: String,
        _ toDo: String
    ) {
        log.take(
            Finding(
                Self.description, at: sighting, places: [place], saw: .text(field), cause: cause, message: message,
                toDo: toDo), .fail, key: "")
    }

    private func isWithoutConsent(_ sighting: Sighting) -> Bool {
        let keys = sighting.state.consentKeys
        let applies = keys[MetrikeVocabulary.gdprAppliesKey].map { Array($0.utf8) } ?? said.applies
        guard applies?.elementsEqual("1".utf8) == true else { return false }
        let consent = keys[MetrikeVocabulary.consentStringKey].map { Array($0.utf8) } ?? said.consent
        return TCString(consent ?? []).core?.purposeConsents.contains(1) != true
    }

    /// RFC 6265 §5.2.2.
    private static func isTakenBack(_ value: ArraySlice<UInt8>) -> Bool {
        value.split(separator: UInt8(ascii: ";")).dropFirst().contains { attribute in
            let text = attribute.trimmingOptionalWhiteSpace().map(ASCII.lowercased)
            return text.starts(with: "max-age=0".utf8) || text.starts(with: "max-age=-".utf8)
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "requests without consent to purpose 1",
            wouldShow: "a request while gdpr=1 comes without consent to purpose 1 would show it")
    }
}
