/// A VAST document (IAB VAST 1 to 4.3).
package struct VASTDocument: Sendable {
    /// The `version` attribute; nil when absent, as in VAST 1.
    package let version: [UInt8]?
    package let ads: [VASTAd]
    /// `Error` of the document itself, due when it holds no ad.
    package let errors: [MarkupURL]
    /// Every URL, in document order; empty ones are left out.
    package let urls: [MarkupURL]
    package let place: Range<Int>
}

/// One `Ad`.
package struct VASTAd: Sendable {
    package enum Body: Sendable {
        case inline
        case wrapper(VASTWrapper)
        /// Neither `InLine` nor `Wrapper`.
        case missing
    }

    package var id: [UInt8]?
    /// Place in a pod, from 1; nil for a stand-alone ad or an unreadable number.
    package var sequence: Int?
    package var body = Body.missing
    package var adSystem: [UInt8]?
    package var adTitle: [UInt8]?
    package var impressions: [MarkupURL] = []
    package var errors: [MarkupURL] = []
    /// URLs of `ViewableImpression`; their role tells the outcome.
    package var viewability: [MarkupURL] = []
    package var creatives: [VASTCreative] = []
    package var verifications: [VASTVerification] = []
    package var extensions: [VASTExtension] = []
    package var place: Range<Int>

    package var wrapper: VASTWrapper? {
        if case .wrapper(let wrapper) = body { wrapper } else { nil }
    }
}

/// What a `Wrapper` asks of its chain (VAST 4.3 §2.4.4). Nil is an absent attribute, whose default differs.
package struct VASTWrapper: Sendable, Equatable {
    /// `VASTAdTagURI`, or `VASTAdTagURL` of VAST 1.
    package var adTag: MarkupURL?
    /// Absent means true.
    package var followAdditionalWrappers: Bool?
    /// Absent means false.
    package var allowMultipleAds: Bool?
    package var fallbackOnNoAd: Bool?
}

/// One `Creative`; in older documents one may hold several kinds.
package struct VASTCreative: Sendable {
    package var id: [UInt8]?
    package var adID: [UInt8]?
    package var sequence: Int?
    package var linear: VASTLinear?
    /// Nonlinears, companions, in document order.
    package var displays: [VASTDisplay] = []
    /// Events of `NonLinearAds`.
    package var nonLinearTracking: [VASTTracking] = []
    package var place: Range<Int>
}

/// One `Linear`: a video or audio ad.
package struct VASTLinear: Sendable {
    /// `Duration` as written.
    package var durationText: [UInt8]?
    package var duration: MarkupTime?
    /// `skipoffset` as written.
    package var skipOffsetText: [UInt8]?
    package var skipOffset: MarkupOffset?
    package var tracking: [VASTTracking] = []
    package var clickThrough: MarkupURL?
    package var clickTracking: [MarkupURL] = []
    package var customClicks: [MarkupURL] = []
    package var mediaFiles: [VASTMediaFile] = []
    package var icons: [VASTDisplay] = []
}

/// A URL to be asked for when an event happens.
package struct VASTTracking: Sendable, Equatable {
    /// The event as written.
    package let event: [UInt8]
    /// `offset` of a `progress` event as written.
    package let offsetText: [UInt8]?
    package let offset: MarkupOffset?
    package let url: MarkupURL
}

/// One `MediaFile`.
package struct VASTMediaFile: Sendable, Equatable {
    package var url: MarkupURL
    /// The media type, such as `video/mp4`.
    package var type: [UInt8]?
    /// `progressive` or `streaming`.
    package var delivery: [UInt8]?
    /// Pixels.
    package var width: Int?
    package var height: Int?
    /// Kilobits per second.
    package var bitrate: Int?
    /// `VPAID`, `SIMID`.
    package var apiFramework: [UInt8]?
}

/// Something shown beside or over the video: a nonlinear ad, a companion or an icon.
package struct VASTDisplay: Sendable {
    package enum Kind: Sendable, Hashable {
        case nonLinear, companion, icon
    }

    package var kind: Kind
    package var id: [UInt8]?
    /// Pixels.
    package var width: Int?
    package var height: Int?
    /// `StaticResource` and `IFrameResource`.
    package var resources: [MarkupURL] = []
    /// Places of `HTMLResource` texts, which are markup and no URL.
    package var htmlResources: [Range<Int>] = []
    package var clickThrough: MarkupURL?
    package var clickTracking: [MarkupURL] = []
    /// Events of a companion.
    package var tracking: [VASTTracking] = []
    /// `IconViewTracking`.
    package var viewTracking: [MarkupURL] = []
    package var place: Range<Int>
}

/// One `Verification` (VAST 4.1 `AdVerifications`; before that, in an extension).
package struct VASTVerification: Sendable {
    package var vendor: [UInt8]?
    package var resources: [MarkupURL] = []
    package var tracking: [VASTTracking] = []
    /// `VerificationParameters` as written.
    package var parameters: [UInt8]?
    package var place: Range<Int>
}

/// One `Extension`.
package struct VASTExtension: Sendable, Equatable {
    package let type: [UInt8]?
    /// The text directly inside it, trimmed; nil where there is none.
    package let text: [UInt8]?
    package let place: Range<Int>
}
