package import HTTP2Wire
package import HTTPModel
package import HTTPWire

/// Makes answers of heads that came over HTTP/2, in the text form that the rest of the house reads.
package struct HTTP2Response: Sendable {
    package let head: ResponseHead
    package let framing: BodyFraming
    package let facts: HTTP2HeadFacts

    /// - Parameters:
    ///   - request: what it answers.
    ///   - isExtendedConnect: success grants another protocol, as 101 does over HTTP/1 (RFC 8441 §5).
    ///   - accept: what a client of HTTP/1 waits for then, in answer to its key.
    package init(
        _ fields: [HTTP2Field], stream: Int32, to request: RequestHead, isExtendedConnect: Bool = false,
        accept: [UInt8]? = nil, limits: WireLimits = WireLimits()
    ) throws(WireFault) {
        guard let status = fields.first(where: { $0.isNamed(":status") })?.value, status.count == 3 else {
            throw WireFault(.status, at: 0)
        }
        let isSwitch = isExtendedConnect && status.first == UInt8(ascii: "2")
        var text = Array("HTTP/1.1 ".utf8) + (isSwitch ? Array("101".utf8) : status) + [0x20, 0x0D, 0x0A]
        var never = fields.contains { $0.isPseudo && $0.isNeverIndexed } ? [0] : []
        var line = 0
        for field in fields where !field.isPseudo {
            guard !HTTP2Fields.isOfConnection(field.name) else { throw WireFault(.connectionField, at: text.count) }
            guard field.isOneLine else { throw WireFault(.fieldValue, at: text.count) }
            line += 1
            if field.isNeverIndexed { never.append(line) }
            field.append(to: &text, as: field.name)
        }
        facts = HTTP2HeadFacts(stream: Int(stream), pseudoFields: [], neverIndexed: never)
        let parser = HeadParser(limits: limits)
        if isSwitch {
            if let accept { text += Array("sec-websocket-accept: ".utf8) + accept + [0x0D, 0x0A] }
            head = try parser.response(text + HTTP2Fields.upgrade + [0x0D, 0x0A])
            framing = .untilClose
            return
        }
        let bare = try parser.response(text + [0x0D, 0x0A])
        // A switch of protocols is not to be had here (RFC 9113 §8.6).
        guard bare.status != 101 else { throw WireFault(.unaskedSwitch, at: 0) }
        let framing = bare.isInterim ? BodyFraming.none : try BodyFraming.response(bare, to: request)
        if framing == .untilClose {
            head = try parser.response(text + HTTP2Fields.chunked + [0x0D, 0x0A])
            self.framing = .chunked
        } else {
            head = bare
            self.framing = framing
        }
    }
}
