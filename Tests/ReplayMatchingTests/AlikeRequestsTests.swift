import CassetteFormat
import HTTPModel
import Testing

@testable import ReplayMatching

@Suite struct AlikeRequestsTests {
    /// The numbers of the recordings that answer, one request after the other.
    private func answers(
        _ recorded: [String], _ asked: [String], by method: String = "GET", origin: ServerOrigin = .test
    ) throws -> [Int?] {
        var index = ReplayIndex(answersAlike: true)
        var requests: [ComparableRequest] = []
        for (number, url) in zip(1..., recorded) {
            let exchange = try Exchange.make(number, url)
            _ = index.add(RecordedRequest(exchange))
            requests.append(try #require(ComparableRequest(exchange)))
        }
        return try asked.map { url in
            let request = try #require(ComparableRequest(Exchange.make(1, url, by: method, origin: origin)))
            guard case .hit(let place) = index.match(request, recorded: { requests[$0] }) else { return nil }
            return place + 1
        }
    }

    @Test func `another identity gets the answer of the request that differs in it alone`() throws {
        let recorded = ["serve?zone=1&v=a", "serve?zone=2&v=a", "click?v=a"].map { "http://o.test/\($0)" }
        let asked = ["serve?zone=2&v=b", "click?v=b", "serve?zone=1&v=b"].map { "http://o.test/\($0)" }
        #expect(try answers(recorded, asked) == [2, 3, 1])
    }

    @Test func `an equal request comes before an alike one, and none is played twice`() throws {
        let recorded = ["http://o.test/p?v=a", "http://o.test/p?v=b", "http://o.test/p?v=b"]
        #expect(
            try answers(recorded, ["http://o.test/p?v=b", "http://o.test/p?v=c", "http://o.test/p?v=b"]) == [2, 1, 3])
        #expect(try answers(recorded, Array(repeating: "http://o.test/p?v=c", count: 4)) == [1, 2, 3, nil])
    }

    @Test func `of a path that follows the identity the number of segments counts`() throws {
        let recorded = ["http://o.test/sync/aaaa/x", "http://o.test/sync/x"]
        #expect(try answers(recorded, ["http://o.test/sync/bbbb/x"]) == [1])
        #expect(try answers(recorded, ["http://o.test/a/b/c/d"]) == [nil])
    }

    @Test(arguments: [
        (ServerOrigin(scheme: .http, host: "other.test", port: 80), "GET"),
        (ServerOrigin(scheme: .https, host: "o.test", port: 443), "GET"), (ServerOrigin.test, "POST"),
    ])
    func `another origin or method is never alike`(origin: ServerOrigin, method: String) throws {
        #expect(try answers(["http://o.test/p"], ["http://o.test/p"], by: method, origin: origin) == [nil])
    }

    @Test func `so many candidates are looked at, and the nearest beyond is not seen`() throws {
        let far = (0..<AlikeRequests.candidateLimit).map { "http://o.test/p?n=\($0)&v=a" }
        let asked = "http://o.test/p?n=x&v=b"
        let near = "http://o.test/p?n=x&v=a"
        #expect(try answers(Array(far.dropLast()) + [near], [asked]) == [AlikeRequests.candidateLimit])
        #expect(try answers(far + [near], [asked]) == [1])
    }

    @Test func `without the wish for it nothing alike is answered`() throws {
        var index = ReplayIndex()
        let exchange = try Exchange.make(1, "http://o.test/p?v=a")
        _ = index.add(RecordedRequest(exchange))
        let request = try #require(ComparableRequest(Exchange.make(1, "http://o.test/p?v=b")))
        guard case .miss = index.match(request, recorded: { _ in ComparableRequest(exchange) }) else {
            Issue.record("answered")
            return
        }
        var willing = ReplayIndex(answersAlike: true)
        _ = willing.add(RecordedRequest(exchange))
        _ = willing.match(request) { _ in ComparableRequest(exchange) }
        #expect(willing.alikeCount == 1 && willing.unplayed.isEmpty)
    }
}
