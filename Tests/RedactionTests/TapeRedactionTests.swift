import CassetteFormat
import Cryptography
import Disguises
import Foundation
import HTTPModel
import HTTPWire
import LeakSearch
import Redaction
import SDKContracts
import Testing
import Verification

@Suite struct TapeRedactionTests {
    static let header = TapeHeader(
        id: "00", tool: "test", wallSeconds: 0, wallNanoseconds: 0, mode: "forward", listen: "127.0.0.1:1",
        contract: nil, baseURL: "https://ads.metrike.test")

    static func body(_ text: String, _ framing: TapedFraming = .length) -> TapedBody {
        let bytes = Array(text.utf8)
        return TapedBody(
            framing: framing, payload: bytes, payloadSize: bytes.count, isExternal: false,
            digest: hex(SHA256.digest(bytes)), wireSize: bytes.count,
            arrivals: [Arrival(time: 1, upTo: bytes.count)])
    }

    static func exchange(
        _ number: Int, _ line: String, host: String = "ads.metrike.test", fields: String = "", body: TapedBody,
        answer: TapedBody = body("")
    ) throws -> Exchange {
        let head = Array("\(line) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n".utf8)
        let response = Array("HTTP/1.1 200 OK\r\nContent-Length: \(answer.payloadSize)\r\n\r\n".utf8)
        return Exchange(
            number: number, connection: 1, ingress: .connect,
            origin: ServerOrigin(scheme: .https, host: host, port: 443), start: 1,
            request: TapedRequest(headBytes: head, head: try HeadParser().request(head), body: body),
            response: TapedResponse(head: try HeadParser().response(response), time: 2, body: answer), end: .complete,
            endTime: 3)
    }

    private func redacted(
        _ items: [TapeItem], _ change: (inout TapeRedaction.Wish) -> Void = { _ in }
    ) throws -> ([TapeItem], RedactionReport) {
        var wish = TapeRedaction.Wish(key: Array("the key of the tests".utf8))
        change(&wish)
        let redaction = try TapeRedaction(
            of: Self.header, items, configuration: ContractConfiguration(), wish: wish)
        return (redaction.items, redaction.report)
    }

