import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-049: Is no identity macro filled in toward another host?
package struct IdentityMacroExpanded: Rule {
    package static let description = RuleDescription(
        code: "MK-049", slug: "identity-macro-expanded", family: .boundary, severity: .p0,
        clause: Clause(
            "§7", "só quando a URL aponta pro nosso próprio servidor",
            derivation: "a macro filled in is identity given to that host"),
        question: "Is no identity macro filled in toward another host?",
        related: ["MK-047"],
        needs: [.otherTargets, .adDocuments],
        explanation: RuleExplanation(
            what: """
                A VAST macro that stands for the device, the person or the app ([IFA], [IFATYPE], [DEVICEIP], \
                [APPBUNDLE]) is not replaced by a real value in a request to another host; -1, -2, 0 and an \
                empty value say nothing. A coordinate in place of [LATLONG] is MK-095.
                """,
            why: """
                The document that asks is a third party's, and so is the receiver: to fill the macro is to hand \
                the value over. [APPBUNDLE] is graded P2: the market expects it, the guide does not allow it.
                """,
            evidenceNeeded: "A document with such a macro in a URL of another host, and the request it led to.",
            example: "VAST tells https://px.example/i?ifa=[IFA]; GET px.example/i?ifa=3F2504E0-...: fail."))

    /// Macros that name identity, with their grade.
    private static let macros: [(name: String, severity: Severity)] = [
        ("IFA", .p0), ("IFATYPE", .p2), ("DEVICEIP", .p0), ("APPBUNDLE", .p2),
    ]

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, let join = evidence.timeline.join(of: sighting.number) else { return }
        for expansion in join.expanded {
            guard let macro = Self.macros.first(where: { Self.isNamed($0.name, expansion.macro) }) else { continue }
            log.judged += 1
            let value = Array(sighting.target.bytes[expansion.range])
            guard !Self.saysNothing(value, expansion.macro) else { continue }
            let kind: FieldKind = macro.name == "APPBUNDLE" ? .appBundle : .visitorID
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [Self.place(expansion, sighting)],
                    saw: Saw([.text("[\(macro.name)] = "), Saw.value(kind, value, evidence.values)]),
                    cause: .expandedMacro("[\(macro.name)]", at: join.told.label),
                    message: "[\(macro.name)] was filled in toward a third party",
                    toDo: "replace identity macros toward other hosts by -2 (refused)", severity: macro.severity))
        }
    }

    private static func isNamed(_ name: String, _ macro: [UInt8]) -> Bool {
        String(display: macro.filter { ASCII.lowercased($0) &- 0x61 < 26 || $0 == UInt8(ascii: "_") }) == name
    }

    private static func saysNothing(_ value: [UInt8], _ macro: [UInt8]) -> Bool {
        value.isEmpty || value == macro || ["-1", "-2", "0"].contains(String(display: value))
    }

    private static func place(_ expansion: URLTemplate.Expansion, _ sighting: Sighting) -> EvidencePlace {
        let pair = sighting.target.queryPairs.first { $0.value?.overlaps(expansion.range) == true }
        return EvidencePlace(
            part: .target, surface: pair == nil ? .path : .query,
            name: pair.map { String(display: sighting.target.bytes[$0.name]) } ?? "", range: expansion.range)
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "identity macros in third-party requests",
            wouldShow: "a document with an identity macro in another host's URL, and the request, would show it")
    }
}
