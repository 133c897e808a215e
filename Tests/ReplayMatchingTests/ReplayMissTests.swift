import CassetteFormat
import HTTPModel
import Testing

@testable import ReplayMatching

@Suite struct ReplayMissTests {
    private func miss(
        _ recorded: [Exchange], _ target: String, by method: String = "GET", origin: ServerOrigin = .test,
        body: String = ""
    ) -> ReplayMiss? {
        var index = TapedIndex()
        for exchange in recorded { _ = index.add(exchange) }
        let asked = ComparableRequest(
            method: Array(method.utf8), origin: origin, target: Array(target.utf8), contentType: nil,
            body: Array(body.utf8))
        if case .miss(let miss) = index.match(asked) { return miss }
        return nil
    }

    private func lines(_ recorded: String, _ asked: String) throws -> [String]? {
        miss([try .make(1, recorded)], asked)?.nearest.first?.difference.lines(revealing: true)
    }

    @Test func `each part that differs is named with both values`() throws {
        #expect(try lines("/a?x=1&y=2", "/a?x=1&y=3") == ["query y: recorded \"2\", asked \"3\""])
        #expect(try lines("/a?x=1&y=2", "/a?x=1") == ["query y: recorded \"2\", not asked"])
        #expect(try lines("/a?x=1", "/a?x=1&z") == ["query z: asked \"\", not recorded"])
        #expect(try lines("/a?x=1&y=2", "/a?y=2&x=1") == ["query: the same parameters, spelt or ordered otherwise"])
        #expect(try lines("/a?x=1", "/a?x=1&") == ["query: the same parameters, spelt or ordered otherwise"])
        #expect(try lines("/a?", "/a") == ["query: the same parameters, spelt or ordered otherwise"])
        #expect(try lines("/a", "/b") == ["path differs"])
        #expect(try lines("/a?x=1&x=2", "/a?x=2&x=2") == ["query x: recorded \"1\", asked \"2\""])
        #expect(try lines("//a/b", "//c/b") == ["path differs"])
        #expect(try lines("//a/b?x=1", "//a/b?x=2") == ["query x: recorded \"1\", asked \"2\""])
    }

    @Test func `a body is told apart by its first differing byte`() throws {
        let recorded = try Exchange.make(1, "/a", by: "POST", body: Array("abcd".utf8))
        let difference = miss([recorded], "/a", by: "POST", body: "abXd!")?.nearest.first?.difference
        #expect(difference?.lines(revealing: true) == ["body: differs from byte 2 on (recorded 4 bytes, asked 5)"])
        let longer = miss([recorded], "/a", by: "POST", body: "abcdef")?.nearest.first?.difference
        #expect(longer?.lines(revealing: true) == ["body: differs from byte 4 on (recorded 4 bytes, asked 6)"])
    }

    @Test func `method and origin are named`() throws {
        let recorded = [try Exchange.make(1, "/a", by: "POST")]
        let secure = ServerOrigin(scheme: .https, host: "o.test", port: 8443)
        let difference = miss(recorded, "/a", by: "PUT", origin: secure)?.nearest.first?.difference
        #expect(
            difference?.lines(revealing: false) == [
                "method: recorded POST, asked PUT", "origin: recorded http://o.test, asked https://o.test:8443",
            ])
    }

    @Test func `the nearest come first, three at most, played ones are marked`() throws {
        var index = TapedIndex()
        for (number, target) in zip(1..., ["/a?x=1", "/a?x=1&y=1&z=1", "/a?x=2&y=1", "/b", "/a?w=1", "/a?x=3"]) {
            _ = index.add(try .make(number, target))
        }
        func asked(_ target: String) -> ComparableRequest {
            ComparableRequest(
                method: Array("GET".utf8), origin: .test, target: Array(target.utf8), contentType: nil, body: [])
        }
        _ = index.match(asked("/a?x=1"))
        guard case .miss(let miss) = index.match(asked("/a?x=9")) else {
            Issue.record("a hit")
            return
        }
        #expect(miss.nearest.map(\.number) == [1, 6, 3])
        #expect(miss.nearest.map(\.isPlayed) == [true, false, false])
        #expect(
            miss.explanation.contains(
                "Nearest: #1 GET http://o.test/a?x=1 (already played)\n  query x: recorded \"1\", asked \"9\"\n"))
        #expect(miss.summary == "miss: GET http://o.test/a: nearest #1, query x has another value")
    }

    @Test func `no value of a request is in the words for the terminal`() throws {
        let recorded = try Exchange.make(1, "/a?visitor_id=6f9619ff&gone=secret1")
        let miss = try #require(self.miss([recorded], "/a?visitor_id=8b86d011&new=secret2"))
        for value in ["6f9619ff", "8b86d011", "secret1", "secret2"] { #expect(!miss.summary.contains(value)) }
        #expect(
            miss.summary
                == "miss: GET http://o.test/a: nearest #1, query visitor_id has another value; "
                + "query gone: recorded, not asked; query new: asked, not recorded")
    }
}
