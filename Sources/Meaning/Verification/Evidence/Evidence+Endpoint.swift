import AdTimeline
import SDKContracts

extension Evidence {
    /// Which of the endpoints the SDK's own request is for; nil for any other request.
    func endpoint(of sighting: Sighting) -> ContractReadings.Endpoint? {
        guard isSDKRequest(sighting) else { return nil }
        switch sighting.role {
        case .serve: return .serve
        case .vast: return .vast
        case .vmap: return .vmap
        case .click: return .click
        case .conversion: return .conversion
        case .beacon, .other, .none: break
        }
        if isMarkupPixel(sighting) { return .pixel }
        return isBeacon(sighting) ? .beacon : nil
    }

    /// Whether the guide, a document of the recording or the configuration knows the path that a request asks of the
    /// ad server.
    func knowsPath(of sighting: Sighting) -> Bool {
        if contract.asks(configuration.knownPaths, sighting) { return true }
        switch sighting.role {
        case .serve, .vast, .vmap, .click, .conversion, .beacon(.some): return true
        case .beacon(nil): return contract.asks(configuration.beaconPaths, sighting)
        case .other, .none: return timeline.join(of: sighting.number) != nil
        }
    }

    /// Whether a request is surely the SDK's own: it asks a path that is known, or says a field that is the SDK's
    /// alone. Whatever else asks the base host may be the app's own traffic, and lacks nothing.
    func isSurelySDKRequest(_ sighting: Sighting) -> Bool {
        isSDKRequest(sighting)
            && (knowsPath(of: sighting)
                || [FieldKind.appBundle, .sdkVersion, .visitorID, .sessionID].contains { sighting.has($0) })
    }

    /// Who made a request that is at fault itself.
    func sender(of sighting: Sighting) -> Cause {
        if let join = timeline.join(of: sighting.number), join.told.role == .redirect {
            return .redirect(exchange: join.told.document)
        }
        if isSurelySDKRequest(sighting) { return .sdkSent }
        return sighting.isFromBrowser ? .webView : .unjoined
    }
}
