import HTTPModel

/// What an ad server answered with.
package enum AdDocument: Sendable {
    case vast(VASTDocument)
    case vmap(VMAPDocument)

    /// Every URL, in document order.
    package var urls: [MarkupURL] {
        switch self {
        case .vast(let document): document.urls
        case .vmap(let document): document.urls
        }
    }
}

/// A document as far as it could be read, and all that is wrong with it.
package struct AdMarkupReading: Sendable {
    /// Nil when the bytes are neither VAST nor VMAP, or were refused: then a complaint says why.
    package let document: AdDocument?
    package let complaints: [MarkupComplaint]

    /// Whether a strict XML parser would take the document: nothing in it is malformed, and none of it was refused.
    package var isWellFormed: Bool { complaints.allSatisfy { $0.gravity == .departure } }
}

/// Reads VAST and VMAP, matching elements by local name whatever their namespace.
package struct AdDocumentParser: Sendable {
    package let limits: MarkupLimits

    package init(limits: MarkupLimits = .standard) {
        self.limits = limits
    }

    /// Reads a whole answer. It never fails; a refused document has at least one complaint.
    package func parse(_ bytes: [UInt8]) -> AdMarkupReading {
        let tree = XMLReader(limits: limits).read(bytes)
        guard let root = tree.root else { return AdMarkupReading(document: nil, complaints: tree.complaints) }
        var builder = MarkupBuilder(tree, limits: limits)
        let document: AdDocument?
        switch builder.name(root) {
        case .vast, .videoAdServingTemplate: document = .vast(builder.vast(root))
        case .vmap: document = .vmap(builder.vmap(root))
        default:
            document = nil
            if ASCII.equalsIgnoringCase(root.name.local, "html") {
                builder.complaints.add(.webPage, root.name.range, "a web page came in place of VAST or VMAP")
            } else {
                builder.complaints.add(.unknownRoot, root.name.range, "the outermost element is neither VAST nor VMAP")
            }
        }
        return AdMarkupReading(document: document, complaints: builder.complaints.complaints)
    }
}
