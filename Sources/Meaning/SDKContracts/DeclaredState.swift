package import CassetteFormat

/// What the marks before an exchange say of the app: state that does not show on the wire.
///
/// Nil means that no mark has said it.
package struct DeclaredState: Sendable, Hashable {
    package var tracking: Bool?
    package var childDirected: Bool?
    package var collectLocation: Bool?
    /// Whether the app has a consent management platform.
    package var cmp: Bool?
    /// The consent platform's stored keys (`IABTCF_…`).
    package var consentKeys: [String: String] = [:]
    /// Consent strings that a later mark replaced, oldest first.
    package var formerConsentStrings: [String] = []
    /// How many times as fast as the recorder's the app's clock ran.
    package var clockScale = 1.0
    /// How many launches have been marked, and what the last mark says of it.
    package var launchCount = 0
    package var launch: String?
    /// How often tracking was marked off; a new count begins a new era of the visitor ID.
    package var optOutCount = 0
    /// The exchange count at the last mark that turned tracking off.
    package var offSince: Int?
    package var launchCountWhenOff = 0
    /// Counts of launches that a reinstallation begins.
    package var installCount = 0
    /// How many times the publisher's own video came to its end.
    package var contentEndCount = 0
    /// The last deep links the app was given, in the words of their marks, and where these stand.
    package var deepLinks: [DeepLink] = []

    /// What `/vast` tokens are used for, where the configuration does not say.
    package var tokenFormats: [String: ContractConfiguration.AdFormat] = [:]
    /// What the app last did with an interstitial.
    package var interstitial: Interstitial?
    /// How many interstitials it has fetched.
    package var interstitialCount = 0

    package enum Interstitial: String, Sendable, Hashable {
        case preload, show
    }

    /// So many of the latest links are remembered.
    package static let deepLinkCount = 64

    /// The exchange count at the last installation of the app.
    package var installedSince: Int?
    /// Which of several joined tapes it is, from 1; 0 for a tape that stands alone.
    package private(set) var tape = 0
    /// What each app of a join has stored, while another one is told of.
    private var stored: [String: Stored] = [:]
    private var app: String?
    /// The exchange count at the last mark of tracking.
    private var trackingSince: Int?

    /// What outlives a process of an app.
    private struct Stored: Hashable {
        var tracking: Bool?
        var offSince: Int?
        var launchCountWhenOff = 0
        var installedSince: Int?
        var deepLinks: [DeepLink] = []
    }

    package struct DeepLink: Sendable, Hashable {
        package var afterExchange: Int
        package var url: [UInt8]
    }

    package init() {}

    /// Takes in one mark; an unknown key or value changes nothing.
    package mutating func apply(_ mark: Mark) {
        switch mark.key {
        case MetrikeVocabulary.trackingMark:
            guard let on = Self.flag(mark.value) else { return }
            if !on, tracking != false {
                optOutCount += 1
                offSince = mark.afterExchange
                launchCountWhenOff = launchCount
            }
            tracking = on
            trackingSince = mark.afterExchange
        case MetrikeVocabulary.childDirectedMark: childDirected = Self.flag(mark.value) ?? childDirected
        case MetrikeVocabulary.collectLocationMark: collectLocation = Self.flag(mark.value) ?? collectLocation
        case MetrikeVocabulary.cmpMark:
            if mark.value == "present" { cmp = true }
            if mark.value == "absent" { cmp = false }
        case MetrikeVocabulary.launchMark:
            launchCount += 1
            launch = mark.value
            if MetrikeVocabulary.installLaunches.contains(mark.value) { install(after: mark.afterExchange) }
        case MetrikeVocabulary.joinedTapeMark: beginTape()
        case MetrikeVocabulary.joinedAppMark: change(to: mark.value)
        case MetrikeVocabulary.clockScaleMark:
            if let scale = Double(mark.value), scale > 0, scale.isFinite { clockScale = scale }
        case MetrikeVocabulary.contentEndMark: contentEndCount += 1
        case MetrikeVocabulary.deepLinkMark:
            if deepLinks.count == Self.deepLinkCount { deepLinks.removeFirst() }
            deepLinks.append(DeepLink(afterExchange: mark.afterExchange, url: Array(mark.value.utf8)))
        case MetrikeVocabulary.interstitialMark:
            guard let act = Interstitial(rawValue: mark.value) else { return }
            interstitial = act
            if act == .preload { interstitialCount += 1 }
        case MetrikeVocabulary.tokenFormatMark:
            let words = mark.value.split(separator: " ").map(String.init)
            guard words.count == 2, let format = ContractConfiguration.AdFormat(rawValue: words[1]) else { return }
            tokenFormats[words[0]] = format
        default:
            guard mark.key.hasPrefix(MetrikeVocabulary.consentKeyPrefix) else { return }
            if mark.key == MetrikeVocabulary.consentStringKey, let former = consentKeys[mark.key], former != mark.value
            {
                formerConsentStrings.append(former)
            }
            consentKeys[mark.key] = mark.value
        }
    }

    /// Nothing that the app had stored is left: its user's choice, and the links it took an ID from.
    private mutating func install(after exchange: Int) {
        installCount += 1
        installedSince = exchange
        deepLinks = []
        // A choice that is marked beside the launch is that of the new installation.
        if let trackingSince, trackingSince < exchange {
            tracking = nil
            offSince = nil
        }
    }

    /// What a process is told at its start, and what may have changed unseen since the tape before, is not known.
    private mutating func beginTape() {
        tape += 1
        childDirected = nil
        collectLocation = nil
        cmp = nil
        consentKeys = [:]
        formerConsentStrings = []
        clockScale = 1
    }

    private mutating func change(to app: String) {
        guard app != self.app else { return }
        // What was said before any app was known is said of the first.
        if let former = self.app {
            stored[former] = Stored(
                tracking: tracking, offSince: offSince, launchCountWhenOff: launchCountWhenOff,
                installedSince: installedSince, deepLinks: deepLinks)
            let own = stored[app] ?? Stored()
            tracking = own.tracking
            offSince = own.offSince
            launchCountWhenOff = own.launchCountWhenOff
            installedSince = own.installedSince
            deepLinks = own.deepLinks
        }
        self.app = app
    }

    private static func flag(_ value: String) -> Bool? {
        switch value {
        case "on", "1", "true": true
        case "off", "0", "false": false
        default: nil
        }
    }
}
