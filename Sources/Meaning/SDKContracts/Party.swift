/// Whose host a request was bound for.
package enum Party: String, Sendable, Hashable {
    case first, third
    /// The base host is not known.
    case unknown
}

/// Which endpoint of the contract a first-party request asks; `.none` for other parties.
package enum EndpointRole: Sendable, Hashable {
    case serve
    /// The token as sent, between slashes.
    case vast(token: [UInt8])
    case vmap(token: [UInt8])
    case click
    /// The event as the request names it.
    case beacon(event: String?)
    case conversion
    /// First party, none of the above: perhaps a pixel or an asset that some document asked for.
    case other
    case none

    package var name: String {
        switch self {
        case .serve: "serve"
        case .vast: "vast"
        case .vmap: "vmap"
        case .click: "click"
        case .beacon: "beacon"
        case .conversion: "conversion"
        case .other: "other"
        case .none: "none"
        }
    }

    package var isBeacon: Bool { if case .beacon = self { true } else { false } }
    package var isVAST: Bool { if case .vast = self { true } else { false } }
    package var isVMAP: Bool { if case .vmap = self { true } else { false } }
}
