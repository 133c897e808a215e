import HTTPModel
import HTTPWire
import Testing

@testable import ProxyCore

/// Playbooks of a client's connection.
@Suite struct ServerMachineTests {
    typealias Event = ServerDialogue.Event

    enum Line: Sendable {
        case client(String)
        case sees([Event])
        /// The answer's head; the method it answers.
        case answer(String, to: String = "GET")
        case ends(ServerMachine.Continuation)
    }

    /// Plays the lines; every `client` line comes whole, or in pieces of this many bytes.
    private func play(_ place: ServerMachine.Place, _ lines: [Line], piece: Int = .max) throws {
        var dialogue = ServerDialogue(place)
        var seen = 0
        for line in lines {
            switch line {
            case .client(let text):
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    dialogue.client(Array(rest.prefix(piece)))
                    rest = rest.dropFirst(piece)
                }
            case .sees(let events):
                #expect(Array(dialogue.events[seen...]) == events, "in pieces of \(piece)")
                seen = dialogue.events.count
            case .answer(let head, let method): try dialogue.answer(head, to: method)
            case .ends(let next): #expect(dialogue.answerEnded() == next)
            }
        }
        #expect(seen == dialogue.events.count)
    }

    private func playAll(_ place: ServerMachine.Place, _ lines: [Line]) throws {
        for piece in [Int.max, 1, 2, 3, 7] { try play(place, lines, piece: piece) }
    }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    @Test func `one exchange after the other on one connection`() throws {
        try playAll(
            ServerDialogue.proxy,
            [
                .client("GET http://o.test/a?b HTTP/1.1\r\nHost: o.test\r\nX-A:  1 \r\n\r\n"),
                .sees([.request("GET /a?b HTTP/1.1\r\nHost: o.test\r\nX-A:  1 \r\n\r\n"), .end]),
                .answer(Self.ok), .ends(.next),
                .client("POST http://p.test:81/ HTTP/1.1\r\nHost: p.test:81\r\nContent-Length: 5\r\n\r\nhe"),
                .client("llo"),
                .sees([
                    .request(
                        "POST / HTTP/1.1\r\nHost: p.test:81\r\nContent-Length: 5\r\n\r\n", origin: "http://p.test:81"),
                    .body("hello"), .end,
                ]),
                .answer(Self.ok), .ends(.next),
                .client("HEAD https://s.test HTTP/1.1\r\nHost: s.test\r\n\r\n"),
                .sees([.request("HEAD / HTTP/1.1\r\nHost: s.test\r\n\r\n", origin: "https://s.test"), .end]),
            ])
    }

    @Test func `what a client sends ahead is held until the answer has ended`() throws {
        let first = "GET /1 HTTP/1.1\r\nHost: o.test\r\n\r\n"
        let second = "POST /2 HTTP/1.1\r\nHost: o.test\r\nTransfer-Encoding: chunked\r\n\r\n"
        let third = "GET /3 HTTP/1.1\r\nHost: o.test\r\n\r\n"
        try playAll(
            ServerDialogue.tunnel(),
            [
                .client(first + second + "3;x\r\nabc\r\n0\r\nT: 1\r\n\r\n" + third),
                .sees([.request(first, origin: "https://o.test"), .end, .hold]),
                .answer(Self.ok), .ends(.next),
                .sees([
                    .request(second, origin: "https://o.test"), .body("3;x\r\nabc\r\n0\r\nT: 1\r\n\r\n"), .end, .hold,
                ]),
                .answer(Self.ok), .ends(.next),
                .sees([.request(third, origin: "https://o.test"), .end]),
            ])
    }

    @Test func `an empty body of length 0 ends with its head`() throws {
        try playAll(
            ServerDialogue.tunnel(),
            [
                .client("POST / HTTP/1.1\r\nHost: o.test\r\nContent-Length: 0\r\n\r\n"),
                .sees([
                    .request("POST / HTTP/1.1\r\nHost: o.test\r\nContent-Length: 0\r\n\r\n", origin: "https://o.test"),
                    .end,
                ]),
                .answer(Self.ok), .ends(.next),
            ])
    }

    @Test(arguments: [
        ("1.1", "", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ServerMachine.Continuation.next),
        ("1.1", "Connection: close\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .close),
        ("1.1", "Connection: x, CLOSE\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .close),
        ("1.1", "", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", .close),
        ("1.1", "", "HTTP/1.1 200 OK\r\n\r\n", .close),
        ("1.1", "", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", .close),
        ("1.1", "", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n", .next),
        ("1.1", "", "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n", .next),
        ("1.1", "", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .next),
        ("1.0", "", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .close),
        ("1.0", "Connection: Keep-Alive\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .next),
        ("1.0", "Connection: keep-alive\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .close),
    ])
    func `a connection lives on when both sides and the framing let it`(
        version: String, fields: String, answer: String, next: ServerMachine.Continuation
    ) throws {
        var dialogue = ServerDialogue(ServerDialogue.proxy)
        dialogue.client(Array("GET http://o.test/ HTTP/\(version)\r\nHost: o.test\r\n\(fields)\r\n".utf8))
        try dialogue.answer(answer)
        #expect(dialogue.answerEnded() == next)
        #expect(dialogue.machine.clientIsHTTP10 == (version == "1.0"))
    }

    @Test func `an answer that ends before the request ends the connection`() throws {
        try play(
            ServerDialogue.proxy,
            [
                .client("POST http://o.test/ HTTP/1.1\r\nHost: o.test\r\nContent-Length: 5\r\n\r\nhe"),
                .sees([.request("POST / HTTP/1.1\r\nHost: o.test\r\nContent-Length: 5\r\n\r\n"), .body("he")]),
                .answer("HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n"), .ends(.close),
                .client("llo"),
            ])
    }

    @Test func `a broken body is refused after its head has passed, and nothing follows`() throws {
        try playAll(
            ServerDialogue.proxy,
            [
                .client("POST http://o.test/ HTTP/1.1\r\nHost: o.test\r\nTransfer-Encoding: chunked\r\n\r\n"),
                .sees([.request("POST / HTTP/1.1\r\nHost: o.test\r\nTransfer-Encoding: chunked\r\n\r\n")]),
                .client("NOTHEX\r\nGET http://o.test/ HTTP/1.1\r\nHost: o.test\r\n\r\n"),
                .sees([.refuse(400, .chunkSize)]),
            ])
    }

    @Test func `CONNECT hands the connection over`() throws {
        try playAll(
            ServerDialogue.proxy,
            [
                .client("CONNECT O.test:8443 HTTP/1.1\r\nHost: O.test:8443\r\n\r\n\u{16}\u{3}\u{1}"),
                .sees([.connect("o.test", 8443)]),
            ])
        try playAll(
            ServerDialogue.proxy, [.client("CONNECT [::1]:443 HTTP/1.0\r\n\r\n"), .sees([.connect("::1", 443)])])
        try playAll(
            ServerDialogue.tunnel(),
            [
                .client("CONNECT o.test:443 HTTP/1.1\r\nHost: o.test\r\n\r\n"), .sees([.refuse(400, .targetForm)]),
            ])
    }

    @Test func `the origin form on the proxy's own port is for the proxy itself`() throws {
        try playAll(
            ServerDialogue.proxy,
            [
                .client("GET /ca.pem HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"),
                .sees([.toProxyItself("/ca.pem"), .end]),
                .answer(Self.ok), .ends(.next),
                .client("POST /marks HTTP/1.1\r\nHost: fita.internal\r\nContent-Length: 1\r\n\r\nx"),
                .sees([.toProxyItself("/marks"), .body("x"), .end]),
                .answer(Self.ok), .ends(.next),
                .client("OPTIONS * HTTP/1.1\r\nHost: fita.internal\r\n\r\n"), .sees([.toProxyItself("*"), .end]),
            ])
    }

    @Test func `inside a tunnel the absolute form is taken for its host alone`() throws {
        try playAll(
            ServerDialogue.tunnel(),
            [
                .client("GET https://o.test/a HTTP/1.1\r\nHost: o.test\r\n\r\n"),
                .sees([.request("GET /a HTTP/1.1\r\nHost: o.test\r\n\r\n", origin: "https://o.test"), .end]),
            ])
        try playAll(
            ServerDialogue.tunnel(),
            [
                .client("GET https://other.test/a HTTP/1.1\r\nHost: o.test\r\n\r\n"),
                .sees([.refuse(400, .targetForm)]),
            ])
        for target in ["https://o.test:444/a", "http://o.test/a"] {
            try playAll(
                ServerDialogue.tunnel(),
                [
                    .client("GET \(target) HTTP/1.1\r\nHost: o.test\r\n\r\n"), .sees([.refuse(400, .targetForm)]),
                ])
        }
    }

    @Test func `a reverse proxy names the origin in Host`() throws {
        let origin = ServerOrigin(scheme: .http, host: "ads.test", port: 8081)
        let place = ServerMachine.Place.fixed(origin, ingress: "reverse", rewritesHost: true)
        try playAll(
            place,
            [
                .client("GET //a HTTP/1.1\r\nhOST: 127.0.0.1:9\r\nA: 1\r\n\r\n"),
                .sees([
                    .request("GET //a HTTP/1.1\r\nhOST: ads.test:8081\r\nA: 1\r\n\r\n", origin: "http://ads.test:8081"),
                    .end,
                ]),
            ])
    }

    @Test func `an upgrade is asked for as the client did, but never one to HTTP/2 in clear`() throws {
        let upgrade =
            "GET /ws HTTP/1.1\r\nHost: o.test\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n"
        try playAll(
            ServerDialogue.tunnel(),
            [
                .client(upgrade), .sees([.request(upgrade, origin: "https://o.test", kind: "upgrade"), .end]),
            ])
        try playAll(
            ServerDialogue.tunnel(),
            [
                .client(
                    "GET / HTTP/1.1\r\nHost: o.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                        + "HTTP2-Settings: AAMAAABkAAQ\r\nA: 1\r\n\r\n"),
                .sees([.request("GET / HTTP/1.1\r\nHost: o.test\r\nA: 1\r\n\r\n", origin: "https://o.test"), .end]),
            ])
        // Upgrade without Connection asks for nothing.
        let silent = "GET / HTTP/1.1\r\nHost: o.test\r\nUpgrade: websocket\r\n\r\n"
        try playAll(
            ServerDialogue.tunnel(),
            [
                .client(silent), .sees([.request(silent, origin: "https://o.test"), .end]),
            ])
    }

    @Test(arguments: [
        ("", WireFault.Reason.hostCount), ("Host: o.test\r\nHost: o.test\r\n", .hostCount), ("Host: a b\r\n", .host),
        ("Host:\r\n", .host), ("Host: u@o.test\r\n", .host), ("Host: o.test:x\r\n", .host),
        ("Host: o.test\r\nExpect: 200-ok\r\n", .expectation),
        ("Host: o.test\r\nConnection: content-length\r\n", .connectionNominatesFraming),
        ("Host: o.test\r\nConnection: close, Host\r\n", .connectionNominatesFraming),
        ("Host: o.test\r\nConnection: Transfer-Encoding\r\n", .connectionNominatesFraming),
    ])
    func `a head with a fault of routing or framing is refused`(fields: String, reason: WireFault.Reason) throws {
        for (place, target) in [(ServerDialogue.proxy, "http://o.test/"), (ServerDialogue.tunnel(), "/")] {
            var dialogue = ServerDialogue(place)
            dialogue.client(Array("GET \(target) HTTP/1.1\r\n\(fields)\r\n".utf8))
            #expect(dialogue.events == [.refuse(reason == .expectation ? 417 : 400, reason)])
        }
    }

    @Test func `TRACE and OPTIONS go no further than they say`() throws {
        for (method, hops, isRefused) in [
            ("TRACE", "0", true), ("OPTIONS", "00", true), ("TRACE", "1", false), ("GET", "0", false),
        ] {
            let text = "\(method) / HTTP/1.1\r\nHost: o.test\r\nMax-Forwards: \(hops)\r\n\r\n"
            try playAll(
                ServerDialogue.tunnel(),
                [
                    .client(text),
                    .sees(isRefused ? [.refuse(501, .hopsUsedUp)] : [.request(text, origin: "https://o.test"), .end]),
                ])
        }
    }
}
