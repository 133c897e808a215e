import HTTPModel
package import SDKContracts

/// MK-173: Does mk_cid reach the last web address of the click unchanged?
package struct ClickIDLost: Rule {
    package static let description = RuleDescription(
        code: "MK-173", slug: "click-id-lost", family: .click, severity: .p1,
        clause: Clause("§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino"),
        question: "Does mk_cid reach the last web address of the click unchanged?",
        related: ["MK-176"],
        needs: [.redirects],
        explanation: RuleExplanation(
            what: """
                From /click on, each request and each further Location holds the same mk_cid as a parameter, \
                up to the last redirect. The finding names the hop and the host that lost it. A Location of \
                another scheme is MK-175.
                """,
            why: "Redirectors drop what they do not know; the click is then paid and the conversion never found.",
            evidenceNeeded: "A redirect of /click with mk_cid, and the request that followed it.",
            example: "/click -> go.example/r?mk_cid=A -> 301 https://shop.example/: fail at go.example, hop 2."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {}

    /// Judged at the end: a chain is whole only then.
    private mutating func judge(_ evidence: Evidence) {
        for click in evidence.sightings where click.role == .click {
            let chain = ClickChain(from: click, evidence)
            guard let expected = chain.clickID else { continue }
            walk(chain, expected, evidence)
        }
    }

    private mutating func walk(_ chain: ClickChain, _ expected: [UInt8], _ evidence: Evidence) {
        for (index, hop) in chain.hops.enumerated() {
            if index > 0 {
                // A custom scheme is MK-175's.
                guard hop.isWeb else { return }
                if let fault = Self.fault(hop.reading, expected) {
                    let status = hop.sighting.status.map { " (\($0))" } ?? ""
                    return add(
                        hop.sighting, [hop.place], hop.reading, .serverAnswer,
                        "mk_cid is \(fault) at \(hop.sighting.host)\(status), hop \(index + 1) of \(chain.hops.count)",
                        "have \(hop.sighting.host) keep the query of the URL it was asked with", evidence)
                }
            }
            guard let next = hop.next else { return }
            let reading = ClickIDReading(next.target.bytes, name: evidence.configuration.name(.clickID))
            if let fault = Self.fault(reading, expected) {
                let place = next.fields(.clickID).first?.place
                return add(
                    next, place.map { [$0] } ?? [], reading, .sdkSent,
                    "mk_cid is \(fault) in the request that follows the Location of #\(hop.sighting.number)",
                    "follow a Location exactly as it was sent", evidence)
            }
            if index == 0 { log.judged += 1 }
        }
    }

    /// What is wrong with it; nil where the ID is intact, also inside a nested URL.
    private static func fault(_ reading: ClickIDReading, _ expected: [UInt8]) -> String? {
        let values = reading.values
        if values.isEmpty {
            guard let other = reading.occurrences.first else { return "lost" }
            switch other.spot {
            case .nested where other.value == expected: return nil
            case .fragment: return "moved behind #"
            case .swallowed(let name): return "glued into \(name)"
            case .escaped: return "renamed to amp;mk_cid"
            case .renamed(let name): return "renamed to \(name)"
            default: return "altered"
            }
        }
        if values.count > 1 { return "doubled" }
        if values[0] == expected { return nil }
        return PercentCoding.decoded(values[0]) == expected ? "encoded twice" : "altered"
    }

    private mutating func add(
        _ sighting: Sighting, _ places: [EvidencePlace], _ reading: ClickIDReading, _ cause: Cause, _ message: String,
        _ toDo: String, _ evidence: Evidence
    ) {
        var saw = Saw.text("no mk_cid")
        if let first = reading.occurrences.first {
            saw = Saw([.text("mk_cid="), Saw.value(.clickID, first.value, evidence.values)])
        }
        log.judged += 1
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: places, saw: saw, cause: cause, message: message, toDo: toDo))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var rule = self
        rule.judge(evidence)
        return rule.log.verdict(
            "click chains",
            wouldShow: "a redirect of /click with mk_cid, and the request that follows it, would show it")
    }
}
