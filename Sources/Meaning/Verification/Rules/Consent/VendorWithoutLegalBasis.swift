import AdTimeline
import ConsentStrings
import HTTPModel
package import SDKContracts

/// MK-202: Is the consent string put into a URL only for vendors that have a legal basis by it?
package struct VendorWithoutLegalBasis: Rule {
    package static let description = RuleDescription(
        code: "MK-202", slug: "vendor-without-legal-basis", family: .consent, severity: .p2,
        clause: Clause(
            "§5", "repassa como gdpr/gdpr_consent no /serve",
            derivation: "the macro of a vendor is replaced for a vendor of the list (IAB TCF v2, URL-based services)"),
        question: "Is the consent string put into a URL only for vendors that have a legal basis by it?",
        needs: [.otherTargets, .adDocuments],
        explanation: RuleExplanation(
            what: """
                Where a document tells a URL with ${GDPR_CONSENT_nnn} and the GDPR applies, the request has a consent \
                string in the macro's place only if vendor nnn is in the vendor list and has a legal basis by that \
                string: consent to the vendor and to a purpose it declares, or a legitimate interest for both, as \
                the publisher's restrictions leave it, or a special purpose that was disclosed. A parameter that is \
                empty or left out is right; MK-196 tells of a macro that was left. A list of another version than the \
                string's convicts only where no declaration could help.
                """,
            why: "Whoever fires the URL holds the proof that this vendor may do nothing, and tells it of the person.",
            evidenceNeeded: """
                A request whose URL a document told with the macro of a vendor, while the GDPR applies; \
                consent.vendor_list, of the version by which the string was made.
                """,
            example: "A tracker says gdpr_consent=${GDPR_CONSENT_13}; it is fired with a string for vendor 7: fail."))

    private var log = WeighedLog()
    /// What the SDK said last on the wire of whether the GDPR applies.
    private var applies: [UInt8]?
    /// Strings that could not be weighed: of the first the request, the macro, and what is wanted of the list.
    private var unweighed: (exchange: Int, macro: String, list: String, more: Int)?

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.role == .serve { applies = sighting.value(.gdpr) }
        guard let join = evidence.timeline.join(of: sighting.number), join.agreement != .exact,
            isUnderGDPR(sighting)
        else { return }
        for macro in ConsentMacro.all(in: join.told.url) {
            guard let vendor = macro.vendor else { continue }
            see(vendor, join.told.url[macro.place], sighting, join, evidence.configuration.vendorList)
        }
    }

    private mutating func see(
        _ vendor: Int, _ macro: ArraySlice<UInt8>, _ sighting: Sighting, _ join: Join, _ list: GlobalVendorList?
    ) {
        let expansion = join.expanded.first { $0.macro.elementsEqual(macro) }
        let value = expansion.map { PercentCoding.decoded(sighting.target.bytes[$0.range]) } ?? []
        guard let expansion, !value.isEmpty else { return log.judge() }
        let string = TCString(value)
        // What is no TC string tells no vendor anything; whether it may be that is for other rules.
        guard let core = string.core else { return }
        let name = "${\(MetrikeVocabulary.vendorConsentMacro)\(vendor)}"
        guard let list else { return leaveOpen(sighting.number, name, "") }
        switch VendorLegalBasis(of: vendor, in: string, core, by: list) {
        case .established: log.judge()
        case .specialPurposes:
            log.judge()
            log.remark("vendor \(vendor) has a legal basis for special purposes alone", at: sighting.number)
        case .otherVersion:
            leaveOpen(sighting.number, name, " of version \(core.vendorListVersion), not \(list.version)")
        case .none(let why):
            log.judge()
            log.take(
                Finding(
                    Self.description, at: sighting,
                    places: [EvidencePlace(part: .target, surface: .query, name: name, range: expansion.range)],
                    saw: .words("\(value.count) bytes, beginning with \(String(display: value.prefix(4)))"),
                    cause: .expandedMacro(String(display: macro), at: join.told.label),
                    message: "vendor \(vendor) gets the consent string and \(why)",
                    toDo: "leave the macro of a vendor without a legal basis empty, or the parameter out"),
                .fail, key: "")
        }
    }

    private mutating func leaveOpen(_ exchange: Int, _ macro: String, _ list: String) {
        if unweighed == nil { unweighed = (exchange, macro, list, 0) } else { unweighed?.more += 1 }
    }

    /// The platform's mark comes before what the request says, and that before what the SDK said last.
    private func isUnderGDPR(_ sighting: Sighting) -> Bool {
        let mark = sighting.state.consentKeys[MetrikeVocabulary.gdprAppliesKey].map { Array($0.utf8) }
        return (mark ?? sighting.value(.gdpr) ?? applies)?.elementsEqual("1".utf8) == true
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        let verdict = log.verdict(
            "macros of vendors",
            wouldShow: "a request whose URL was told with the macro of a vendor, while the GDPR applies, would show it")
        guard let unweighed, verdict.outcome != .fail else { return verdict }
        let more = unweighed.more > 0 ? " (and \(unweighed.more) more)" : ""
        let gap =
            "name consent.vendor_list\(unweighed.list): #\(unweighed.exchange)\(more) has a consent string "
            + "in place of \(unweighed.macro)"
        if verdict.outcome == .pass { return .pass(verdict.reason, remarks: verdict.remarks + [gap]) }
        return .needsConfig(gap)
    }
}
