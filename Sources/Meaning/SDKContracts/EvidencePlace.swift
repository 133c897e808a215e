/// The piece of an exchange that a byte range counts in.
package enum MessagePart: String, Sendable, Hashable, CaseIterable {
    /// The request target as sent.
    case target
    /// The request head as received, start line included.
    case requestHead = "request-head"
    /// The request's content, content codings removed.
    case requestContent = "request-content"
    case responseHead = "response-head"
    /// The response's content, content codings removed.
    case responseContent = "response-content"
    /// A message of a WebSocket connection, which the place's name tells; as passed, frames joined.
    case webSocketMessage = "websocket-message"
}

/// The syntax in which a value stands.
package enum Surface: String, Sendable, Hashable, CaseIterable {
    case path, query, fragment, header, cookie, referer, form, json, body
}

/// Where a value stands: evidence that can be looked up byte by byte.
package struct EvidencePlace: Sendable, Hashable {
    package var part: MessagePart
    package var surface: Surface
    /// The parameter's or field's name as sent, or a JSON pointer; empty for a path or an unstructured body.
    package var name: String
    /// Half-open, in the bytes of `part`.
    package var range: Range<Int>

    package init(part: MessagePart, surface: Surface, name: String, range: Range<Int>) {
        self.part = part
        self.surface = surface
        self.name = name
        self.range = range
    }
}

/// A named value of a request.
package struct Parameter: Sendable, Hashable {
    /// How the value was written.
    package enum Literal: Sendable, Hashable {
        case text, number, boolean, null
        /// A name without `=`.
        case missing
    }

    /// Decoded once by the rules of its surface.
    package var name: [UInt8]
    /// Decoded once by the rules of its surface; a JSON number keeps its digits; null and missing are empty.
    package var value: [UInt8]
    package var literal: Literal
    /// The place of the value as sent.
    package var place: EvidencePlace
    /// The field that it stands for in a request of the contract; nil where its name says nothing.
    package internal(set) var kind: FieldKind?

    package init(name: [UInt8], value: [UInt8], literal: Literal, place: EvidencePlace) {
        self.name = name
        self.value = value
        self.literal = literal
        self.place = place
    }
}
