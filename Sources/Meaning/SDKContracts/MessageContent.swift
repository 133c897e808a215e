package import CassetteFormat
package import HTTPModel
import ContentCoding

/// A message's content as far as it can be read.
package struct MessageContent: Sendable {
    package enum Reading: Sendable, Hashable {
        case none
        /// As it was on the wire.
        case plain
        /// After the removal of these codings, the last applied first.
        case decoded([String])
        /// Kept outside the tape and not loaded.
        case external
        /// Larger than the limit for reading.
        case overLimit
        /// A coding that could not be removed, and why.
        case unreadable(coding: String, why: String)
    }

    package let reading: Reading
    /// Empty unless `reading` is plain or decoded.
    package let bytes: [UInt8]

    package init(reading: Reading, bytes: [UInt8]) {
        self.reading = reading
        self.bytes = bytes
    }

    package static let none = MessageContent(reading: .none, bytes: [])

    /// Whether the bytes are all there is: nothing was left unread.
    package var isRead: Bool {
        switch reading {
        case .none, .plain, .decoded: true
        case .external, .overLimit, .unreadable: false
        }
    }

    package init(of body: TapedBody, head: some MessageHead, limit: Int) {
        if body.payloadSize == 0 {
            self = .none
        } else if body.isExternal {
            self.init(reading: .external, bytes: [])
        } else if body.payload.count > limit {
            self.init(reading: .overLimit, bytes: [])
        } else {
            let codings = Self.codings(of: head)
            if codings.isEmpty {
                self.init(reading: .plain, bytes: body.payload)
            } else {
                self = Self.decoded(body.payload, codings: codings, limit: limit)
            }
        }
    }

    /// The codings in the order in which they were applied, `identity` left out (RFC 9110 §8.4).
    private static func codings(of head: some MessageHead) -> [ContentCodingName] {
        ContentCodingName.list(fromFieldValues: head.values(of: "content-encoding")).filter { $0 != .identity }
    }

    private static func decoded(_ payload: [UInt8], codings: [ContentCodingName], limit: Int) -> MessageContent {
        var limits = ContentCodingLimits.standard
        limits.byteCount = min(limits.byteCount, limit)
        let names = codings.map(\.description)
        do {
            let bytes = try ContentDecoder(limits: limits).decode(payload, codings: codings)
            return MessageContent(reading: .decoded(names.reversed()), bytes: bytes)
        } catch {
            return MessageContent(
                reading: .unreadable(coding: names.joined(separator: ", "), why: error.description), bytes: [])
        }
    }
}

/// The media type of a message, as far as the contract asks for it.
package enum MediaKind: String, Sendable, Hashable {
    case json, xml, html, form, otherText, media, other

    /// From Content-Type; without one, from the content's first byte.
    package init(head: some MessageHead, content: [UInt8]) {
        guard let field = head.first("content-type") else {
            self = Self.guess(content)
            return
        }
        let type = field.prefix { $0 != UInt8(ascii: ";") }.trimmingOptionalWhiteSpace()
        func names(_ name: StaticString) -> Bool { ASCII.equalsIgnoringCase(type, name) }
        func begins(_ name: StaticString) -> Bool {
            ASCII.equalsIgnoringCase(type.prefix(name.utf8CodeUnitCount), name)
        }
        func ends(_ name: StaticString) -> Bool {
            ASCII.equalsIgnoringCase(type.suffix(name.utf8CodeUnitCount), name)
        }
        if names("application/json") || ends("+json") || names("text/json") {
            self = .json
        } else if names("text/html") {
            // Ad servers answer VAST under this name as well.
            self = Self.guess(content) == .xml ? .xml : .html
        } else if names("application/xml") || names("text/xml") || ends("+xml") {
            self = .xml
        } else if names("application/x-www-form-urlencoded") {
            self = .form
        } else if begins("text/") || names("application/octet-stream") {
            let guess = Self.guess(content)
            self = guess == .other && begins("text/") ? .otherText : guess
        } else if begins("video/") || begins("audio/") || begins("image/") {
            self = .media
        } else {
            self = .other
        }
    }

    private static func guess(_ content: [UInt8]) -> MediaKind {
        let start = content.prefix(64).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        switch start.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
        case UInt8(ascii: "<"):
            return start.count >= 5 && ASCII.equalsIgnoringCase(start.prefix(5), "<html")
                || start.count >= 9 && ASCII.equalsIgnoringCase(start.prefix(9), "<!doctype") ? .html : .xml
        default: return .other
        }
    }
}
