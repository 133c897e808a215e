import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-191: Is there one party alone that leads a click to its landing?
package struct ClickTrackingNavigates: Rule {
    package static let description = RuleDescription(
        code: "MK-191", slug: "click-tracking-navigates", family: .click, severity: .p2,
        clause: Clause(
            "§7", "toque no creative (abre /click via SFSafariViewController)",
            derivation: "ClickTracking counts, ClickThrough navigates (VAST 4.2 §3.10)"),
        question: "Is there one party alone that leads a click to its landing?",
        explanation: RuleExplanation(
            what: """
                No ClickTracking of an ad redirects to a host on the way of the same ad's /click: a tracker counts and \
                answers with nothing to see.
                """,
            why: "Where two addresses lead to the landing, the visit may come by the one without mk_cid.",
            evidenceNeeded: "A VAST ad's ClickTracking and its click through /click.",
            example: "ClickTracking answers 302 Location: https://shop.example/offer, as /click does: fail."))

    /// A tracker's redirect whose click has not been seen.
    private struct Tracker {
        let root: Int
        let host: String
        let finding: Finding
    }

    /// A host on the way of a click.
    private struct Way {
        let root: Int
        let host: String
    }

    private var log = RuleLog()
    private var trackers: [Tracker] = []
    private var ways: [Way] = []
    private var rootOfChain: [Int: Int] = [:]

    /// Earlier ones are forgotten.
    private static let limit = 128

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if let step = evidence.clicks.step(of: sighting) {
            see(step, sighting, evidence)
        } else if let join = evidence.timeline.join(of: sighting.number), join.told.role == .clickTracking {
            log.judged += 1
            guard let location = sighting.location else { return }
            see(join.root, BrowserURL.resolved(location.bytes, base: sighting.url), location.range, sighting, evidence)
        }
    }

    private mutating func see(_ step: ClickStep, _ sighting: Sighting, _ evidence: Evidence) {
        if step.index == 0 {
            guard let join = evidence.timeline.join(of: sighting.number) else { return }
            if rootOfChain.count == Self.limit { rootOfChain.removeAll() }
            rootOfChain[step.chainID] = join.root
        }
        guard let root = rootOfChain[step.chainID], let link = step.link,
            let host = URLBytes(link.read.destination).normalizedHost
        else { return }
        if ways.count == Self.limit { ways.removeFirst() }
        ways.append(Way(root: root, host: host))
        for tracker in trackers where tracker.root == root && tracker.host == host {
            log.findings.append(tracker.finding)
        }
        trackers.removeAll { $0.root == root && $0.host == host }
    }

    private mutating func see(
        _ root: Int, _ destination: [UInt8], _ range: Range<Int>, _ sighting: Sighting, _ evidence: Evidence
    ) {
        guard let host = URLBytes(destination).normalizedHost, host != sighting.host else { return }
        let hasID = !ClickIDReading(destination, name: evidence.configuration.name(.clickID)).occurrences.isEmpty
        let finding = Finding(
            Self.description, at: sighting,
            places: [EvidencePlace(part: .responseHead, surface: .header, name: "location", range: range)],
            saw: .words(hasID ? "a mk_cid of its own" : "no mk_cid"), cause: .serverAnswer,
            message: "two parties navigate to \(host): the click tracker \(sighting.host) as well as /click; "
                + "mk_cid is only on one path",
            toDo: "have the tracker answer 204 or a pixel, or make it the ClickThrough's first hop")
        if ways.contains(where: { $0.root == root && $0.host == host }) { return log.findings.append(finding) }
        if trackers.count == Self.limit { trackers.removeFirst() }
        trackers.append(Tracker(root: root, host: host, finding: finding))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "click trackers", wouldShow: "a VAST ad's ClickTracking and its click through /click would show it")
    }
}
