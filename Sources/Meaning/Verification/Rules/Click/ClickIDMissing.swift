package import SDKContracts

/// MK-170: Does /click answer 302 with exactly one mk_cid that is not empty?
package struct ClickIDMissing: Rule {
    package static let description = RuleDescription(
        code: "MK-170", slug: "click-id-missing", family: .click, severity: .p1,
        clause: Clause("§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino"),
        question: "Does /click answer 302 with exactly one mk_cid that is not empty?",
        related: ["MK-171", "MK-188", "MK-189"],
        needs: [.redirects],
        explanation: RuleExplanation(
            what: """
                The answer to /click has status 302 and a Location that holds mk_cid once, with a value. An ID \
                that is there but where no server takes it as a parameter is MK-171.
                """,
            why: """
                Without the ID no conversion can be tied to the click; another status may be cached and give \
                one ID to many clicks.
                """,
            evidenceNeeded: "A request of /click and its answer.",
            example: "GET /click answers 302 Location: https://shop.example/?a=1: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click, let status = sighting.status else { return }
        log.judged += 1
        guard let link = evidence.clicks.step(of: sighting)?.link, !link.mechanism.isPage else {
            let what = (300..<400).contains(status) ? "answered \(status) without Location" : "answered \(status)"
            add(sighting, [], what, "/click is no redirect: it \(what)")
            return
        }
        let values = link.reading.values
        if values.isEmpty {
            // An ID in the wrong place is MK-171's.
            if link.reading.occurrences.isEmpty {
                add(sighting, [link.place], "no mk_cid", "the Location has no mk_cid")
            }
        } else if values.count > 1 {
            add(sighting, [link.place], "\(values.count) times mk_cid", "the Location has mk_cid \(values.count) times")
        } else if values[0].isEmpty {
            add(sighting, [link.place], "mk_cid is empty", "the Location has an empty mk_cid")
        } else if status != 302 {
            add(sighting, [], "status \(status)", "/click redirects with \(status), not 302")
        }
    }

    private mutating func add(_ sighting: Sighting, _ places: [EvidencePlace], _ saw: String, _ message: String) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: places, saw: .words(saw), cause: .serverAnswer,
                message: message, toDo: "have /click answer 302 with one mk_cid in the destination's query"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("clicks", wouldShow: "a request of /click with its answer would show it")
    }
}
