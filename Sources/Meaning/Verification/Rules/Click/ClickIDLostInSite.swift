import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-190: Does the landing's own site keep mk_cid until the conversion?
package struct ClickIDLostInSite: Rule {
    package static let description = RuleDescription(
        code: "MK-190", slug: "click-id-lost-in-site", family: .click, severity: .p1,
        clause: Clause(
            "§6", "Capturar o mk_cid", derivation: "what the landing received must last until the conversion"),
        question: "Does the landing's own site keep mk_cid until the conversion?",
        related: ["MK-176", "MK-177"],
        explanation: RuleExplanation(
            what: """
                Where a click arrived with mk_cid, a further page of the same host was opened from there without it, \
                and a conversion without that mk_cid followed, the ID was lost inside the site. A site may keep the ID \
                elsewhere than in its URLs: without such a conversion there is only a remark.
                """,
            why: "The click arrived and was paid; the site forgot it between two of its own pages.",
            evidenceNeeded: "The landing of a click, a further page of that host with a Referer, and a conversion.",
            example: "GET /produto?mk_cid=A, GET /carrinho from there, conversion without mk_cid: fail."))

    /// The last page that had the ID, and the first after it that had not.
    private struct Landing {
        let host: String
        let clickID: [UInt8]
        var path: String
        var loss: Finding?
    }

    private var log = RuleLog()
    private var landings: [Landing] = []

    /// Earlier landings are forgotten.
    private static let landingLimit = 64

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.role == .conversion { return judge(sighting) }
        if let step = evidence.clicks.step(of: sighting) {
            guard step.index > 0, step.link == nil, step.askedState == .intact, let clickID = step.clickID else {
                return
            }
            if landings.count == Self.landingLimit { landings.removeFirst() }
            landings.append(
                Landing(host: sighting.host, clickID: clickID, path: String(display: sighting.target.pathBytes)))
        } else if !landings.isEmpty, PageNavigation.isPage(sighting), sighting.isFromBrowser,
            let referer = sighting.head.first("referer"),
            let index = landings.lastIndex(where: { $0.host == sighting.host }),
            URLBytes(referer).normalizedHost == sighting.host
        {
            turn(landings[index], index, sighting, evidence)
        }
    }

    /// A further page of the site.
    private mutating func turn(_ landing: Landing, _ index: Int, _ page: Sighting, _ evidence: Evidence) {
        log.judged += 1
        let path = String(display: page.target.pathBytes)
        if page.fields(.clickID).contains(where: { $0.value == landing.clickID }) {
            landings[index].path = path
            landings[index].loss = nil
        } else if landing.loss == nil {
            landings[index].loss = Finding(
                Self.description, at: page, saw: .words("no mk_cid"), cause: .serverAnswer,
                message: "mk_cid is lost inside \(page.host), between \(landing.path) and \(path)",
                toDo: "have the site keep mk_cid, in its links or beside them, until it converts")
            if log.remarks.count < RuleLog.remarkLimit {
                log.remarks.append("#\(page.number): no mk_cid in the URL; the site may keep it elsewhere")
            }
        }
    }

    private mutating func judge(_ conversion: Sighting) {
        guard let landing = landings.last else { return }
        if let loss = landing.loss, conversion.value(.clickID) != landing.clickID { log.findings.append(loss) }
        landings.removeLast()
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "further pages of landing sites",
            wouldShow: "a click's landing page and a further page of its host, opened from there, would show it")
    }
}
