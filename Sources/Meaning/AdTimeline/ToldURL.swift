package import SDKContracts

/// What a document wants with a URL.
package enum ToldRole: Sendable, Hashable {
    /// AdTagURI of a VMAP break.
    case adTag
    /// VASTAdTagURI of a Wrapper.
    case wrapper
    case impression
    /// A `Tracking` element; the event as the document names it. VMAP's own events too.
    case tracking(event: String)
    case clickTracking
    case clickThrough
    case error
    case viewable
    case media
    case companion
    case verification
    case icon
    /// A string of a `/serve` answer that is a URL, by its JSON pointer.
    case answerLink(pointer: String)
    /// A URL inside HTML that a `/serve` answer carries.
    case creative
    case redirect
    case other(String)

    /// A request that counts something, against one that fetches something.
    package var isTracker: Bool {
        switch self {
        case .impression, .tracking, .clickTracking, .error, .viewable: true
        default: false
        }
    }

    /// A request that fetches what is shown or run.
    package var isAsset: Bool {
        switch self {
        case .media, .companion, .verification, .icon, .creative: true
        default: false
        }
    }

    package var name: String {
        switch self {
        case .adTag: "ad-tag"
        case .wrapper: "wrapper"
        case .impression: "impression"
        case .tracking(let event): "tracking:\(event)"
        case .clickTracking: "click-tracking"
        case .clickThrough: "click-through"
        case .error: "error-pixel"
        case .viewable: "viewable"
        case .media: "media"
        case .companion: "companion"
        case .verification: "verification"
        case .icon: "icon"
        case .answerLink: "answer-link"
        case .creative: "creative"
        case .redirect: "redirect"
        case .other(let name): name
        }
    }
}

/// An ad break of a VMAP answer.
package struct BreakReference: Sendable, Hashable {
    /// The exchange that answered with the VMAP.
    package let exchange: Int
    /// The break's position in the document, from 0.
    package let index: Int
    package let id: String?
    /// The normalised host of its AdTagURI; nil where the ad stands in the VMAP itself.
    package let host: String?
    /// Whether that host is a third party's.
    package let isThirdParty: Bool
}

/// A URL that an answer tells its reader to ask for.
///
/// A class, though it never changes: the requests that follow it refer to it.
package final class ToldURL: Sendable {
    /// The exchange whose answer tells it.
    package let document: Int
    /// Counts from 1; nil for a field of the head.
    package let line: Int?
    package let place: EvidencePlace
    package let role: ToldRole
    /// As a reader would take it: trimmed, its syntax's escapes resolved, relative references resolved.
    package let url: [UInt8]
    package let breakReference: BreakReference?

    init(
        document: Int, line: Int?, place: EvidencePlace, role: ToldRole, url: [UInt8], breakReference: BreakReference?
    ) {
        self.document = document
        self.line = line
        self.place = place
        self.role = role
        self.url = url
        self.breakReference = breakReference
    }

    /// `#12:41`, or `#12` where there is no line.
    package var label: String { line.map { "#\(document):\($0)" } ?? "#\(document)" }
}
