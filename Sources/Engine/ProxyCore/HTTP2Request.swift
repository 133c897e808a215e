package import HTTP2Wire
package import HTTPModel
package import HTTPWire

/// Makes requests of heads that came over HTTP/2, in the text form that the rest of the house reads.
///
/// The text is read again by a ``ServerMachine``: a request over HTTP/2 passes every check that one over HTTP/1
/// does, and a field that would split the text is found as one would be there.
package struct HTTP2RequestReader: Sendable {
    /// What a head asks for.
    package enum Result: Sendable {
        case request(OriginRequest)
        /// For the proxy's own pages.
        case toProxyItself(RequestHead, BodyFraming)
        case refuse(OwnAnswer, WireFault)
    }

    private let place: ServerMachine.Place
    private let connection: Int
    private let limits: WireLimits

    /// - Parameter place: where requests are bound on this connection; of an origin over TLS.
    package init(place: ServerMachine.Place, connection: Int, limits: WireLimits = WireLimits()) {
        self.place = place
        self.connection = connection
        self.limits = limits
    }

    package func read(_ fields: [HTTP2Field], stream: Int32, isEnd: Bool) -> Result {
        do throws(WireFault) {
            let (text, facts) = try HTTP2RequestReader.text(fields, stream: Int(stream), isEnd: isEnd)
            return try read(text, facts, isEnd)
        } catch {
            return .refuse(OwnAnswer(refusing: error), error)
        }
    }

    private func read(_ text: [UInt8], _ facts: HTTP2HeadFacts, _ isEnd: Bool) throws(WireFault) -> Result {
        var machine = ServerMachine(place: place, connection: connection, limits: limits)
        let step = text.withUnsafeBufferPointer { machine.read($0) }
        switch step {
        case .request(var request, let consumed):
            guard consumed == text.count, request.kind.isPlain || HTTP2Fields.isExtendedConnect(facts)
            else { throw WireFault(.pseudoFields, at: 0) }
            request.http2 = facts
            return .request(request)
        case .toProxyItself(let head, let framing, _): return .toProxyItself(head, framing)
        case .refuse(let answer, let fault, _): return .refuse(answer, fault)
        case .connect, .needMore, .body, .hold: throw WireFault(.targetForm, at: 0)
        }
    }

    /// The head as HTTP/1 text. Cookies stay in as many lines as they came in (RFC 9113 §8.2.3). CONNECT for a
    /// WebSocket becomes the upgrade that it stands for (RFC 8441 §5).
    package static func text(
        _ fields: [HTTP2Field], stream: Int, isEnd: Bool
    ) throws(WireFault) -> (text: [UInt8], facts: HTTP2HeadFacts) {
        var pseudo: [String] = []
        var values: [String: [UInt8]] = [:]
        for field in fields where field.isPseudo {
            let name = String(decoding: field.name, as: UTF8.self)
            pseudo.append(name)
            guard values.updateValue(field.value, forKey: name) == nil else { throw WireFault(.pseudoFields, at: 0) }
        }
        guard var method = values[":method"], let path = values[":path"], let scheme = values[":scheme"],
            scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8),
            path.first == UInt8(ascii: "/") || path.elementsEqual("*".utf8)
        else { throw WireFault(.pseudoFields, at: 0) }
        let wanted = values[":protocol"]
        if let wanted {
            guard method.elementsEqual("CONNECT".utf8) else { throw WireFault(.pseudoFields, at: 0) }
            guard wanted.elementsEqual("websocket".utf8) else { throw WireFault(.connectProtocol, at: 0) }
            guard !fields.contains(where: { $0.isNamed("content-length") }) else { throw WireFault(.http2Head, at: 0) }
            method = Array("GET".utf8)
        }
        let hosts = fields.filter { $0.isNamed("host") }
        let authority = values[":authority"]
        if let authority, let host = hosts.first {
            guard hosts.count == 1, ASCII.equalsIgnoringCase(host.value, authority) else {
                throw WireFault(.hostsDiffer, at: 0)
            }
            pseudo.append("host")
        }
        var text = method + [0x20] + path + Array(" HTTP/1.1\r\n".utf8)
        var never: [Int] = []
        var line = 0
        func add(_ field: HTTP2Field) throws(WireFault) {
            // What the reader of the text would leave out is a difference that must not get lost.
            guard !field.value.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
                throw WireFault(.fieldValue, at: text.count)
            }
            line += 1
            if field.isNeverIndexed { never.append(line) }
            text += field.name + [0x3A, 0x20] + field.value + [0x0D, 0x0A]
        }
        if let authority {
            let isNever = fields.contains { $0.isNamed(":authority") && $0.isNeverIndexed }
            try add(HTTP2Field(name: Array("host".utf8), value: authority, isNeverIndexed: isNever))
        }
        for field in fields where !field.isPseudo {
            if authority != nil, field.isNamed("host") { continue }
            guard !HTTP2Fields.isOfConnection(field.name) else { throw WireFault(.connectionField, at: text.count) }
            try add(field)
        }
        if wanted != nil {
            text += HTTP2Fields.upgrade
        } else if !isEnd, !fields.contains(where: { $0.isNamed("content-length") }) {
            text += HTTP2Fields.chunked
        }
        text += [0x0D, 0x0A]
        return (text, HTTP2HeadFacts(stream: stream, pseudoFields: pseudo, neverIndexed: never))
    }
}

extension OriginRequest.Kind {
    fileprivate var isPlain: Bool {
        if case .plain = self { return true }
        return false
    }
}
