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
}
