import AdTimeline
import ConsentStrings
import HTTPModel
package import SDKContracts

/// MK-199: Does a GPP string agree with itself and with the signals beside it?
package struct GPPInconsistent: Rule {
    package static let description = RuleDescription(
        code: "MK-199", slug: "gpp-inconsistent", family: .consent, severity: .p2,
        clause: Clause(
            "§5", "",
            derivation: """
                the guide names no such signal; where one is sent it is one signal with the others (IAB Tech Lab, \
                Global Privacy Platform)
                """),
        question: "Does a GPP string agree with itself and with the signals beside it?",
        explanation: RuleExplanation(
            what: """
                gpp of any request can be read: its header is of type 3 and version 1 and names as many sections as \
                follow. Its section 2 equals gdpr_consent of the same request, its section 6 equals us_privacy, and \
                gpp_sid names sections of the header alone.
                """,
            why: "Two signals that differ let each reader choose the one it likes.",
            evidenceNeeded: "A request with gpp.",
            example: "GET /i?gpp=DBABTA~1YNN&us_privacy=1YYN: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let field = sighting.parameters(named: [MetrikeVocabulary.gppName]).first, !field.value.isEmpty,
            ConsentMacro.first(in: field.value) == nil
        else { return }
        log.judged += 1
        let string = GPPString(field.value)
        guard let (fault, place) = Self.fault(string, sighting) else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place] + (place.map { [$0] } ?? []), saw: .words(fault),
                cause: evidence.timeline.join(of: sighting.number).map { .serverSupplied(at: $0.told.label) }
                    ?? .unjoined,
                message: "the GPP string does not agree with itself or with what is sent beside it",
                toDo: "pass on what the consent platform stored, all of one moment"))
    }

    private static func fault(_ string: GPPString, _ sighting: Sighting) -> (String, EvidencePlace?)? {
        if let problem = string.verdicts(at: nil).worst(.structure, from: .error) { return (problem.text, nil) }
        let beside: [(Int, Parameter?)] = [
            (GPPSectionID.europe, sighting.consentParameters.first),
            (GPPSectionID.usPrivacy, sighting.parameters(named: MetrikeVocabulary.usPrivacyNames).first),
        ]
        for (id, other) in beside {
            guard let section = string.section(id), let other, !other.value.isEmpty,
                !other.value.elementsEqual(string.text(section))
            else { continue }
            return ("section \(id) is not \(SafeText.text(other.name))", other.place)
        }
        guard let list = sighting.parameters(named: [MetrikeVocabulary.gppSectionsName]).first else { return nil }
        for id in list.value.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "_") }) {
            let number = Int(String(display: id))
            // -1 and 0 say that none applies, or that nobody knows.
            if let number, number < 1 || string.sectionIDs.contains(number) { continue }
            return ("gpp_sid names \(SafeText.text(id.prefix(8))), which the header does not", list.place)
        }
        return nil
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("GPP strings", wouldShow: "a request with gpp would show it")
    }
}
