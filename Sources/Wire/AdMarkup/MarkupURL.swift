/// A URL of a document, with what it is for and where it stands.
package struct MarkupURL: Sendable, Equatable {
    /// The URL as the document means it: references resolved, white space at both ends taken off, nothing else.
    package let bytes: [UInt8]
    /// The raw bytes of the URL in the document.
    package let place: Range<Int>
    /// The line of its first byte, from 1.
    package let line: Int
    package let role: MarkupURLRole
    package let path: MarkupPath
    /// Whether white space stood around it: a player that does not trim asks for another URL.
    package let isPadded: Bool
}

/// Which part of the document a URL belongs to; every index counts from 0 in document order.
package struct MarkupPath: Sendable, Equatable {
    package var breakIndex: Int?
    package var breakID: [UInt8]?
    package var adIndex: Int?
    package var creativeIndex: Int?

    package init(breakIndex: Int? = nil, breakID: [UInt8]? = nil, adIndex: Int? = nil, creativeIndex: Int? = nil) {
        self.breakIndex = breakIndex
        self.breakID = breakID
        self.adIndex = adIndex
        self.creativeIndex = creativeIndex
    }
}

/// What a URL of a VAST or VMAP document is for.
package enum MarkupURLRole: Sendable, Hashable {
    case impression
    case error
    case viewable
    case notViewable
    case viewUndetermined
    /// An event of a linear or nonlinear ad; the event as written.
    case tracking(event: [UInt8])
    case clickThrough
    case clickTracking
    case customClick
    case media
    case mezzanine
    case interactiveCreative
    case closedCaptions
    /// `VASTAdTagURI`: the next document of a wrapper chain.
    case wrapper
    /// `StaticResource` or `IFrameResource`.
    case displayResource(VASTDisplay.Kind)
    case displayClickThrough(VASTDisplay.Kind)
    case displayClickTracking(VASTDisplay.Kind)
    case companionTracking(event: [UInt8])
    case iconView
    /// `JavaScriptResource` or `ExecutableResource`.
    case verification
    case verificationTracking(event: [UInt8])
    case survey
    /// A URL in an extension, which has no meaning common to all players.
    case vendor
    /// `Tracking` in an extension; the event as written.
    case vendorTracking(event: [UInt8])
    /// `AdTagURI` of a VMAP break.
    case adTag
    /// An event of a VMAP break: `breakStart`, `breakEnd`, `error`.
    case breakTracking(event: [UInt8])
}
