/// A VMAP document (IAB VMAP 1.0): the breaks planned for one piece of content.
package struct VMAPDocument: Sendable {
    package let version: [UInt8]?
    package let breaks: [VMAPBreak]
    /// Every URL, those of embedded VAST documents included, in document order; empty ones are left out.
    package let urls: [MarkupURL]
    package let place: Range<Int>
}

/// One `AdBreak`. Several may share an ID: Google Ad Manager writes one for each place of a pod.
package struct VMAPBreak: Sendable {
    package var breakID: [UInt8]?
    /// `breakType` as written: a list of `linear`, `nonlinear`, `display`.
    package var breakType: [UInt8]?
    /// `timeOffset` as written; nil when absent.
    package var timeOffsetText: [UInt8]?
    package var timeOffset: MarkupOffset?
    /// Play the same source again and again after this time.
    package var repeatAfter: MarkupTime?
    package var source: VMAPAdSource?
    package var tracking: [VASTTracking] = []
    package var place: Range<Int>
}

/// One `AdSource`: where the ads of a break come from.
package struct VMAPAdSource: Sendable {
    package enum Kind: Sendable {
        /// `VASTAdData`: the document stands in this one.
        case vast(VASTDocument)
        /// `AdTagURI`, with its `templateType` as written.
        case adTag(MarkupURL, templateType: [UInt8]?)
        /// `CustomAdData`, with its `templateType` as written, and its document if that type is a VAST one.
        case custom(templateType: [UInt8]?, document: VASTDocument?)
        case missing
    }

    package var id: [UInt8]?
    package var allowMultipleAds: Bool?
    package var followRedirects: Bool?
    package var kind = Kind.missing
    package var place: Range<Int>

    /// The VAST document that stands in this one.
    package var embedded: VASTDocument? {
        switch kind {
        case .vast(let document): document
        case .custom(_, let document): document
        case .adTag, .missing: nil
        }
    }
}
