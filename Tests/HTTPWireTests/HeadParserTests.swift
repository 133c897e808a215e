import HTTPModel
import Testing

@testable import HTTPWire

@Suite struct HeadParserTests {
    private func reason(_ body: () throws(WireFault) -> Void) -> WireFault.Reason? {
        do throws(WireFault) { try body() } catch { return error.reason }
        return nil
    }

    // MARK: Requests

    @Test func `the places of a request head are its bytes, white space around values left out`() throws {
        let bytes =
            Array("POST /a?b=c HTTP/1.1\r\nHost: o.test\r\nx-EMPTY:\r\nX-Pad: \t a b \t\r\nX-L: caf".utf8)
            + [0xE9] + Array("\r\n\r\n".utf8)
        let head = try HeadParser().request(bytes)
        #expect(head.bytes == bytes)
        #expect(String(display: head.methodBytes) == "POST")
        #expect(String(display: head.targetBytes) == "/a?b=c")
        #expect(head.version == .http11)
        #expect(head.fields.map { String(display: bytes[$0.name]) } == ["Host", "x-EMPTY", "X-Pad", "X-L"])
        #expect(
            head.fields.map { Array(bytes[$0.value]) } == [
                Array("o.test".utf8), [], Array("a b".utf8), Array("caf".utf8) + [0xE9],
            ])
        #expect(head.fields.flatMap { Array(bytes[$0.line]) } == Array(bytes[22..<bytes.count - 2]))
    }

    @Test func `empty lines before a request are no part of its head`() throws {
        let head = try HeadParser().request(Array("\r\n\r\nGET / HTTP/1.0\r\nA: b\r\n\r\n".utf8))
        #expect(head.bytes == Array("GET / HTTP/1.0\r\nA: b\r\n\r\n".utf8))
        #expect(String(display: head.targetBytes) == "/")
        #expect(head.first("a").map { String(display: $0) } == "b")
        #expect(head.version == .http10)
    }

    @Test(arguments: [
        ("GET  / HTTP/1.1", WireFault.Reason.target),
        (" GET / HTTP/1.1", .method),
        ("G(T / HTTP/1.1", .method),
        ("GET", .method),
        ("GET/ HTTP/1.1", .method),
        ("GET\t/ HTTP/1.1", .method),
        ("GET /", .target),
        ("GET /a b HTTP/1.1", .startLine),
        ("GET /a\tb HTTP/1.1", .target),
        ("GET /a\u{0}b HTTP/1.1", .target),
        ("GET /a\u{7F}b HTTP/1.1", .target),
        ("GET /a#b HTTP/1.1", .target),
        ("GET /a\rb HTTP/1.1", .bareCarriageReturn),
        ("GET / HTTP/1.1 ", .startLine),
        ("GET / HTTP/1.1x", .startLine),
        ("GET / HTTP/11", .startLine),
        ("GET / HTTP/1,1", .startLine),
        ("GET / http/1.1", .startLine),
        ("GET / HTTP/1.", .startLine),
        ("GET / HTTP/1.2", .version),
        ("GET / HTTP/0.9", .version),
        ("GET / HTTP/2.0", .version),
        ("GET / HTTP/9.9", .version),
        ("", .startLine),
        ("GET / HTTP/1.1\r\nA", .fieldName),
        ("GET / HTTP/1.1\r\nA : b", .fieldName),
        ("GET / HTTP/1.1\r\n: b", .fieldName),
        ("GET / HTTP/1.1\r\nA b: c", .fieldName),
        ("GET / HTTP/1.1\r\nÄ: c", .fieldName),
        ("GET / HTTP/1.1\r\n A: b", .foldedField),
        ("GET / HTTP/1.1\r\nA: b\r\n c", .foldedField),
        ("GET / HTTP/1.1\r\nA: b\r\n\tc", .foldedField),
        ("GET / HTTP/1.1\r\nA: b\u{0}c", .fieldValue),
        ("GET / HTTP/1.1\r\nA: b\u{1B}c", .fieldValue),
        ("GET / HTTP/1.1\r\nA: b\u{7F}c", .fieldValue),
        ("GET / HTTP/1.1\r\nA: b\rc", .bareCarriageReturn),
        ("GET / HTTP/1.1\r\n\rX", .bareCarriageReturn),
    ])
    func `a request that two readers could read differently is refused`(text: String, expected: WireFault.Reason) {
        let found = reason { () throws(WireFault) in _ = try HeadParser().request(Array((text + "\r\n\r\n").utf8)) }
        #expect(found == expected)
    }

    @Test(arguments: [
        "/é", "/[a]{b}|c", "/..//x", "/ord=1?http://a/b", "/%0d%0aX", "/a\\b", "*", "http://o.test/\u{80}",
    ])
    func `a target passes whatever its visible bytes are`(target: String) throws {
        let head = try HeadParser().request(Array("GET \(target) HTTP/1.1\r\n\r\n".utf8))
        #expect(Array(head.targetBytes) == Array(target.utf8))
    }

    /// RFC 3986 §2.2 and §2.3; the number sign begins a fragment, which no target has.
    @Test func `where URIs alone are taken a target has no other bytes`() throws {
        let parts = "-._~:/?[]@!$&'()*+,;=%"
        var limits = WireLimits()
        limits.takesURIsOnly = true
        for byte in UInt8(0x21)...0xFF where byte != 0x7F && byte != UInt8(ascii: "#") {
            let head = Array("GET /".utf8) + [byte] + Array(" HTTP/1.1\r\n\r\n".utf8)
            let isOfURIs =
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || byte &- 0x30 < 10)
                || parts.utf8.contains(byte)
            let found = reason { () throws(WireFault) in _ = try HeadParser(limits: limits).request(head) }
            #expect(found == (isOfURIs ? nil : .targetOutsideURIs), "byte \(byte)")
            #expect(reason { () throws(WireFault) in _ = try HeadParser().request(head) } == nil, "byte \(byte)")
        }
    }

    /// The shortest head for which each limit is just kept, and the fault when the limit is one less.
    @Test func `each limit of a head holds at its edge`() {
        let text = "DELETE /abc HTTP/1.1\r\nA: 1\r\nB: 2\r\n\r\n"
        let edges: [(any WritableKeyPath<WireLimits, Int> & Sendable, Int, WireFault.Reason)] = [
            (\.methodBytes, 6, .methodTooLong), (\.targetBytes, 4, .targetTooLong), (\.fieldCount, 2, .tooManyFields),
            (\.fieldBytes, 12, .fieldsTooLong),
        ]
        for (path, value, expected) in edges {
            var limits = WireLimits()
            limits[keyPath: path] = value
            #expect(
                reason { () throws(WireFault) in _ = try HeadParser(limits: limits).request(Array(text.utf8)) } == nil)
            limits[keyPath: path] = value - 1
            #expect(
                reason { () throws(WireFault) in _ = try HeadParser(limits: limits).request(Array(text.utf8)) }
                    == expected)
        }
    }

    // MARK: Responses

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200, "OK"),
        ("HTTP/1.0 404 Not Found", 404, "Not Found"),
        ("HTTP/1.1 200", 200, ""),
        ("HTTP/1.1 200 ", 200, ""),
        ("HTTP/1.1 999 Odd", 999, "Odd"),
        ("HTTP/1.1 418 I'm a \"Teapot\": yes # {x}", 418, "I'm a \"Teapot\": yes # {x}"),
        ("HTTP/1.1 200 caf\u{E9}", 200, "caf\u{E9}"),
    ])
    func `a status line gives status and reason as they are`(line: String, status: Int, words: String) throws {
        let head = try HeadParser().response(Array("\(line)\r\nA: b\r\n\r\n".utf8))
        #expect(head.status == status)
        #expect(String(display: head.bytes[head.reason]) == words)
        #expect(head.bytes == Array("\(line)\r\nA: b\r\n\r\n".utf8))
    }

    @Test(arguments: [
        ("HTTP/1.1 20 OK", WireFault.Reason.status), ("HTTP/1.1 2000 OK", .status), ("HTTP/1.1 099 Low", .status),
        ("HTTP/1.1  200 OK", .status), ("HTTP/1.1 2O0 OK", .status), ("HTTP/1.1", .status),
        ("HTTP/1.1 200\tOK", .status),
        ("HTTP/1.1 200 \u{1B}[31m", .reason), ("HTTP/3.0 200 OK", .version), ("ICY 200 OK", .startLine),
        ("", .startLine), ("HTTP/1.1 200 OK\r\nContent-Length : 5", .fieldName),
    ])
    func `a status line that is not one is a fault`(line: String, expected: WireFault.Reason) {
        let found = reason { () throws(WireFault) in _ = try HeadParser().response(Array("\(line)\r\n\r\n".utf8)) }
        #expect(found == expected)
    }

    @Test func `no cut of a head makes the parser trap`() {
        let request = Array("POST http://o.test/a HTTP/1.1\r\nHost: o.test\r\nA: b\r\n\r\n".utf8)
        let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n".utf8)
        for cut in 0..<request.count {
            #expect(throws: WireFault.self) { try HeadParser().request(Array(request[..<cut])) }
        }
        for cut in 0..<response.count {
            #expect(throws: WireFault.self) { try HeadParser().response(Array(response[..<cut])) }
        }
    }
}
