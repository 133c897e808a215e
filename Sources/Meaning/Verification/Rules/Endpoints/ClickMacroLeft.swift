import HTTPModel
package import SDKContracts

/// MK-010: Does the HTML of an answer of /serve come with its click macro replaced?
package struct ClickMacroLeft: Rule {
    package static let description = RuleDescription(
        code: "MK-010", slug: "click-macro-left", family: .endpoints, severity: .p1,
        clause: Clause("§3.1", "o servidor já pré-substitui qualquer macro de clique no HTML"),
        question: "Does the HTML of an answer of /serve come with its click macro replaced?",
        needs: [.adDocuments],
        explanation: RuleExplanation(
            what: """
                No HTML in an answer of /serve holds a click macro: a name in capitals with CLICK in it as ${NAME}, \
                [NAME] or {NAME}, or any name with click in it as %%NAME%%. Where the answer names its kind of \
                creative (serve.kind_pointer) and the kind is not ext_tag, its HTML is its own.
                """,
            why: """
                The SDK injects the HTML as it came: a macro that is left makes a link to nowhere, and the click is \
                lost.
                """,
            evidenceNeeded: "An answer of /serve that holds HTML.",
            example: "<a href='${CLICK_URL}'>: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, sighting.answerKind == .json, sighting.answer.isRead else { return }
        let bytes = sighting.answer.bytes
        // A tag's `<` may be written as an escape in JSON.
        guard bytes.contains(UInt8(ascii: "<")) || Self.contains(bytes, "\\u003c"),
            !Self.isOtherKind(sighting, evidence)
        else { return }
        log.judged += 1
        guard let range = Self.firstMacro(in: bytes) else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: [EvidencePlace(part: .responseContent, surface: .body, name: "", range: range)],
                saw: .text(String(display: bytes[range])), cause: .serverAnswer,
                message: "a click macro of the HTML is not replaced",
                toDo: "have the server put the click address into the tag before it answers"))
    }

    /// Whether the answer says that its creative is no tag of another party's (guide §3.1).
    private static func isOtherKind(_ sighting: Sighting, _ evidence: Evidence) -> Bool {
        let members = ParameterReader(limits: evidence.contract.limits).json(
            sighting.answer.bytes, part: .responseContent)
        let kind = members.first { $0.place.name == evidence.configuration.creativeKindPointer }
        return kind.map { !$0.value.elementsEqual(MetrikeVocabulary.tagKind.utf8) } ?? false
    }

    private static let longestName = 40
    private static let forms: [(open: [UInt8], close: [UInt8], isAnyCase: Bool)] = [
        (Array("${".utf8), Array("}".utf8), false), (Array("%%".utf8), Array("%%".utf8), true),
        (Array("[".utf8), Array("]".utf8), false), (Array("{".utf8), Array("}".utf8), false),
    ]

    private static let opening = forms.compactMap(\.open.first)

    private static func firstMacro(in bytes: [UInt8]) -> Range<Int>? {
        for start in bytes.indices where opening.contains(bytes[start]) {
            for form in forms where bytes[start...].starts(with: form.open) {
                let name = bytes[(start + form.open.count)...].prefix(longestName).prefix {
                    ASCII.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ":")
                        || (form.isAnyCase ? ASCII.lowercased($0) &- 0x61 < 26 : $0 &- 0x41 < 26)
                }
                guard bytes[name.endIndex...].starts(with: form.close), contains(Array(name), "click") else { continue }
                return start..<(name.endIndex + form.close.count)
            }
        }
        return nil
    }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        ASCII.contains(bytes, ignoringCase: Array(text.utf8))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("answers with HTML", wouldShow: "an answer of /serve that holds HTML would show it")
    }
}
