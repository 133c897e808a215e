internal import AdMarkup
internal import Dialing
internal import HTTPModel

/// Follows a VAST answer through its wrappers to an inline ad (VAST 4.3 §2.3.4).
struct VASTChain {
    enum Limits {
        /// Wrappers one after the other.
        static let wrappers = 5
    }

    let metrike: Metrike

    /// Asks for a tag and follows it. Only the ad server's own host gets the identity.
    func fetch(_ tag: [UInt8]) throws(VideoAdFailure) -> VideoAd {
        try follow(try answer(to: tag, VideoAd(), isWrapped: false), from: tag, VideoAd(), depth: 0)
    }

    /// Follows a document that is here already; `origin` is the address it came from.
    func follow(_ document: VASTDocument, from origin: [UInt8]) throws(VideoAdFailure) -> VideoAd {
        try follow(document, from: origin, VideoAd(), depth: 0)
    }

    private func follow(
        _ document: VASTDocument, from origin: [UInt8], _ outer: VideoAd, depth: Int
    ) throws(VideoAdFailure) -> VideoAd {
        var chain = outer
        guard let ad = document.ads.first(where: { $0.sequence == nil }) ?? document.ads.first else {
            let errors = chain.errors + document.errors.map(\.bytes)
            throw VideoAdFailure(code: 303, why: "no ad", errors: errors)
        }
        add(ad, to: &chain)
        if let wrapper = ad.wrapper {
            guard let target = wrapper.adTag, !target.bytes.isEmpty else {
                throw VideoAdFailure(code: 300, why: "a wrapper without a target", errors: chain.errors)
            }
            guard depth < Limits.wrappers else {
                throw VideoAdFailure(code: 302, why: "more than \(Limits.wrappers) wrappers", errors: chain.errors)
            }
            let url = URLBytes(origin).resolving(target.bytes)
            let next = try answer(to: url, chain, isWrapped: true)
            return try follow(next, from: url, chain, depth: depth + 1)
        }
        guard let linear = ad.creatives.lazy.compactMap(\.linear).first else {
            throw VideoAdFailure(code: 201, why: "no linear creative", errors: chain.errors)
        }
        let playable = linear.mediaFiles.first { $0.type?.elementsEqual("video/mp4".utf8) == true }
        guard let media = playable ?? linear.mediaFiles.first, !media.url.bytes.isEmpty else {
            throw VideoAdFailure(code: 403, why: "no media file", errors: chain.errors)
        }
        chain.mediaURL = URLBytes(origin).resolving(media.url.bytes)
        chain.statedDuration = linear.duration?.duration
        if case .time(let time) = linear.skipOffset { chain.skipOffset = time.duration }
        if metrike.isFirstParty(origin), let id = ad.id {
            chain.own = LoadedAd(
                adID: String(display: id), zone: nil, refusesTracking: ad.refusesTracking,
                visitorIDAtLoad: metrike.visitorId())
        }
        return chain
    }

    private func add(_ ad: VASTAd, to chain: inout VideoAd) {
        chain.impressions += ad.impressions.map(\.bytes)
        chain.errors += ad.errors.map(\.bytes)
        for linear in ad.creatives.compactMap(\.linear) {
            chain.trackers += linear.tracking.map { .init(event: String(display: $0.event), url: $0.url.bytes) }
            chain.clickTrackers += linear.clickTracking.map(\.bytes)
            chain.clickThrough = linear.clickThrough?.bytes ?? chain.clickThrough
        }
    }

    private func answer(to tag: [UInt8], _ chain: VideoAd, isWrapped: Bool) throws(VideoAdFailure) -> VASTDocument {
        let reply = metrike.fetchMarkup(tag, isWrapped: isWrapped)
        guard let reply, reply.status == 200 else {
            let why = reply.map { "HTTP status \($0.status)" } ?? "no answer"
            throw VideoAdFailure(code: 301, why: why, errors: chain.errors)
        }
        guard case .vast(let document)? = Metrike.markup(reply.body) else {
            throw VideoAdFailure(code: 100, why: "not a VAST document", errors: chain.errors)
        }
        return document
    }
}

extension Metrike {
    /// The document, as a player with a strict XML parser sees it: nil unless it is well-formed.
    static func markup(_ body: [UInt8]) -> AdDocument? {
        let reading = AdDocumentParser().parse(body)
        return reading.isWellFormed ? reading.document : nil
    }

    /// Asks for VAST or VMAP; the identity travels to the first party only (guide §7).
    func fetchMarkup(_ url: [UInt8], isWrapped: Bool) -> HTTPReply? {
        if isFirstParty(url) {
            let isSchedule = String(display: url).contains(process.dialect.vmapPath)
            let address = identified(url, for: isSchedule ? .vmap : .vast)
            let method = !isSchedule && process.has(.videoAskedByPost) ? "POST" : "GET"
            return process.network.session(method, address, extra: extraFields)
        }
        let leaks = process.has(isWrapped ? .thirdPartyWrapperIdentity : .thirdPartyTagIdentity)
        return process.network.session("GET", leaks ? identified(url, for: .vast) : url)
    }
}

extension VASTAd {
    /// How this SDK reads a refusal in a VAST answer, of which the guide says nothing.
    fileprivate var refusesTracking: Bool {
        extensions.contains {
            $0.type?.elementsEqual("metrike-tracking".utf8) == true && $0.text?.elementsEqual("false".utf8) == true
        }
    }
}
