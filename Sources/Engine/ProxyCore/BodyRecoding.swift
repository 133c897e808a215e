package import HTTP2Wire
package import HTTPModel
package import HTTPWire

/// Gives content the form it has on an HTTP/1 wire: of a body of unstated length, each piece becomes a chunk.
package struct BodyEncoder: Sendable {
    /// Whether there is a place for trailers.
    package let isChunked: Bool

    package init(_ framing: BodyFraming) {
        isChunked = framing == .chunked
    }

    package func content(_ bytes: [UInt8]) -> [UInt8] {
        guard isChunked, !bytes.isEmpty else { return bytes }
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
    }

    /// The end, with the trailer section. Beside a stated length HTTP/1 has no place for one: it is checked and goes
    /// beside the bytes, see ``AnswerSink/answerTrailers(_:)``.
    package func end(trailers: [HTTP2Field] = []) throws(WireFault) -> [UInt8] {
        var text: [UInt8] = []
        for field in trailers {
            let isForbidden =
                field.isPseudo || HTTP2Fields.isOfConnection(field.name) || field.isNamed("content-length")
                || field.isNamed("host")
            guard !isForbidden else { throw WireFault(.trailerField, at: 0) }
            field.append(to: &text, as: field.name)
        }
        text += [0x0D, 0x0A]
        _ = try HeadParser().trailers(text)
        return isChunked ? Array("0\r\n".utf8) + text : []
    }
}

/// Takes the content out of a body in its HTTP/1 form.
package struct BodyDecoder: Sendable {
    private var reader: BodyReader

    package init(_ framing: BodyFraming, limits: WireLimits = WireLimits()) {
        reader = BodyReader(framing, limits: limits)
    }

    package var isAtEnd: Bool { reader.isAtEnd }

    /// The other side has read these bytes already: they are well-formed.
    package mutating func content(
        _ wire: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        _ = try? reader.read(wire) { take(UnsafeBufferPointer(rebasing: wire[$0])) }
    }

    package var trailers: [HTTP2Field] { HTTP2Fields.trailers(reader.trailerBytes) }
}

/// Joins cookie lines into one for a peer of HTTP/1 (RFC 9113 §8.2.3).
package enum CookieCrumbs {
    package static func areMany(_ head: RequestHead) -> Bool { head.fields.count { head.isField($0, "cookie") } > 1 }

    package static func joined(_ head: RequestHead) -> [UInt8] {
        let crumbs = head.fields.filter { head.isField($0, "cookie") }
        guard crumbs.count > 1, let first = crumbs.first else { return head.bytes }
        var bytes = Array(head.bytes[..<(head.fields.first?.line.lowerBound ?? 0)])
        for field in head.fields {
            if field == first {
                bytes += head.bytes[field.name] + Array(": ".utf8)
                for (index, crumb) in crumbs.enumerated() {
                    if index > 0 { bytes += Array("; ".utf8) }
                    bytes += head.bytes[crumb.value]
                }
                bytes += [0x0D, 0x0A]
            } else if !head.isField(field, "cookie") {
                bytes += head.bytes[field.line]
            }
        }
        return bytes + [0x0D, 0x0A]
    }
}
