import HTTP2Wire
import HTTPModel
import HTTPWire
import ProxyCore
import Testing

/// Heads across the border between HTTP/2 and the text of HTTP/1.
@Suite struct HTTP2HeadTests {
    private static let origin = ServerOrigin(scheme: .https, host: "ads.example", port: 443)
    private static let reader = HTTP2RequestReader(
        place: .fixed(origin, ingress: "connect", rewritesHost: false), connection: 1)

    private static func fields(_ text: String) -> [HTTP2Field] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            return HTTP2Field(String(parts[0]), String(parts.last ?? ""))
        }
    }

    private static let get = ":method|GET\n:scheme|https\n:authority|ads.example\n:path|/a\n"

    private func read(_ text: String, isEnd: Bool = true) -> (request: OriginRequest?, fault: WireFault.Reason?) {
        switch Self.reader.read(Self.fields(text), stream: 5, isEnd: isEnd) {
        case .request(let request): (request, nil)
        case .refuse(_, let fault): (nil, fault.reason)
        case .toProxyItself, .connect: (nil, nil)
        }
    }

    private static let proxy = HTTP2RequestReader(place: .proxy, connection: 1)

    @Test func `a proxy is asked for an absolute target, or for a tunnel by its authority alone`() throws {
        guard
            case .request(let request) = Self.proxy.read(
                Self.fields(":method|GET\n:scheme|http\n:authority|ads.example:81\n:path|/a?b\nx|y\n"), stream: 1,
                isEnd: true)
        else {
            Issue.record("refused")
            return
        }
        #expect(request.origin == ServerOrigin(scheme: .http, host: "ads.example", port: 81))
        #expect(
            String(decoding: request.forwardedHead, as: UTF8.self)
                == "GET /a?b HTTP/1.1\r\nhost: ads.example:81\r\nx: y\r\n\r\n")
        guard
            case .connect(let head, let host, let port) = Self.proxy.read(
                Self.fields(":method|CONNECT\n:authority|ads.example:443\nx|y\n"), stream: 1, isEnd: false)
        else {
            Issue.record("refused")
            return
        }
        #expect(host == "ads.example" && port == 443)
        #expect(
            String(decoding: head.bytes, as: UTF8.self)
                == "CONNECT ads.example:443 HTTP/1.1\r\nhost: ads.example:443\r\nx: y\r\n\r\n")
    }

    @Test(arguments: [
        (":method|CONNECT\n:authority|a\n", WireFault.Reason.targetForm, false),
        (":method|CONNECT\n:authority|a:443\n", .pseudoFields, true),
        (":method|CONNECT\n", .pseudoFields, false),
        (":method|CONNECT\n:authority|a:443\n:path|/\n", .pseudoFields, false),
        (":method|CONNECT\n:authority|a:443\n:scheme|https\n", .pseudoFields, false),
        (":method|CONNECT\n:authority|a:443\ncontent-length|1\n", .http2Head, false),
        (":method|CONNECT\n:authority|u@a:443\n", .targetForm, false),
    ])
    func `a tunnel that is not asked for as it should be is refused`(
        text: String, reason: WireFault.Reason, isEnd: Bool
    ) {
        guard case .refuse(_, let fault) = Self.proxy.read(Self.fields(text), stream: 1, isEnd: isEnd) else {
            Issue.record("granted")
            return
        }
        #expect(fault.reason == reason)
    }

    @Test func `fields keep their order and lines, the authority comes first`() throws {
        let request = try #require(read(Self.get + "cookie|a=1\nx|\ncookie|b=2\n").request)
        #expect(
            String(decoding: request.head.bytes, as: UTF8.self)
                == "GET /a HTTP/1.1\r\nhost: ads.example\r\ncookie: a=1\r\nx: \r\ncookie: b=2\r\n\r\n")
        #expect(request.forwardedHead == request.head.bytes)
        #expect(request.framing == .none)
        let order = [":method", ":scheme", ":authority", ":path"]
        #expect(request.http2 == HTTP2HeadFacts(stream: 5, pseudoFields: order))
        #expect(
            String(decoding: CookieCrumbs.joined(request.head), as: UTF8.self)
                == "GET /a HTTP/1.1\r\nhost: ads.example\r\ncookie: a=1; b=2\r\nx: \r\n\r\n")
    }

    @Test func `a body of stated length keeps it, another one is chunked`() {
        let post = Self.get.replacing("GET", with: "POST")
        #expect(read(post + "content-length|3\n", isEnd: false).request?.framing == .length(3))
        #expect(read(post, isEnd: false).request?.framing == .chunked)
        #expect(read(post).request?.framing == BodyFraming.none)
    }

    @Test func `Host beside an equal authority is told in the order, another one is refused`() throws {
        let request = try #require(read(Self.get + "host|ADS.example\n").request)
        #expect(request.head.values(of: "host").count == 1)
        #expect(request.http2?.pseudoFields.last == "host")
        #expect(read(Self.get + "host|evil.test\n").fault == .hostsDiffer)
        let hostOnly = try #require(read(Self.get.replacing(":authority|ads.example\n", with: "") + "host|x\n").request)
        #expect(hostOnly.http2?.pseudoFields == [":method", ":scheme", ":path"])
    }

    @Test(arguments: [
        (":method|GET\n:scheme|https\n:authority|a\n", WireFault.Reason.pseudoFields),
        (":method|GET\n:scheme|https\n:authority|a\n:path|evil.test/\n", .pseudoFields),
        (":method|GET\n:scheme|https://evil.test/\n:authority|a\n:path|/\n", .pseudoFields),
        (":method|GET\n:scheme|https\n:authority|user@a\n:path|/\n", .host),
        (":method|GET\n:scheme|https\n:path|/\n", .hostCount),
        (":method|GET / HTTP/1.1\n:scheme|https\n:authority|a\n:path|/\n", .startLine),
        (":method|GET\n:scheme|https\n:authority|a\n:path|/ HTTP/1.1\n", .startLine),
        (":method|CONNECT\n:scheme|https\n:authority|a\n:path|/\n", .targetForm),
        (":method|GET\n:protocol|websocket\n:scheme|https\n:authority|a\n:path|/\n", .pseudoFields),
        (":method|CONNECT\n:protocol|connect-udp\n:scheme|https\n:authority|a\n:path|/\n", .connectProtocol),
        (":method|CONNECT\n:protocol|websocket\n:scheme|https\n:authority|a\n:path|*\n", .targetForm),
        (":method|CONNECT\n:protocol|websocket\n:scheme|https\n:path|/\n", .hostCount),
        (
            ":method|CONNECT\n:protocol|websocket\n:scheme|https\n:authority|a\n:path|/\ncontent-length|0\n",
            .http2Head
        ),
        (
            ":method|CONNECT\n:protocol|websocket\n:scheme|https\n:authority|a\n:path|/\nupgrade|h2c\n",
            .connectionField
        ),
        (":method|GET\n:scheme|https\n:authority|a\n:path|/\ntransfer-encoding|chunked\n", .connectionField),
        (":method|GET\n:scheme|https\n:authority|a\n:path|/\nconnection|x\n", .connectionField),
        (":method|GET\n:scheme|https\n:authority|a\n:path|/\nexpect|x\n", .expectation),
        (":method|GET\n:scheme|https\n:authority|a\n:path|/\nx y|1\n", .fieldName),
    ])
    func `what HTTP/1 would not let pass does not pass here`(text: String, reason: WireFault.Reason) {
        #expect(read(text).fault == reason)
    }

    @Test func `line ends inside a value are found before the text is made`() {
        for byte: UInt8 in [0x0D, 0x0A, 0] {
            var fields = Self.fields(Self.get + "x|1\n")
            fields[4].value.append(byte)
            guard case .refuse(_, let fault) = Self.reader.read(fields, stream: 1, isEnd: true) else {
                Issue.record("byte \(byte) passed")
                continue
            }
            #expect(fault.reason == .fieldValue)
        }
    }

    @Test func `CONNECT for a WebSocket is the upgrade that it replaces, and CONNECT again to the origin`() throws {
        let connect = ":method|CONNECT\n:protocol|websocket\n:scheme|https\n:path|/live\n:authority|ads.example\n"
        let request = try #require(read(connect + "sec-websocket-version|13\n", isEnd: false).request)
        #expect(
            String(decoding: request.head.bytes, as: UTF8.self)
                == "GET /live HTTP/1.1\r\nhost: ads.example\r\nsec-websocket-version: 13\r\n"
                + "connection: upgrade\r\nupgrade: websocket\r\n\r\n")
        #expect(request.forwardedHead == request.head.bytes)
        #expect(request.isExtendedConnect && request.framing == .none)
        let isUpgrade = if case .upgrade = request.kind { true } else { false }
        #expect(isUpgrade)
        let fields = HTTP2Fields.request(request.head, scheme: "https", original: request.head, request.http2)
        #expect(fields == Self.fields(connect + "sec-websocket-version|13\n"))
    }

    @Test func `a granted WebSocket is 101 in text and 200 in HTTP/2, without an answer to a key`() throws {
        let get = try HeadParser().request(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let granted = [HTTP2Field(":status", "200"), HTTP2Field("sec-websocket-protocol", "x")]
        let answer = try HTTP2Response(granted, stream: 3, to: get, isExtendedConnect: true)
        #expect(
            String(decoding: answer.head.bytes, as: UTF8.self)
                == "HTTP/1.1 101 \r\nsec-websocket-protocol: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n")
        #expect(HTTP2Fields.response(answer.head, answer.facts) == granted)
        let refused = try HTTP2Response([HTTP2Field(":status", "403")], stream: 3, to: get, isExtendedConnect: true)
        #expect(refused.head.status == 403 && refused.framing == .chunked)
        let switched = try HeadParser().response(
            Array(
                ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: x\r\nSec-WebSocket-Protocol: y\r\n\r\n").utf8))
        #expect(
            HTTP2Fields.response(switched, nil)
                == [HTTP2Field(":status", "200"), HTTP2Field("sec-websocket-protocol", "y")])
    }

    @Test func `an answer of HTTP/1 loses what speaks of its connection`() throws {
        let head = try HeadParser().response(
            Array(
                "HTTP/1.1 200 Fine\r\nX-A: 1\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\nUpgrade: x\r\n\r\n"
                    .utf8))
        #expect(HTTP2Fields.response(head, nil) == [HTTP2Field(":status", "200"), HTTP2Field("x-a", "1")])
    }

    @Test func `an answer without a length is chunked unless it can have no body`() throws {
        let get = try HeadParser().request(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let head = try HeadParser().request(Array("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        func framing(_ status: String, _ request: RequestHead, _ more: [HTTP2Field] = []) throws -> BodyFraming {
            try HTTP2Response([HTTP2Field(":status", status)] + more, stream: 1, to: request).framing
        }
        #expect(try framing("200", get) == .chunked)
        #expect(try framing("200", get, [HTTP2Field("content-length", "7")]) == .length(7))
        #expect(try framing("204", get) == .none)
        #expect(try framing("304", get) == .none)
        #expect(try framing("200", head) == .none)
        #expect(throws: WireFault(.unaskedSwitch, at: 0)) { try framing("101", get) }
    }

    @Test func `pseudo-header fields that may enter no table enter none on the other side`() throws {
        var fields = Self.fields(Self.get)
        fields[3].isNeverIndexed = true
        guard case .request(let request) = Self.reader.read(fields, stream: 1, isEnd: true) else {
            Issue.record("refused")
            return
        }
        #expect(request.http2?.neverIndexed == [0])
        let onward = HTTP2Fields.request(request.head, scheme: "https", original: request.head, request.http2)
        #expect(onward.filter(\.isNeverIndexed).map { String(decoding: $0.name, as: UTF8.self) }.contains(":path"))
        #expect(onward.allSatisfy { $0.isNamed(":authority") != $0.isNeverIndexed })
        let status = [HTTP2Field(name: Array(":status".utf8), value: Array("204".utf8), isNeverIndexed: true)]
        let answer = try HTTP2Response(status, stream: 1, to: request.head)
        #expect(answer.facts.neverIndexed == [0])
        #expect(HTTP2Fields.response(answer.head, answer.facts) == status)
    }

    @Test func `trailers that frame or route are refused`() throws {
        let encoder = BodyEncoder(.chunked)
        #expect(try encoder.end(trailers: [HTTP2Field("x-t", "1")]) == Array("0\r\nx-t: 1\r\n\r\n".utf8))
        for name in ["content-length", "host", "transfer-encoding", "connection", ":path"] {
            #expect(throws: WireFault.self) { try encoder.end(trailers: [HTTP2Field(name, "1")]) }
        }
    }
}
