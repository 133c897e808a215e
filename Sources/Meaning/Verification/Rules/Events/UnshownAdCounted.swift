package import SDKContracts

/// MK-139: Does an ad that was fetched and never shown stay uncounted?
package struct UnshownAdCounted: Rule {
    package static let description = RuleDescription(
        code: "MK-139", slug: "unshown-ad-counted", family: .events, severity: .p1,
        clause: Clause("§3.2", "preload()/show(from:) seguem o mesmo modelo pre-fetch do AdButler"),
        question: "Does an ad that was fetched and never shown stay uncounted?",
        explanation: RuleExplanation(
            what: """
                A video ad of /vast whose start is never reported has no Impression and no quartile; one with an error \
                is left out. An interstitial that the app has fetched and not shown, by the mark interstitial \
                (preload, show), has no impression beacon.
                """,
            why: "Apps fetch ads ahead of time and throw many away; none of those was seen.",
            evidenceNeeded: """
                A VAST answer that asks for start, or an answer of /serve under the mark interstitial=preload, that \
                is not shown, and a later request of the app.
                """,
            example: "GET /vast/abc, its Impression pixel, never start: fail."))

    private static let counted: Set<String> = ["impression", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    private struct Ad {
        let since: Int
        var count: Finding?
    }

    private var log = RuleLog()
    private var videos = RecentAds<VideoAd.Key, Ad>()
    private var displays = RecentAds<Int, Ad>()
    private var interstitialCount = 0
    /// The latest first-party request, and the latest that belongs to another ad than it.
    private var latest: (number: Int, ad: VideoAd.Key?) = (0, nil)
    private var latestOther: (number: Int, ad: VideoAd.Key?) = (0, nil)

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let event = evidence.videoEvent
        if sighting.isFirstParty {
            let ad = event?.ad.key
            if latest.ad != ad { latestOther = latest }
            latest = (sighting.number, ad)
        }
        if let ad = evidence.videos.answered, ad.format != .instream, ad.format != .ownPlayer, !ad.isPod {
            videos[ad.key] = Ad(since: sighting.number)
        }
        if let event { see(event, sighting) }
        seeDisplay(sighting, evidence)
    }

    private mutating func see(_ event: VideoEvent, _ sighting: Sighting) {
        let key = event.ad.key
        guard var ad = videos[key] else { return }
        if event.name == "start" || event.kind == .error {
            videos[key] = nil
        } else if Self.counted.contains(event.name), event.ad.tellsStart, ad.count == nil {
            ad.count = finding(sighting, "\(event.name), no start", of: key.root)
            videos[key] = ad
        }
    }

    private mutating func seeDisplay(_ sighting: Sighting, _ evidence: Evidence) {
        switch sighting.state.interstitial {
        case nil: return
        case .show: while let (ad, _) = displays.first() { displays[ad] = nil }
        case .preload:
            if sighting.role == .serve, sighting.state.interstitialCount > interstitialCount {
                // The first request after the mark; later ones are a banner's.
                interstitialCount = sighting.state.interstitialCount
                guard sighting.status == 200 else { return }
                displays[sighting.number] = Ad(since: sighting.number)
            } else if let event = evidence.displayEvent(sighting), event.name == "impression",
                displays[event.ad] != nil
            {
                displays[event.ad] = nil
                log.findings.append(finding(sighting, "impression, not shown", of: event.ad))
            }
        }
    }

    private func finding(_ sighting: Sighting, _ saw: String, of answer: Int) -> Finding {
        Finding(
            Self.description, at: sighting, saw: .words(saw), cause: .sdkSent,
            message: "the ad of #\(answer) is counted though it was never shown",
            toDo: "send nothing of an ad between preload and show, nor when it is thrown away")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var log = log
        for (key, ad) in videos.pairs {
            // The recording may end between two pixels of one moment.
            let later = latest.ad == key ? latestOther.number : latest.number
            guard later > ad.since else { continue }
            if let count = ad.count {
                if later > count.exchange { log.findings.append(count) }
            } else {
                log.judged += 1
            }
        }
        log.judged += displays.all.count { $0.since < latest.number }
        return log.verdict(
            "ads that were not shown",
            wouldShow: """
                a /vast answer whose ad is never started, or an interstitial fetched and not shown (mark \
                interstitial), and a later request, would show it
                """)
    }
}
