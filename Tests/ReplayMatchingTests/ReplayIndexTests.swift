import CassetteFormat
import HTTPModel
import HTTPWire
import Testing

@testable import ReplayMatching

@Suite struct ReplayIndexTests {
    private func request(
        _ target: String, by method: String = "GET", origin: ServerOrigin = .test, type: String? = nil,
        body: [UInt8] = []
    ) -> ComparableRequest {
        ComparableRequest(
            method: Array(method.utf8), origin: origin, target: Array(target.utf8),
            contentType: type.map { Array($0.utf8)[...] }, body: body)
    }

    /// The place that answers, or nil for a miss.
    private func hit(_ index: inout TapedIndex, _ request: ComparableRequest) -> Int? {
        if case .hit(let place) = index.match(request) { return place }
        return nil
    }

    private func miss(_ index: inout TapedIndex, _ request: ComparableRequest) throws -> ReplayMiss {
        guard case .miss(let miss) = index.match(request) else { throw WireFault(.target, at: 0) }
        return miss
    }

    @Test func `each recorded answer is given once, and nothing that was not recorded`() throws {
        var index = TapedIndex()
        #expect(index.add(try .make(1, "http://o.test/seq")) == 0)
        #expect(hit(&index, request("/other")) == nil)
        #expect(index.unplayed == [1])
        #expect(hit(&index, request("/seq")) == 0)
        #expect(index.unplayed == [])
        let again = try miss(&index, request("/seq"))
        #expect(again.exhausted == [1])
        #expect(again.explanation.contains("on the tape as #1, used 1 of 1 times"))
        #expect(again.summary == "miss: GET http://o.test/seq: recorded as #1, used 1 of 1")
        #expect(hit(&index, request("/other")) == nil)
    }

    @Test func `equal requests get their answers in the order they were asked in`() throws {
        var index = TapedIndex()
        // #4 began before #3 had ended; the tape's order is that of the beginnings.
        for (number, method) in zip(1..., ["GET", "POST", "GET", "GET", "POST", "GET"]) {
            _ = index.add(try .make(number, "/s", by: method))
        }
        let places = ["POST", "GET", "GET", "POST", "GET", "GET"].map { hit(&index, request("/s", by: $0)) }
        #expect(places == [1, 0, 2, 4, 3, 5])
        let fifth = try miss(&index, request("/s"))
        #expect(fifth.exhausted == [1, 3, 4, 6])
        #expect(fifth.explanation.contains("#1, #3, #4, #6, used 4 of 4 times"))
    }

    /// Peers of ours take some of these for each other; a server can tell them apart, so the matcher does.
    @Test(arguments: [
        ("/p?filter[projectType][eq]=3", "/p?filter%5BprojectType%5D%5Beq%5D=3"),
        ("/products/Product%20Name", "/products/Product+Name"), ("/%5Bid%5D-a.js", "/[id]-a.js"),
        ("/a%2Fb/c", "/a/b/c"),
        ("/q?[CACHEBUSTING]&x={y}|z", "/q?[CACHEBUSTING]&x=%7By%7D%7Cz"), ("/a/../b//c/./d", "/b/c/d"), ("/%7e", "/~"),
        ("/%7e", "/%7E"), ("/ord=123?http://x.y/z?q=1", "/ord=123?http://x.y/z%3Fq=1"), ("/?", "/"),
        ("/?a&a=&=b&&", "/?a=&a=&=b"), ("/?a=1&b=2", "/?b=2&a=1"), ("//a", "/a"), ("/A", "/a"),
    ])
    func `requests are equal when their bytes are`(one: String, other: String) throws {
        for (recorded, asked) in [(one, other), (other, one)] {
            var index = TapedIndex()
            _ = index.add(try .make(1, recorded))
            #expect(hit(&index, request(asked)) == nil)
            #expect(hit(&index, request(recorded)) == 0)
        }
    }

    @Test func `bytes that are no UTF-8 tell requests apart too`() throws {
        var index = TapedIndex()
        let head = try HeadParser().request(Array("GET /x?n=".utf8) + [0xCD, 0xA8] + Array(" HTTP/1.1\r\n\r\n".utf8))
        var exchange = try Exchange.make(1, "/")
        exchange.request.head = head
        _ = index.add(exchange)
        func asked(_ bytes: [UInt8]) -> ComparableRequest {
            ComparableRequest(
                method: Array("GET".utf8), origin: .test, target: Array("/x?n=".utf8) + bytes, contentType: nil,
                body: [])
        }
        #expect(hit(&index, asked([0xCD, 0xA9])) == nil)
        #expect(hit(&index, asked([0xEF, 0xBF, 0xBD])) == nil)
        #expect(hit(&index, asked([0xCD, 0xA8])) == 0)
    }

    @Test func `method, origin and body are part of the request`() throws {
        var index = TapedIndex()
        _ = index.add(try .make(1, "/a", by: "POST", body: [0, 1, 0xFF]))
        #expect(hit(&index, request("/a", by: "PUT", body: [0, 1, 0xFF])) == nil)
        #expect(hit(&index, request("/a", by: "post", body: [0, 1, 0xFF])) == nil)
        #expect(hit(&index, request("/a", by: "POST", body: [0, 1, 0xFE])) == nil)
        #expect(hit(&index, request("/a", by: "POST", body: [])) == nil)
        for origin in [
            ServerOrigin(scheme: .https, host: "o.test", port: 443),
            ServerOrigin(scheme: .http, host: "o.test", port: 81),
            ServerOrigin(scheme: .http, host: "p.test", port: 80),
        ] {
            #expect(hit(&index, request("/a", by: "POST", origin: origin, body: [0, 1, 0xFF])) == nil)
        }
        #expect(hit(&index, request("/a", by: "POST", body: [0, 1, 0xFF])) == 0)
    }

    @Test(arguments: [
        ("http://o.test/a?b", "/a?b"), ("http://o.test", "/"), ("http://o.test?q", "/?q"), ("/a", "/a"),
        ("//a/b", "//a/b"),
        ("http://o.test//a", "//a"), ("*", "*"),
    ])
    func `the way a request came in does not count`(target: String, originForm: String) throws {
        let exchange = try Exchange.make(1, target)
        #expect(try ComparableRequest.originForm(#require(exchange.request.head)) == Array(originForm.utf8))
    }

    @Test func `what no client can ask again is not on the index`() throws {
        var index = TapedIndex()
        var refused = try Exchange.make(2, "/a", end: .refused("bad"))
        #expect(index.add(refused) == nil)
        refused.end = .complete
        refused.request.head = nil
        #expect(index.add(refused) == nil)
        #expect(index.add(try .make(3, "o.test:443", by: "CONNECT", ingress: .tunnel)) == nil)
        #expect(index.unplayed == [])
        #expect(try miss(&index, request("/a")).explanation.contains("holds no request at all"))
    }
}
