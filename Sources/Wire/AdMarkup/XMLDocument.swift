/// A name as written: `vmap:AdBreak` has the prefix `vmap` and the local name `AdBreak`.
package struct XMLName: Sendable, Equatable {
    package let prefix: [UInt8]?
    package let local: [UInt8]
    package let range: Range<Int>
}

/// An attribute; its value is had from ``XMLDocument/value(of:)``.
package struct XMLAttribute: Sendable {
    package let name: XMLName
    /// The value as written, without its quotes.
    package let valueRange: Range<Int>
}

/// A piece of character data: a stretch of text, or the inside of a CDATA section.
package struct XMLText: Sendable {
    /// The raw bytes, without the CDATA delimiters.
    package let range: Range<Int>
    package let isCDATA: Bool
}

package enum XMLContent: Sendable {
    case element(XMLElement)
    case text(XMLText)
}

/// An element with what it holds, in document order. Comments and processing instructions are left out.
package struct XMLElement: Sendable {
    package let name: XMLName
    package let attributes: [XMLAttribute]
    package let content: [XMLContent]
    /// From the start tag's `<` past the end tag's `>`.
    package let range: Range<Int>

    package var elements: [XMLElement] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// Text directly inside the element.
    package var texts: [XMLText] {
        content.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
}

/// A document's bytes with the tree read from them and every complaint.
package struct XMLDocument: Sendable {
    package let bytes: [UInt8]
    /// The first element, whole or as far as it could be read; nil when there is none or the document was refused.
    package let root: XMLElement?
    let isLatin1: Bool
    let complaintList: ComplaintList

    package var complaints: [MarkupComplaint] { complaintList.complaints }

    /// The attribute's value with references resolved. White space stays as written.
    package func value(of attribute: XMLAttribute) -> [UInt8] {
        CharacterRuns(bytes, isLatin1: isLatin1, [XMLText(range: attribute.valueRange, isCDATA: false)]).decoded
    }

    /// The text directly inside the element, references resolved, without white space at both ends.
    package func trimmedText(of element: XMLElement) -> XMLTrimmedText {
        CharacterRuns(bytes, isLatin1: isLatin1, element.texts).trimmed
            ?? XMLTrimmedText(bytes: [], place: element.range, isPadded: !element.texts.isEmpty)
    }
}

/// Text without the white space around it.
package struct XMLTrimmedText: Sendable, Equatable {
    /// The bytes with references resolved.
    package let bytes: [UInt8]
    /// The raw bytes they come from; of an empty text, the whole element.
    package let place: Range<Int>
    /// Whether white space was taken off.
    package let isPadded: Bool
}
