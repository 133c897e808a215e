import CassetteFormat
import HTTPModel
import Testing

/// What stands on a tape of heads that came over HTTP/2.
@Suite struct HTTP2FactsTests {
    private static let request = HTTP2HeadFacts(
        stream: 2_147_483_647, pseudoFields: [":method", ":path", ":scheme", ":authority", "host"],
        neverIndexed: [1, 12])
    private static let response = HTTP2HeadFacts(stream: 3, pseudoFields: [], neverIndexed: [2])

    private static func journal(_ facts: [(BodySide, HTTP2HeadFacts)]) -> (script: JournalScript, bytes: [UInt8]) {
        let script = JournalScript()
        let number = script.begin("GET / HTTP/1.1\r\nhost: ads.example\r\n\r\n")
        for (side, fact) in facts { script.http2(number, side, fact) }
        script.response(number, "HTTP/1.1 204 \r\n\r\n")
        script.end(number)
        script.close()
        return (script, script.bytes)
    }

    @Test func `they come back from the journal and from the text`() throws {
        var plain = Self.response
        plain.neverIndexed = []
        let cases: [[(BodySide, HTTP2HeadFacts)]] = [
            [], [(.request, Self.request)], [(.response, plain)],
            [(.request, Self.request), (.response, Self.response)],
        ]
        for facts in cases {
            let (_, bytes) = Self.journal(facts)
            let exchange = try #require(assemble(bytes).items.exchanges.first)
            #expect(exchange.end == .complete)
            #expect(exchange.requestHTTP2 == facts.first { $0.0 == .request }?.1)
            #expect(exchange.responseHTTP2 == facts.first { $0.0 == .response }?.1)
            let cassette = CassetteScript(journal: bytes)
            let items = try cassette.items()
            let read = try #require(items.exchanges.first)
            #expect(read.requestHTTP2 == exchange.requestHTTP2)
            #expect(read.responseHTTP2 == exchange.responseHTTP2)
            #expect(CassetteScript(items).text == cassette.text)
        }
    }

    @Test func `the text of both`() {
        let (_, bytes) = Self.journal([(.request, Self.request), (.response, Self.response)])
        let line = CassetteScript(journal: bytes).string.split(separator: "\n").first { $0.hasPrefix("@ ") }
        #expect(
            line?.hasSuffix(
                " h2=2147483647 order=:method,:path,:scheme,:authority,host never=1,12 origin-h2=3 origin-never=2")
                == true)
    }

    @Test func `an exchange of HTTP/1 says nothing of it`() {
        #expect(!CassetteScript(journal: Self.journal([]).bytes).string.contains("h2"))
    }

    @Test func `a broken payload is told and costs no more than itself`() throws {
        let whole = Self.request.journalPayload(.request)
        for count in 0..<whole.count {
            let script = JournalScript()
            let number = script.begin("GET / HTTP/1.1\r\nhost: a\r\n\r\n")
            script.http2(number, payload: Array(whole[..<count]))
            script.end(number)
            script.close()
            let exchange = try #require(assemble(script.bytes).items.exchanges.first)
            #expect(exchange.requestHTTP2 == nil)
            #expect(exchange.notes == ["what was told of HTTP/2 could not be read"])
        }
    }

    @Test func `a frame of it that is lost is missed`() throws {
        let script = JournalScript()
        let number = script.begin("GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        script.countNote(number)
        script.end(number)
        script.close()
        let exchange = try #require(assemble(script.bytes).items.exchanges.first)
        #expect(exchange.end == .recorderDied)
    }
}
