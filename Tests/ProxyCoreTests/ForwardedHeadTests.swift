import HTTPModel
import HTTPWire
import Testing

@testable import ProxyCore

@Suite struct ForwardedHeadTests {
    private func forwarded(
        _ text: String, authority: String? = nil, dropsUpgrade: Bool = false
    ) throws -> String {
        let head = try HeadParser().request(Array(text.utf8))
        var path: Range<Int>?
        if case .absolute(_, let place) = try RequestTarget(head) { path = place }
        let bytes = ForwardedHead(path: path, authority: authority, dropsUpgrade: dropsUpgrade).bytes(of: head)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `what a proxy need not change passes byte for byte`() throws {
        let text =
            "GET /é?[a]={b|c}&&ord=1?http://x HTTP/1.1\r\nhOsT:  o.test\t\r\nX-Two: a\r\nX-Two:  b \r\nX-Empty:\r\n"
            + "Via: 1.0 x\r\nTE: trailers\r\nConnection: keep-alive\r\nKeep-Alive: 5\r\n\r\n"
        #expect(try forwarded(text) == text)
    }

    @Test(arguments: [
        ("GET http://o.test/a/../b//c?x#", ""), ("GET http://o.test/..//x?q={z}", "GET /..//x?q={z}"),
        ("GET http://o.test", "GET /"), ("GET http://o.test?q=1", "GET /?q=1"), ("OPTIONS http://o.test", "OPTIONS *"),
        ("OPTIONS http://o.test/", "OPTIONS /"), ("OPTIONS http://o.test?q", "OPTIONS /?q"),
        ("GET http://o.test/é", "GET /é"), ("GET HTTP://O.TEST:80/%7e", "GET /%7e"),
    ])
    func `the absolute form becomes the origin form and its path stays as it is`(start: String, expected: String) throws
    {
        // A fragment is refused before.
        guard !expected.isEmpty else {
            #expect(throws: WireFault.self) { try forwarded("\(start) HTTP/1.1\r\nHost: o.test\r\n\r\n") }
            return
        }
        #expect(
            try forwarded("\(start) HTTP/1.1\r\nHost: o.test\r\n\r\n") == "\(expected) HTTP/1.1\r\nHost: o.test\r\n\r\n"
        )
        #expect(try forwarded("\(start) HTTP/1.0\r\n\r\n") == "\(expected) HTTP/1.0\r\n\r\n")
    }

    @Test func `Host follows the target only where they differ`() throws {
        let text = "GET / HTTP/1.1\r\nA: 1\r\nhOST:evil.test\r\n\r\n"
        #expect(try forwarded(text, authority: "o.test") == "GET / HTTP/1.1\r\nA: 1\r\nhOST: o.test\r\n\r\n")
        let same = "GET / HTTP/1.1\r\nHost:o.test \r\n\r\n"
        #expect(try forwarded(same, authority: "o.test") == same)
    }

    @Test func `fields for the proxy and those that Connection names stay behind`() throws {
        let text =
            "GET / HTTP/1.1\r\nHost: o.test\r\nProxy-Connection: keep-alive\r\nConnection: close, X-Drop , x-none\r\n"
            + "x-drop: 1\r\nProxy-Authorization: Basic YTpi\r\nX-Dropped: stays\r\nPriority: u=1\r\n\r\n"
        #expect(
            try forwarded(text)
                == "GET / HTTP/1.1\r\nHost: o.test\r\nConnection: close, X-Drop , x-none\r\nX-Dropped: stays\r\n"
                + "Priority: u=1\r\n\r\n")
    }

    @Test func `a target of the client's is told from one the proxy must correct`() throws {
        // Written otherwise, but the same: the bytes stay.
        for host in ["O.Test", "o.test:80", "o.test"] {
            var dialogue = ServerDialogue(ServerDialogue.proxy)
            dialogue.client(Array("GET http://o.test/ HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
            #expect(dialogue.events.first == .request("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n"))
        }
        var dialogue = ServerDialogue(ServerDialogue.tunnel())
        dialogue.client(Array("GET https://o.test/ HTTP/1.1\r\nHost: O.test:443\r\n\r\n".utf8))
        #expect(
            dialogue.events.first == .request("GET / HTTP/1.1\r\nHost: O.test:443\r\n\r\n", origin: "https://o.test"))
        dialogue = ServerDialogue(ServerDialogue.proxy)
        dialogue.client(Array("GET http://o.test:81/ HTTP/1.1\r\nHost: o.test\r\n\r\n".utf8))
        #expect(
            dialogue.events.first == .request("GET / HTTP/1.1\r\nHost: o.test:81\r\n\r\n", origin: "http://o.test:81"))
    }
}
