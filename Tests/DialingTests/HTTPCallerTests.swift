import Testing

@testable import Dialing

@Suite struct HTTPCallerTests {
    private static let plain = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private func url(_ server: CannedServer, _ path: String = "/") -> [UInt8] {
        Array("http://127.0.0.1:\(server.port)\(path)".utf8)
    }

    @Test func `only the given fields travel, in their order`() throws {
        let server = CannedServer(answers: [Self.plain])
        let caller = try HTTPCaller()
        let fields = [HTTPCallField("X-B", "2"), HTTPCallField("x-a", "é"), HTTPCallField("X-Empty", "")]
        let reply = try caller.call(HTTPCall(url: url(server, "/a/../b/./c?x=1"), fields: fields))
        #expect(reply.status == 200)
        #expect(reply.body == Array("ok".utf8))
        #expect(reply.head == Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n".utf8))
        #expect(
            server.requests == [
                "GET /a/../b/./c?x=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-B: 2\r\nx-a: é\r\nX-Empty:\r\n\r\n"
            ])
    }

    @Test func `a body travels with its length and the given type, on one kept connection`() throws {
        let server = CannedServer(answers: [
            Self.plain, "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n",
        ])
        let caller = try HTTPCaller()
        let type = HTTPCallField("Content-Type", "application/json")
        _ = try caller.call(HTTPCall(method: "POST", url: url(server), fields: [type], body: Array("{}".utf8)))
        let second = try caller.call(HTTPCall(method: "PUT", url: url(server), body: []))
        #expect(second.status == 302)
        let host = "Host: 127.0.0.1:\(server.port)"
        #expect(
            server.requests == [
                "POST / HTTP/1.1\r\n\(host)\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
                "PUT / HTTP/1.1\r\n\(host)\r\nContent-Length: 0\r\n\r\n",
            ])
        #expect(server.connectionCount == 1)
    }

    @Test func `a proxy is asked in absolute form and the origin's answer alone is kept`() throws {
        let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        let server = CannedServer(answers: [interim + Self.plain])
        var settings = HTTPCaller.Settings()
        settings.proxy = "http://127.0.0.1:\(server.port)"
        let reply = try HTTPCaller(settings).call(HTTPCall(url: Array("http://ads.metrike.test/serve".utf8)))
        #expect(reply.head == Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n".utf8))
        #expect(
            server.requests.first?.hasPrefix("GET http://ads.metrike.test/serve HTTP/1.1\r\nHost: ads.metrike.test\r\n")
                == true)
    }

    @Test func `an https call asks the proxy for a tunnel`() throws {
        let server = CannedServer(answers: ["HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"])
        var settings = HTTPCaller.Settings()
        settings.secureProxy = "http://127.0.0.1:\(server.port)"
        let caller = try HTTPCaller(settings)
        #expect {
            try caller.call(HTTPCall(url: Array("https://ads.metrike.test/".utf8)))
        } throws: { error in
            guard case .failed(.answerIncomplete, let why)? = error as? HTTPCallError else { return false }
            return why.contains("502")
        }
        #expect(server.requests.first?.hasPrefix("CONNECT ads.metrike.test:443 HTTP/1.1\r\n") == true)
        #expect(server.requests.first?.contains("User-Agent") == false)
    }

    @Test func `the limits hold at their edge`() throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n0123456789"
        for (bodyBytes, passes) in [(10, true), (9, false)] {
            let server = CannedServer(answers: [answer])
            var settings = HTTPCaller.Settings()
            settings.limits.bodyBytes = bodyBytes
            let caller = try HTTPCaller(settings)
            let reply = try? caller.call(HTTPCall(url: url(server)))
            #expect((reply?.body.count == 10) == passes)
        }
        let headBytes = answer.utf8.count - 10
        for (limit, passes) in [(headBytes, true), (headBytes - 1, false)] {
            let server = CannedServer(answers: [answer])
            var settings = HTTPCaller.Settings()
            settings.limits.headBytes = limit
            let caller = try HTTPCaller(settings)
            if passes {
                #expect(try caller.call(HTTPCall(url: url(server))).status == 200)
            } else {
                #expect(
                    throws: HTTPCallError.failed(.answerTooLarge, why: "the answer is larger than the limits allow")
                ) {
                    try caller.call(HTTPCall(url: url(server)))
                }
            }
        }
    }

    @Test func `a long URL is refused just over the limit`() throws {
        var settings = HTTPCaller.Settings()
        settings.limits.urlBytes = 40
        let server = CannedServer(answers: [Self.plain])
        let base = url(server)
        let caller = try HTTPCaller(settings)
        let atLimit = base + [UInt8](repeating: 0x61, count: 40 - base.count)
        #expect(try caller.call(HTTPCall(url: atLimit)).status == 200)
        #expect(throws: HTTPCallError.invalidCall(part: "URL", why: "longer than 40 bytes")) {
            try caller.call(HTTPCall(url: atLimit + [0x61]))
        }
    }

    @Test(arguments: [
        (HTTPCall(url: Array("ftp://a/".utf8)), "URL"),
        (HTTPCall(url: Array("http://a/b c".utf8)), "URL"),
        (HTTPCall(method: "GET X", url: Array("http://a/".utf8)), "method"),
        (HTTPCall(url: Array("http://a/".utf8), fields: [HTTPCallField("A:B", "c")]), "field name"),
        (HTTPCall(url: Array("http://a/".utf8), fields: [HTTPCallField("A", "c\r\nB: d")]), "field A"),
    ])
    func `a call that cannot be put on the wire names the part`(call: HTTPCall, part: String) throws {
        let caller = try HTTPCaller()
        #expect {
            try caller.call(call)
        } throws: { error in
            guard case .invalidCall(part, _)? = error as? HTTPCallError else { return false }
            return true
        }
    }

    @Test func `a closed port is told apart from a silent peer`() throws {
        let server = CannedServer(answers: [""])
        let caller = try HTTPCaller()
        #expect {
            try caller.call(HTTPCall(url: url(server)))
        } throws: { error in
            guard case .failed(.answerIncomplete, _)? = error as? HTTPCallError else { return false }
            return true
        }
        #expect {
            try caller.call(HTTPCall(url: Array("http://127.0.0.1:1/".utf8)))
        } throws: { error in
            guard case .failed(.notConnected, let why)? = error as? HTTPCallError else { return false }
            return why.contains("127.0.0.1")
        }
    }
}
