import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-196: Is no consent macro left in a URL that was asked for?
package struct ConsentMacroLeft: Rule {
    package static let description = RuleDescription(
        code: "MK-196", slug: "consent-macro-left", family: .consent, severity: .p2,
        clause: Clause(
            "§5", "repassa como gdpr/gdpr_consent no /serve",
            derivation: "a macro in place of a signal is no signal (IAB TCF v2, URL-based services; VAST 4.3 §6.2)"),
        question: "Is no consent macro left in a URL that was asked for?",
        explanation: RuleExplanation(
            what: """
                No request's target holds ${GDPR}, ${GDPR_CONSENT_nnn}, [GDPRCONSENT], ${US_PRIVACY}, \
                ${GPP_STRING_nnn} or their like, plain or percent-encoded. Whoever built the URL should have put \
                the signal there, or left the parameter out.
                """,
            why: "The other side reads a string it cannot read, or takes the macro's words for consent.",
            evidenceNeeded: "A request.",
            example: "GET https://px.example/i?gdpr=${GDPR}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        log.judged += 1
        let bytes = sighting.target.bytes
        guard let (place, name) = Self.macro(in: bytes) else { return }
        let label = evidence.timeline.join(of: sighting.number)?.told.label
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: [EvidencePlace(part: .target, surface: .query, name: name, range: place)],
                saw: .text(SafeText.text(bytes[place].prefix(64))),
                cause: label.map { .serverSupplied(at: $0) } ?? .unjoined,
                message: "the macro \(name) was not replaced", toDo: "replace it, or leave the parameter out"))
    }

    /// The first macro of a consent signal: its place with the fences, and its name.
    static func macro(in bytes: [UInt8]) -> (Range<Int>, String)? {
        var start = 0
        while let (place, name) = next(in: bytes, from: start) {
            if MetrikeVocabulary.consentMacros.contains(where: { isNamed(bytes[name], $0) }) {
                return (place, String(display: bytes[name]))
            }
            start = place.upperBound
        }
        return nil
    }

    /// Whole, or with the number of a vendor.
    private static func isNamed(_ name: ArraySlice<UInt8>, _ macro: String) -> Bool {
        guard name.starts(with: macro.utf8) else { return false }
        let rest = name.dropFirst(macro.utf8.count)
        return rest.isEmpty || (rest.first == 0x5F && rest.count > 1 && rest.dropFirst().allSatisfy(ASCII.isDigit))
    }

    private static let fences: [(open: [UInt8], close: [UInt8])] = [
        ("${", "}"), ("[", "]"), ("%24%7B", "%7D"), ("$%7B", "%7D"), ("%5B", "%5D"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// `[…]`, `${…}` and the forms in which they are percent-encoded.
    private static func next(in bytes: [UInt8], from start: Int) -> (place: Range<Int>, name: Range<Int>)? {
        for position in bytes.indices.dropFirst(start) where isOpening(bytes[position]) {
            for fence in fences where begins(bytes, at: position, fence.open) {
                let inner = position + fence.open.count
                let end = bytes[inner...].prefix(48).firstIndex { !isNameByte($0) }
                if let end, end > inner, begins(bytes, at: end, fence.close) {
                    return (position..<end + fence.close.count, inner..<end)
                }
            }
        }
        return nil
    }

    private static func isOpening(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "[") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "%")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == 0x5F || byte &- 0x41 < 26 || ASCII.isDigit(byte)
    }

    private static func begins(_ bytes: [UInt8], at start: Int, _ text: [UInt8]) -> Bool {
        guard bytes.count - start >= text.count else { return false }
        return text.indices.allSatisfy { ASCII.lowercased(bytes[start + $0]) == ASCII.lowercased(text[$0]) }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests", wouldShow: "a request would show it")
    }
}
