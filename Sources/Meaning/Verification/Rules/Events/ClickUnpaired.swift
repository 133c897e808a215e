import AdMarkup
import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-136: Does each click of a video ad open its address and tell its trackers?
package struct ClickUnpaired: Rule {
    package static let description = RuleDescription(
        code: "MK-136", slug: "click-unpaired", family: .events, severity: .p1,
        clause: Clause("§7", "click", derivation: "VAST asks for ClickTracking with each click"),
        question: "Does each click of a video ad open its address and tell its trackers?",
        explanation: RuleExplanation(
            what: """
                Where the ClickThrough of a video ad is opened, each ClickTracking of its documents is asked for; \
                where a ClickTracking is asked for, the ClickThrough is opened. Judged where each document of the \
                chain has one ad, and for hosts that the recording shows: a tracker's by any request, a \
                ClickThrough's by one from a browser.
                """,
            why: "A click that only one side hears of is a difference between two invoices.",
            evidenceNeeded: "A VAST answer with ClickThrough and ClickTracking, and a click.",
            example: "GET /click?ad=1 without the ClickTracking of the same document: fail."))

    private enum Limits {
        /// So many of the latest clicked ads are still watched.
        static let clicks = 256
        static let hosts = 4096
        static let remarks = 16
    }

    private struct Line: Hashable {
        let document: Int
        let start: Int
    }

    private struct Chain: Hashable {
        let root: Int
        let breakIndex: Int?
    }

    /// Something a click should have led to.
    private struct Absence {
        let host: String
        let finding: Finding
    }

    private struct Click {
        let chain: Chain
        var told: Set<Line> = []
        var isOpened = false
        var untold: [(line: Line, absence: Absence)] = []
        var unopened: Absence?
        var last: Int

        var absences: [Absence] { untold.map(\.absence) + (unopened.map { [$0] } ?? []) }
    }

    private var log = RuleLog()
    private var clicks: [Click] = []
    private var hosts: Set<String> = []
    private var browserHosts: Set<String> = []
    private var lastNumber = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        lastNumber = sighting.number
        if hosts.count < Limits.hosts { hosts.insert(sighting.host) }
        guard let join = evidence.timeline.join(of: sighting.number) else { return noteBrowser(sighting) }
        noteBrowser(sighting)
        switch join.told.role {
        case .clickTracking, .clickThrough: break
        default: return
        }
        guard let ads = Self.ads(of: join.told, evidence) else { return }
        let chain = Chain(root: join.root, breakIndex: join.breakReference?.index)
        let linears = ads.flatMap { ad in ad.ad.creatives.compactMap(\.linear) }
        let place = join.told.place.range
        if join.told.role == .clickTracking {
            guard linears.contains(where: { $0.clickTracking.contains { $0.place == place } }) else { return }
            tell(Line(document: join.told.document, start: place.lowerBound), chain, sighting, join, ads, evidence)
        } else {
            guard linears.contains(where: { $0.clickThrough?.place == place }) else { return }
            open(chain, sighting, ads, evidence)
        }
    }

    private mutating func noteBrowser(_ sighting: Sighting) {
        if sighting.isFromBrowser, browserHosts.count < Limits.hosts { browserHosts.insert(sighting.host) }
    }

    private typealias AdLine = (document: Int, ad: VASTAd, told: ToldURL)

    /// The one ad of each document from this URL up to the first request; nil where a document has more or none.
    private static func ads(of told: ToldURL, _ evidence: Evidence) -> [AdLine]? {
        var result: [AdLine] = []
        for url in evidence.lineage(of: told) {
            guard let ads = evidence.ads(around: url) else { continue }
            guard ads.count == 1 else { return nil }
            result.append((url.document, ads[0], url))
        }
        return result.isEmpty ? nil : result
    }

    private mutating func index(_ chain: Chain, _ number: Int) -> Int {
        if let index = clicks.firstIndex(where: { $0.chain == chain }) { return index }
        if clicks.count == Limits.clicks { settle(clicks.removeFirst()) }
        clicks.append(Click(chain: chain, last: number))
        return clicks.count - 1
    }

    /// A tracker was told of the click.
    private mutating func tell(
        _ line: Line, _ chain: Chain, _ sighting: Sighting, _ join: Join, _ ads: [AdLine], _ evidence: Evidence
    ) {
        let index = index(chain, sighting.number)
        clicks[index].told.insert(line)
        clicks[index].untold.removeAll { $0.line == line }
        guard !clicks[index].isOpened, clicks[index].unopened == nil,
            let target = ads[0].ad.creatives.lazy.compactMap({ $0.linear?.clickThrough }).first,
            let told = Self.told(target, ads[0], evidence), let host = Self.host(told)
        else { return }
        clicks[index].last = sighting.number
        clicks[index].unopened = Absence(
            host: host,
            finding: Finding(
                Self.description, at: sighting, saw: .text("click-tracking"), cause: .sdkSent,
                message: "the click is told, but its ClickThrough (\(told.label)) is not opened",
                toDo: "open the ClickThrough on each click; tell the trackers of no click that opens nothing"))
    }

    /// The address of the ad was opened.
    private mutating func open(_ chain: Chain, _ sighting: Sighting, _ ads: [AdLine], _ evidence: Evidence) {
        let index = index(chain, sighting.number)
        clicks[index].unopened = nil
        guard !clicks[index].isOpened else { return }
        clicks[index].isOpened = true
        clicks[index].last = sighting.number
        for line in ads {
            for tracker in line.ad.creatives.compactMap(\.linear).flatMap(\.clickTracking) {
                let key = Line(document: line.document, start: tracker.place.lowerBound)
                guard let told = Self.told(tracker, line, evidence), let host = Self.host(told) else { continue }
                log.judged += 1
                guard !clicks[index].told.contains(key) else { continue }
                clicks[index].untold.append(
                    (
                        key,
                        Absence(
                            host: host,
                            finding: Finding(
                                Self.description, at: sighting, saw: .words("no request for \(told.label)"),
                                cause: .sdkOmitted, message: "the click is not told to \(host) (\(told.label))",
                                toDo: "ask for every ClickTracking of the chain when the viewer clicks"))
                    ))
            }
        }
    }

    private static func told(_ url: MarkupURL, _ line: AdLine, _ evidence: Evidence) -> ToldURL? {
        evidence.timeline.told(by: line.document).first { $0.place.range == url.place }
    }

    private static func host(_ told: ToldURL) -> String? {
        URLBytes(told.url).origin.map { FirstPartyHosts.normalized($0.host) }
    }

    private mutating func settle(_ click: Click) {
        let (findings, remarks) = judged(click)
        log.findings += findings
        log.remarks += remarks
    }

    private func judged(_ click: Click) -> (findings: [Finding], remarks: [String]) {
        guard click.last < lastNumber else { return ([], []) }
        var findings: [Finding] = []
        var remarks: [String] = []
        for (line, absence) in click.untold {
            if hosts.contains(absence.host) {
                findings.append(absence.finding)
            } else if log.remarks.count + remarks.count < Limits.remarks {
                remarks.append("#\(line.document): a ClickTracking on \(absence.host), of which nothing was recorded")
            }
        }
        if let unopened = click.unopened {
            if browserHosts.contains(unopened.host) {
                findings.append(unopened.finding)
            } else if log.remarks.count + remarks.count < Limits.remarks {
                remarks.append(
                    "#\(unopened.finding.exchange): a click on \(unopened.host), where no browser was recorded")
            }
        }
        return (findings, remarks)
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var log = log
        for click in clicks {
            let (findings, remarks) = judged(click)
            log.findings += findings
            log.remarks += remarks
        }
        return log.verdict(
            "click trackers", wouldShow: "a click on a video ad whose document has ClickTracking would show it")
    }
}
