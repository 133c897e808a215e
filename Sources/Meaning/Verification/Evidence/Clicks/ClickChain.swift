package import AdTimeline
package import SDKContracts

/// The way of one click, kept in a few words a hop: `/click`, each request that followed, and how each led on.
package struct ClickChain: Sendable, Hashable {
    /// How an answer leads on.
    package enum Mechanism: Sendable, Hashable {
        /// Status 3xx with a Location.
        case redirect
        /// A page that moves on by itself.
        case page(PageNavigation.Mechanism)

        package var isPage: Bool { self != .redirect }

        /// For tables and machines: `redirect`, `meta-refresh`, `script`.
        package var word: String {
            switch self {
            case .redirect: "redirect"
            case .page(let mechanism): mechanism.rawValue
            }
        }
    }

    /// Who takes a link up.
    package enum Taker: String, Sendable, Hashable {
        case web
        /// A link of another scheme: what follows makes no traffic.
        case app
        /// A page of an app store, which hands nothing to the installed app.
        case store
    }

    package struct Link: Sendable, Hashable {
        package let mechanism: Mechanism
        package let taker: Taker
        package let state: ClickIDState
        /// As a browser would ask for it, fragment included; cut at ``ClickLimits/linkSize``.
        package let destination: [UInt8]
    }

    package struct Hop: Sendable, Hashable {
        package let exchange: Int
        package let host: String
        package let status: Int?
        /// The state of the ID in the request; nil for `/click` itself.
        package let asked: ClickIDState?
        /// Nil where the answer leads nowhere.
        package let link: Link?
    }

    /// Where the ID was first damaged, and by whom.
    package struct Damage: Sendable, Hashable {
        /// A position in ``ClickChain/hops``.
        package let hop: Int
        /// The client changed the link it followed; otherwise the hop's answer did.
        package let isClient: Bool
    }

    /// The line of the recording that told the link, as `#3:1`; nil where none did.
    package let toldBy: String?
    /// What the ad server's redirect gave: exactly one, as a parameter.
    package let clickID: [UInt8]?
    package internal(set) var hops: [Hop]
    package internal(set) var damage: Damage?
    /// Conversions that carry the ID, the first few.
    package internal(set) var conversions: [Int] = []

    /// The exchange of `/click`.
    package var click: Int { hops.first?.exchange ?? 0 }

    /// How many of the hops lead on.
    package var stepCount: Int { hops.count { $0.link != nil } }
}

/// How much of the clicks is kept.
package struct ClickLimits: Sendable, Equatable {
    /// Chains; earlier ones are forgotten.
    package var chains: Int
    /// Hops of one chain.
    package var hops: Int
    /// Links whose request is waited for.
    package var open: Int
    /// Bytes kept of a link once the next request is seen.
    package var linkSize: Int
    /// Conversions named for one chain.
    package var conversions: Int
    /// Delivered click IDs remembered for later conversions.
    package var captures: Int

    package init(
        chains: Int = 1024, hops: Int = 32, open: Int = 128, linkSize: Int = 512, conversions: Int = 8,
        captures: Int = 1024
    ) {
        self.chains = chains
        self.hops = hops
        self.open = open
        self.linkSize = linkSize
        self.conversions = conversions
        self.captures = captures
    }
}
