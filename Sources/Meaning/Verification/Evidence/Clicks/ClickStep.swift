import AdTimeline
import HTTPModel
import SDKContracts

/// One request on the way of a click, with everything at hand that a rule judges; forgotten with the next request.
struct ClickStep {
    /// A link as its answer holds it.
    struct Link {
        let bytes: [UInt8]
        let place: EvidencePlace
        let mechanism: ClickChain.Mechanism
        let taker: ClickChain.Taker
        let reading: ClickIDReading
        let state: ClickIDState
        let read: LinkReading
    }

    /// The link that led to the request.
    struct Origin {
        let exchange: Int
        let host: String
        /// As a browser would ask for it.
        let destination: [UInt8]
    }

    let number: Int
    /// Names the chain in ``ClickWalk/chain(_:)``.
    let chainID: Int
    /// 0 for `/click`.
    let index: Int
    let clickID: [UInt8]?
    let cameBy: Origin?
    /// The request's own URL; nil for `/click`, which has no ID yet.
    let asked: ClickIDReading?
    let askedState: ClickIDState?
    /// Whether the request carries the ID in its content, and not in its URL.
    let isInContent: Bool
    let link: Link?
    /// Set where this step is the first at which the ID was damaged.
    let damage: ClickChain.Damage?
}

extension ClickStep.Link {
    /// The hosts and schemes of app stores.
    private static let storeHosts = ["apps.apple.com", "itunes.apple.com", "play.google.com"]
    private static let storeSchemes = ["itms", "itms-apps", "itms-appss", "market"]

    static func taker(of destination: [UInt8]) -> ClickChain.Taker {
        let url = URLBytes(destination)
        if url.webScheme != nil {
            return storeHosts.contains(url.normalizedHost ?? "") ? .store : .web
        }
        guard let scheme = url.scheme else { return .web }
        return storeSchemes.contains(String(display: url.bytes[scheme].map(ASCII.lowercased))) ? .store : .app
    }
}
