package import CassetteFormat
package import SDKContracts

/// What the recording could see, and what it could not.
package struct Coverage: Sendable, Hashable {
    package struct Count: Sendable, Hashable {
        package var party: Party
        package var role: String
        package var count: Int
    }

    package struct Host: Sendable, Hashable {
        package var host: String
        package var party: Party
        package var count: Int
    }

    /// An exchange of which something is missing, and what.
    package struct Gap: Sendable, Hashable {
        package var exchange: Int
        package var host: String
        package var text: String
    }

    package enum BaseHost: Sendable, Hashable {
        case known(host: String, FirstPartyHosts.Source)
        case ambiguous([String])
        case unknown
    }

    package internal(set) var exchangeCount = 0
    package internal(set) var counts: [Count] = []
    package internal(set) var hosts: [Host] = []
    package internal(set) var tunnels: [Gap] = []
    /// Failed, cut, refused and missed exchanges.
    package internal(set) var failures: [Gap] = []
    /// Content that could not be read.
    package internal(set) var unread: [Gap] = []
    package internal(set) var marks: [Mark] = []
    package internal(set) var notes: [String] = []
    package internal(set) var baseHost = BaseHost.unknown
    /// The value of the `clock_scale` mark: the app's clock ran so many times as fast as the recorder's.
    package internal(set) var clockScale: String?
    package internal(set) var toldCount = 0
    package internal(set) var joinedCount = 0
    /// Of each of several tapes that are judged as one, in their order; empty for a tape that stands alone.
    package internal(set) var tapes: [Coverage] = []

    /// What a forwarding proxy cannot see of an iOS app, whatever it recorded.
    package static let limits = [
        "pinned or QUIC traffic passes unseen",
        "questions to DNS are on no tape (fita leaks --capture searches those of a packet capture)",
        "a universal link or custom scheme hand-over makes no traffic",
        "web views, media and the in-app browser are seen only where the device uses the proxy and trusts its CA",
    ]

    /// Whether anything passed that could not be read.
    package var hasGaps: Bool { !tunnels.isEmpty || !failures.isEmpty || !unread.isEmpty }
}