    private func exchange(in items: [TapeItem]) throws -> Exchange {
        let found = items.lazy.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }.first
        return try #require(found)
    }

    @Test func `lengths and digests are those of the content with fakes`() throws {
        let client = ClientConnectionFacts(id: 1, opened: 0, client: "100.100.100.100:5000")
        let text = "{\"seen\":\"100.100.100.100\"}"
        let exchange = try Self.exchange(
            1, "POST /x", fields: "Content-Length: \(text.utf8.count)\r\n", body: Self.body(text),
            answer: Self.body(text))
        let (items, _) = try redacted([.client(client), .exchange(exchange)])
        guard case .client(let facts) = items[0] else { throw Missing() }
        let address = String(facts.client.prefix { $0 != ":" })
        #expect(facts.client.hasSuffix(":5000") && address != "100.100.100.100")
        let result = try self.exchange(in: items)
        let content = Array("{\"seen\":\"\(address)\"}".utf8)
        let head = try #require(result.request.head)
        #expect(result.request.body.payload == content)
        #expect(result.request.body.digest == hex(SHA256.digest(content)))
        #expect(result.request.body.wireSize == content.count)
        #expect(result.request.body.arrivals == [Arrival(time: 1, upTo: content.count)])
        #expect(head.first("content-length").map { String(decoding: $0, as: UTF8.self) } == "\(content.count)")
        let answer = try #require(result.response)
        #expect(answer.head.first("content-length").map { String(decoding: $0, as: UTF8.self) } == "\(content.count)")
    }

    @Test func `chunks hold the content with fakes`() throws {
        let client = ClientConnectionFacts(id: 1, opened: 0, client: "100.100.100.100:5000")
        let text = "{\"seen\":\"100.100.100.100\"}"
        let layout = ChunkLayout(
            chunks: [10, text.utf8.count - 10, 0].map { .init(line: Array(String($0, radix: 16).utf8), size: $0) },
            trailer: [0x0D, 0x0A], cut: [])
        let exchange = try Self.exchange(1, "POST /x", body: Self.body(text, .chunked(layout)))
        let body = try self.exchange(in: redacted([.client(client), .exchange(exchange)]).0).request.body
        guard case .chunked(let new) = body.framing else { throw Missing() }
        #expect(body.payload.count < text.utf8.count)
        #expect(new.chunks.map(\.size).reduce(0, +) == body.payload.count)
        #expect(new.chunks.allSatisfy { Int(String(decoding: $0.line, as: UTF8.self), radix: 16) == $0.size })
        #expect(new.chunks.last?.size == 0)
    }

    @Test func `a place moves by hundredths of a degree and keeps its decimals`() throws {
        let beacon = try Self.exchange(
            1, "POST /beacon", body: Self.body("{\"event\":\"request\",\"lat\":-23.56,\"lon\":-46.66}"))
        let third = try Self.exchange(
            2, "GET /p?ll=-23.561684,-46.655981&v=-23.56", host: "other.test", body: Self.body(""))
        let (items, report) = try redacted([.exchange(beacon), .exchange(third)])
        #expect(report.locationCount == 1)
        let numbers = try items.map { item -> [Int] in
            let exchange = try self.exchange(in: [item])
            let text = String(decoding: exchange.request.headBytes + exchange.request.body.payload, as: UTF8.self)
            return text.matches(of: /-(\d+)\.(\d+)/).compactMap { match in
                Int(match.1 + (match.2 + "000000").prefix(6))
            }
        }
        // Millionths of a degree.
        let latitude = numbers[0][0] - 23_560_000
        let longitude = numbers[0][1] - 46_660_000
        #expect(latitude != 0 && longitude != 0)
        #expect(latitude % 10_000 == 0 && longitude % 10_000 == 0)
        #expect(numbers[1] == [23_561_684 + latitude, 46_655_981 + longitude, 23_560_000 + latitude])
    }

    @Test(arguments: ["ll=-23.5,-46.6", "ll=-46.7,-23.6", "ll=-23.55,-46.66", "ll=-23560000,-466600000"])
    func `a place at another precision moves with it, and is found as before`(query: String) throws {
        let beacon = try Self.exchange(
            1, "POST /beacon", body: Self.body("{\"event\":\"request\",\"lat\":-23.56,\"lon\":-46.66}"))
        let third = try Self.exchange(2, "GET /p?\(query)", host: "other.test", body: Self.body(""))
        // That verify says the same of both tapes is proven before they are given out.
        let (items, _) = try redacted([.exchange(beacon), .exchange(third)])
        let head = String(decoding: try exchange(in: Array(items.dropFirst())).request.headBytes, as: UTF8.self)
        #expect(!head.contains(query))
        #expect(head.prefix { $0 != "\r\n" }.utf8.count <= "GET /p?\(query) HTTP/1.1".utf8.count + 1)
    }

    private static let visitor = "8f14e45f-ceea-467f-a9d1-3c1b9a6e0001"

    @Test func `a value in a certificate's name goes as everywhere`() throws {
        let serve = try Self.exchange(1, "GET /serve?visitor_id=\(Self.visitor)", body: Self.body(""))
        let facts = UpstreamConnectionFacts(
            id: 1, opened: 0, origin: ServerOrigin(scheme: .https, host: "\(Self.visitor).track.test", port: 443),
            local: "127.0.0.1:1", remote: "127.0.0.1:2", names: ["track.test", "\(Self.visitor).track.test"])
        guard case .upstream(let new)? = try redacted([.upstream(facts), .exchange(serve)]).0.first else {
            throw Missing()
        }
        #expect(new.names == ["track.test", new.origin.host])
        #expect(!new.origin.host.contains(Self.visitor))
    }

    @Test(arguments: [PersonalValues.mostLocations, PersonalValues.mostLocations + 1])
    func `places beyond the limit are told, not left`(count: Int) throws {
        let items = try (0..<count).map { index in
            let place = "\"lat\":-2\(index % 4).\(10 + index / 4 % 16),\"lon\":-46.\(10 + index / 64)"
            return TapeItem.exchange(
                try Self.exchange(index + 1, "POST /beacon", body: Self.body("{\"event\":\"request\",\(place)}")))
        }
        if count > PersonalValues.mostLocations {
            #expect(throws: RedactionError.tooManyPlaces(limit: PersonalValues.mostLocations)) { try redacted(items) }
        } else {
            #expect(try redacted(items).1.locationCount == count)
        }
    }

    @Test func `a click ID in a mark and in a cookie goes as everywhere`() throws {
        let id = "mkwhp6x82efz2nd8"
        let mark = Mark(time: 1, afterExchange: 0, key: "deep_link", value: "app://open?mk_cid=\(id)")
        let exchange = try Self.exchange(
            1, "GET /land?mk_cid=\(id)", host: "shop.test",
            fields: "Cookie: mk=\(id)\r\nReferer: https://x.test/?mk_cid=\(id)\r\n", body: Self.body(""))
        let (items, _) = try redacted([.mark(mark), .exchange(exchange)])
        guard case .mark(let new) = items[0] else { throw Missing() }
        let fake = String(new.value.suffix(id.utf8.count))
        let head = String(decoding: try self.exchange(in: items).request.headBytes, as: UTF8.self)
        #expect(fake != id)
        #expect(!head.contains(id))
        #expect(head.matches(of: try Regex(fake)).count == 3)
    }

    @Test func `nothing comes of a tape whose content is not at hand`() throws {
        var exchange = try Self.exchange(1, "POST /x", body: Self.body("0123456789"))
        exchange.request.body.isExternal = true
        #expect(throws: RedactionError.absentContent(exchange: 1, part: "request")) {
            try redacted([.exchange(exchange)])
        }
    }

    @Test func `a value that has no other of its format is told`() throws {
        let exchange = try Self.exchange(1, "GET /x", body: Self.body(""))
        #expect(throws: RedactionError.noFake(value: "odd")) {
            try redacted([.exchange(exchange)]) { $0.values = [SoughtValue("odd", Array("--------".utf8))] }
        }
    }

    @Test func `a value that is left is told with its exchange and place`() throws {
        let exchange = try Self.exchange(7, "GET /x?id=3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9012", body: Self.body(""))
        let search = DisguiseSearch([SoughtValue("uid", DisguiseMatrix.value)])
        let error = RedactionError.valueLeft(
            value: "uid", path: "plain", exchange: 7, part: "request-head, query id")
        #expect(throws: error) { try RedactionProof.nothingIsLeft(in: [.exchange(exchange)], search) }
    }

    @Test func `a finding that only one tape has is told`() throws {
        let uid = "788D7E32-6DF6-450B-A92B-32931B1B06C7"
        let own = try Self.exchange(1, "GET /serve?zone_id=1&visitor_id=\(uid)", body: Self.body(""))
        let leak = try Self.exchange(2, "GET /p?visitor_id=\(uid)", host: "other.test", body: Self.body(""))
        let clean = try Self.exchange(2, "GET /p?visitor=none", host: "other.test", body: Self.body(""))
        let judged = { (second: Exchange) in
            Verifier.judge { _, take in
                take(.header(Self.header))
                take(.exchange(own))
                take(.exchange(second))
            }
        }
        let (before, after) = (judged(leak), judged(clean))
        #expect(before.findings.contains { $0.exchange == 2 })
        #expect(throws: RedactionError.self) { try RedactionProof.sameIsSaid(before, after) }
        #expect(throws: RedactionError.self) { try RedactionProof.sameIsSaid(after, before) }
        try RedactionProof.sameIsSaid(before, judged(leak))
    }

    private struct Missing: Error {}
}
