import HTTPModel
package import SDKContracts

/// MK-173: Does mk_cid reach the last web address of the click unchanged?
package struct ClickIDLost: Rule {
    package static let description = RuleDescription(
        code: "MK-173", slug: "click-id-lost", family: .click, severity: .p1,
        clause: Clause("§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino"),
        question: "Does mk_cid reach the last web address of the click unchanged?",
        related: ["MK-176", "MK-177", "MK-187"],
        needs: [.redirects],
        explanation: RuleExplanation(
            what: """
                From /click on, each request and each further link (a Location, or a page that moves on by itself) \
                holds the same mk_cid as a parameter, up to the last one. The finding names the hop and the host \
                that lost it. A link of another scheme is MK-175.
                """,
            why: "Redirectors drop what they do not know; the click is then paid and the conversion never found.",
            evidenceNeeded: "A redirect of /click with mk_cid, and the request that followed it.",
            example: "/click -> go.example/r?mk_cid=A -> 301 https://shop.example/: fail at go.example, hop 2."))

    private var log = RuleLog()
    private var saysFragment = false

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let step = evidence.clicks.step(of: sighting), step.clickID != nil, let origin = step.cameBy else {
            return
        }
        if step.index == 1 { log.judged += 1 }
        remark(step, sighting, origin, evidence)
        guard let damage = step.damage else { return }
        if damage.isClient, let asked = step.asked {
            let words = ClickDamage.words(step.askedState ?? .absent, asked, step.clickID)
            let places = sighting.fields(.clickID).first.map { [$0.place] } ?? []
            add(
                sighting, asked, places, .sdkSent,
                "\(words) in the request that follows the link of #\(origin.exchange)",
                "follow a link exactly as it was sent", evidence)
        } else if let link = step.link {
            let words = ClickDamage.words(link.state, link.reading, step.clickID)
            let status = sighting.status.map { " (\($0))" } ?? ""
            let message =
                "\(words) at \(sighting.host)\(status), hop \(step.index + 1)"
                + ClickDamage.explanation(step, link, sighting, evidence.configuration.name(.clickID))
            add(
                sighting, link.reading, [link.place], .serverAnswer, message,
                "have \(sighting.host) keep the query of the URL it was asked with", evidence)
        }
    }

    private mutating func add(
        _ sighting: Sighting, _ reading: ClickIDReading, _ places: [EvidencePlace], _ cause: Cause,
        _ message: String, _ toDo: String, _ evidence: Evidence
    ) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: places, saw: ClickDamage.saw(reading, evidence.values),
                cause: cause, message: message, toDo: toDo))
    }

    /// What the way of the click shows besides.
    private mutating func remark(
        _ step: ClickStep, _ sighting: Sighting, _ origin: ClickStep.Origin, _ evidence: Evidence
    ) {
        guard log.remarks.count < RuleLog.remarkLimit else { return }
        let isSafe = step.askedState?.isSafe == true
        let names = QueryNames.missing(from: sighting.target.bytes, of: origin.destination)
        if isSafe, !names.isEmpty {
            let (tracked, others) = QueryNames.partition(names)
            if !tracked.isEmpty {
                log.remarks.append(
                    "#\(step.number): the browser removed \(tracked.joined(separator: ", ")); "
                        + "custom names pass for now")
            }
            if !others.isEmpty {
                log.remarks.append(
                    "#\(step.number): the client removed \(others.joined(separator: ", ")), as privacy tools do")
            }
        }
        if step.isInContent, origin.host != sighting.host {
            log.remarks.append("#\(step.number): the ID in the content was disclosed to \(sighting.host)")
        }
        guard let link = step.link, link.taker == .web, link.state.isSafe else { return }
        if let move = CanonicalMove(from: sighting.url, to: link.read.destination), !move.dropped.isEmpty {
            log.remarks.append("#\(step.number): \(sighting.host) kept mk_cid, dropped \(move.droppedText)")
        }
        if !saysFragment, URLBytes(link.bytes).fragment == nil, URLBytes(link.read.destination).fragment != nil {
            saysFragment = true
            log.remarks.append(
                "#\(step.number): the fragment of #\(origin.exchange)'s link passes on to the next address")
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "click chains",
            wouldShow: "a redirect of /click with mk_cid, and the request that follows it, would show it")
    }
}
