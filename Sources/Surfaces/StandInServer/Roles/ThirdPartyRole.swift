internal import Platform

/// Two ad servers that are not the first party: A answers wrappers that lead to B, B answers the ad.
struct ThirdPartyRole: Sendable {
    let hosts: StandInHosts
    let faults: Set<StandInFault>
    var generator: SeededGenerator

    mutating func answer(_ request: StandInRequest) -> StandInAnswer {
        switch request.path {
        case "/px":
            if faults.contains(.clickTrackerNavigates), request.query("e") == "click" {
                return .redirect(to: request.base(hosts.advertiser) + "/oferta?utm_source=audit")
            }
            return .pixel
        case "/creative.gif": return .pixel
        case "/live": return .webSocket(request)
        case "/vast": return vast(request)
        default: return .notFound("no such path: \(request.path)")
        }
    }

    private mutating func vast(_ request: StandInRequest) -> StandInAnswer {
        if faults.contains(.thirdPartyUnavailable) {
            return .text("busy\n", type: "text/plain", status: 503)
        }
        if request.host == hosts.thirdPartyA || faults.contains(.thirdPartyLoop) {
            let isA = request.host == hosts.thirdPartyA
            let next = isA ? hosts.thirdPartyB : hosts.thirdPartyA
            let tag = request.base(next) + "/vast?pos=\(request.query("pos") ?? "mid")&via=\(isA ? "a" : "b")"
            return xml(
                VASTDocument.wrapper(
                    adID: "w\(generator.token(9))", system: isA ? "Third Party A" : "Third Party B",
                    party: party(of: request), target: tag))
        }
        if faults.contains(.thirdPartyEmpty) { return xml(VASTDocument.noFill) }
        var ad = VASTDocument.Linear(
            adID: "b\(generator.token(9))", system: "Third Party B", title: "Spot of another network",
            parties: [party(of: request)], statedSeconds: 10, skipAfterSeconds: nil,
            mediaURL: request.base(hosts.thirdPartyMedia) + "/spot-10s.mp4",
            clickThrough: request.base(hosts.advertiser) + "/produto/42?utm_source=thirdparty-b")
        // Trackers that are not the first party's: a suffix or prefix match would take one host for it, a reader that
        // stops at @ the other.
        ad.extraImpressions = [
            request.base(hosts.lookAlike) + "/px?e=impression&p=audit",
            request.base("\(hosts.metrike)@\(hosts.thirdPartyB)") + "/px?e=impression&p=user",
        ]
        return xml(faults.contains(.thirdPartyMalformed) ? VASTDocument.malformed(ad) : VASTDocument.inline(ad))
    }

    private mutating func party(of request: StandInRequest) -> TrackerParty {
        let base = request.base(request.host) + "/px"
        let line = generator.token(8)
        // A macro that asks for the app's identity: the player refuses it.
        let macro = request.host == hosts.thirdPartyB ? "&app=[APPBUNDLE]" : ""
        return TrackerParty { "\(base)?e=\($0)&l=\(line)\(macro)&cb=[CACHEBUSTING]" }
    }

    private func xml(_ text: String) -> StandInAnswer {
        .text(text, type: "application/xml; charset=utf-8")
    }
}
