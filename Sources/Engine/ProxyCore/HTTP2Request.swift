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
        /// A way to a server, of bytes (RFC 9113 §8.5); asked of a proxy alone.
        case connect(RequestHead, host: String, port: UInt16)
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
            let (text, facts) = try HTTP2RequestReader.text(
                fields, stream: Int(stream), isEnd: isEnd, isOfProxy: place == .proxy)
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
        case .connect(let head, let host, let port, let consumed):
            guard consumed == text.count, !isEnd else { throw WireFault(.pseudoFields, at: 0) }
            return .connect(head, host: host, port: port)
        case .needMore, .body, .hold: throw WireFault(.targetForm, at: 0)
        }
    }

    /// The head as HTTP/1 text. Cookies stay in as many lines as they came in (RFC 9113 §8.2.3). CONNECT for a
    /// WebSocket becomes the upgrade that it stands for (RFC 8441 §5). A proxy's requests have their absolute form.
    package static func text(
        _ fields: [HTTP2Field], stream: Int, isEnd: Bool, isOfProxy: Bool = false
    ) throws(WireFault) -> (text: [UInt8], facts: HTTP2HeadFacts) {
        var pseudo: [String] = []
        pseudo.reserveCapacity(5)
        var method: [UInt8]?
        var path: [UInt8]?
        var scheme: [UInt8]?
        var authority: HTTP2Field?
        var wanted: [UInt8]?
        for field in fields where field.isPseudo {
            let name: String
            if field.isNamed(":method") {
                name = ":method"
                method = field.value
            } else if field.isNamed(":path") {
                name = ":path"
                path = field.value
            } else if field.isNamed(":scheme") {
                name = ":scheme"
                scheme = field.value
            } else if field.isNamed(":authority") {
                name = ":authority"
                authority = field
            } else {
                name = String(decoding: field.name, as: UTF8.self)
                if field.isNamed(":protocol") { wanted = field.value }
            }
            guard !pseudo.contains(name) else { throw WireFault(.pseudoFields, at: 0) }
            pseudo.append(name)
        }
        guard var method else { throw WireFault(.pseudoFields, at: 0) }
        let asksForTunnel = isOfProxy && wanted == nil && method.elementsEqual("CONNECT".utf8)
        let target = try target(path, scheme, authority, asksForTunnel: asksForTunnel, isOfProxy: isOfProxy)
        if let wanted {
            guard method.elementsEqual("CONNECT".utf8) else { throw WireFault(.pseudoFields, at: 0) }
            guard wanted.elementsEqual("websocket".utf8) else { throw WireFault(.connectProtocol, at: 0) }
            guard !fields.contains(where: { $0.isNamed("content-length") }) else { throw WireFault(.http2Head, at: 0) }
            method = Array("GET".utf8)
        }
        if let authority, let host = fields.first(where: { $0.isNamed("host") }) {
            guard fields.count(where: { $0.isNamed("host") }) == 1,
                ASCII.equalsIgnoringCase(host.value[...], authority.value)
            else { throw WireFault(.hostsDiffer, at: 0) }
            pseudo.append("host")
        }
        var text = method
        let start = method.count + target.count + 64
        text.reserveCapacity(fields.reduce(start) { $0 + $1.name.count + $1.value.count + 4 })
        text.append(0x20)
        text += target
        text += lineEnd
        // The start line first, and the authority as a line of its own.
        let isStartSecret = fields.contains {
            $0.isPseudo && $0.isNeverIndexed && (isOfProxy || !$0.isNamed(":authority"))
        }
        var never = isStartSecret ? [0] : []
        var line = 0
        func add(_ name: [UInt8], _ field: HTTP2Field) throws(WireFault) {
            // What the reader of the text would leave out is a difference that must not get lost.
            guard field.isOneLine else { throw WireFault(.fieldValue, at: text.count) }
            line += 1
            if field.isNeverIndexed { never.append(line) }
            field.append(to: &text, as: name)
        }
        if let authority { try add(host, authority) }
        for field in fields where !field.isPseudo {
            if authority != nil, field.isNamed("host") { continue }
            guard !HTTP2Fields.isOfConnection(field.name) else { throw WireFault(.connectionField, at: text.count) }
            try add(field.name, field)
        }
        if wanted != nil {
            text += HTTP2Fields.upgrade
        } else if asksForTunnel {
            guard !fields.contains(where: { $0.isNamed("content-length") }) else { throw WireFault(.http2Head, at: 0) }
        } else if !isEnd, !fields.contains(where: { $0.isNamed("content-length") }) {
            text += HTTP2Fields.chunked
        }
        text.append(0x0D)
        text.append(0x0A)
        return (text, HTTP2HeadFacts(stream: stream, pseudoFields: pseudo, neverIndexed: never))
    }

    private static func target(
        _ path: [UInt8]?, _ scheme: [UInt8]?, _ authority: HTTP2Field?, asksForTunnel: Bool, isOfProxy: Bool
    ) throws(WireFault) -> [UInt8] {
        if asksForTunnel {
            guard path == nil, scheme == nil, let authority else { throw WireFault(.pseudoFields, at: 0) }
            return authority.value
        }
        guard let path, let scheme, isWeb(scheme), path.first == UInt8(ascii: "/") || path == [0x2A]
        else { throw WireFault(.pseudoFields, at: 0) }
        guard isOfProxy, let authority else { return path }
        return scheme + Array("://".utf8) + authority.value + (path == [0x2A] ? [] : path)
    }

    private static let host = Array("host".utf8)
    private static let lineEnd = Array(" HTTP/1.1\r\n".utf8)

    private static func isWeb(_ scheme: [UInt8]) -> Bool {
        scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8)
    }
}

extension HTTP2Field {
    /// Whether the value has no byte that could end its line.
    var isOneLine: Bool { !value.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } }

    /// Puts the field to the end of a head's text.
    func append(to text: inout [UInt8], as name: [UInt8]) {
        text += name
        text.append(0x3A)
        text.append(0x20)
        text += value
        text.append(0x0D)
        text.append(0x0A)
    }
}

extension OriginRequest.Kind {
    fileprivate var isPlain: Bool {
        if case .plain = self { return true }
        return false
    }
}
