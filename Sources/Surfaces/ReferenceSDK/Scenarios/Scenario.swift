/// A story for the reference SDK to live through.
package struct Scenario: Sendable {
    package enum App: String, Sendable {
        /// Shows the ads.
        case publisher
        /// Is advertised, and tells of conversions.
        case advertiser
    }

    package enum Step: Sendable {
        /// A new process of an app; the steps after it happen there.
        case launch(App)
        /// The app is removed and installed again, and starts: nothing that it had stored is left.
        case reinstall(App)
        /// Where the story is told on several tapes, here the next begins; else it goes on.
        case nextTape
        /// The consent platform writes its keys; nil takes a key away.
        case consent(applies: String?, tcString: String?)
        case setTracking(Bool)
        case initialize(childDirected: Bool = false, collectLocation: Bool = false)
        case wait(Duration)

        case loadBanner(zone: Int, contentURL: String? = nil)
        case lookAtBanner(Duration)
        case tapBanner
        case removeBanner
        case interstitial(zone: Int, time: Duration, tap: Bool = false)

        /// Fetches an interstitial or a full-screen video that the app never shows.
        case unshownInterstitial(zone: Int)
        case unshownVideo(token: String)

        case fullScreenVideo(token: String, [ViewerAction] = [])
        case outstream(token: String, [ViewerAction] = [])
        /// A film of that length with the breaks of a schedule; actions by number of the break.
        case instream(token: String, film: Duration, [Int: [ViewerAction]] = [:])
        /// The app's own player asks for the address that the SDK built.
        case ownPlayer(token: String)

        /// The app looks up the SDK's latest release where the SDK is downloaded from.
        case lookUpRelease

        /// The address where the last tap ended opens the app.
        case openLastDestination
        case openLink(String)
        case conversion(goal: String, valueCents: Int?, orderID: String?)
    }

    package let name: String
    package let summary: String
    package private(set) var steps: [Step]
    /// The fault of the stand-in, by name, that belongs to the story.
    package var serverTrouble: String?
    /// How many times as fast its clock may run so that its lengths of time still show on a recording, beside the time
    /// that requests take.
    package var fastestClock = 1_000_000

    /// A story of this one's steps, so many times one after the other.
    package func repeated(_ count: Int) -> Scenario {
        Scenario(
            name: name, summary: summary, steps: Array(repeatElement(steps, count: count).joined()),
            serverTrouble: serverTrouble, fastestClock: fastestClock)
    }

    /// The story in the parts that go on tapes of their own.
    package var parts: [Scenario] {
        var parts: [[Step]] = [[]]
        for step in steps {
            if case .nextTape = step { parts.append([]) } else { parts[parts.count - 1].append(step) }
        }
        return parts.map { steps in
            var part = self
            part.steps = steps
            return part
        }
    }

    package static let all: [Scenario] = [
        fullRun, display, twoTaps, video, instream, failedBreak, stalledBreak, optOutMidRun, optOutBeforeInitialize,
        childDirected, zoneRefusal, singleVASTInstream, consentPresent, relaunch, reinstall, secondThoughts,
        advertisedApp, ownPlayer, releaseLookup, neverInSight, videoRefusal, consentMissing, twoClicks, preloadOnly,
        vendorMacros,
    ]

    package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

/// The zones and tokens of the stand-in (guide §11 names the two test zones; the interstitial's zone is its own).
enum TestPlacement {
    static let display = 13778
    static let interstitial = 13780
    /// Wants consent when it is asked for a display ad.
    static let consent = 13779
    static let fullScreen = "vast-fullscreen-13779"
    static let outstream = "vast-outstream-13779"
    static let instream = "vmap-instream-13779"
    static let ownPlayer = "vast-own-player-13779"
    static let single = "vmap-single-13779"
}
