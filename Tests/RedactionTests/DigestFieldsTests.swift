import CassetteFormat
import ContentCoding
import Cryptography
import Foundation
import HTTPModel
import HTTPWire
import Redaction
import SDKContracts
import Testing

/// Fields that tell a digest of a content whose values have become fakes.
@Suite struct DigestFieldsTests {
    private static let visitor = "8f14e45f-ceea-467f-a9d1-3c1b9a6e0001"
    private static let text = Array("{\"event\":\"impression\",\"visitor_id\":\"\(visitor)\"}".utf8)

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private static func all(of content: [UInt8], identity: [UInt8]) -> String {
        """
        Content-Digest: sha-256=:\(base64(DigestName.sha256.digest(content))):, \
        sha-512=:\(base64(DigestName.sha512.digest(content))):;a=1\r
        Repr-Digest: sha-256=:\(base64(DigestName.sha256.digest(content))):\r
        Digest: SHA-256=\(base64(DigestName.sha256.digest(content))),MD5=\(base64(DigestName.md5.digest(content))), \
        sha=\(base64(DigestName.sha1.digest(content)))\r
        Digest: id-sha-256=\(base64(DigestName.sha256.digest(identity)))\r
        Content-MD5: \(base64(DigestName.md5.digest(content)))\r\n
        """
    }

    private static func body(_ bytes: [UInt8], _ framing: TapedFraming = .length) -> TapedBody {
        TapedBody(
            framing: framing, payload: bytes, payloadSize: bytes.count, isExternal: false,
            digest: hex(SHA256.digest(bytes)), wireSize: bytes.count, arrivals: [Arrival(time: 1, upTo: bytes.count)])
    }

    private static func exchange(_ fields: String, _ body: TapedBody, answerFields: String = "") throws -> Exchange {
        let head = Array("POST /beacon HTTP/1.1\r\nHost: ads.metrike.test\r\n\(fields)\r\n".utf8)
        let answer = Array("HTTP/1.1 200 OK\r\n\(answerFields)\r\n".utf8)
        return Exchange(
            number: 1, connection: 1, ingress: .connect,
            origin: ServerOrigin(scheme: .https, host: "ads.metrike.test", port: 443), start: 1,
            request: TapedRequest(headBytes: head, head: try HeadParser().request(head), body: body),
            response: TapedResponse(
                head: try HeadParser().response(answer), time: 2, body: answerFields.isEmpty ? Self.body([]) : body),
            end: .complete, endTime: 3)
    }

    private func redacted(_ exchange: Exchange) throws -> (Exchange, RedactionReport) {
        let header = TapeHeader(
            id: "00", tool: "test", wallSeconds: 0, wallNanoseconds: 0, mode: "forward", listen: "127.0.0.1:1",
            contract: nil, baseURL: "https://ads.metrike.test")
        let redaction = try TapeRedaction(
            of: header, [.exchange(exchange)], configuration: ContractConfiguration(),
            wish: TapeRedaction.Wish(key: Array("the key of the tests".utf8)))
        guard case .exchange(let exchange)? = redaction.items.first else { throw Missing() }
        return (exchange, redaction.report)
    }

    @Test func `digests of a content are those of the content with fakes`() throws {
        let given = try Self.exchange(
            Self.all(of: Self.text, identity: Self.text), Self.body(Self.text),
            answerFields: Self.all(of: Self.text, identity: Self.text))
        let (result, report) = try redacted(given)
        let content = result.request.body.payload
        #expect(content != Self.text)
        let fields = Self.all(of: content, identity: content)
        #expect(String(decoding: result.request.headBytes, as: UTF8.self).contains(fields))
        #expect(try String(decoding: #require(result.response).head.bytes, as: UTF8.self).contains(fields))
        #expect(report.digestCount == 16 && report.staleDigests.isEmpty)
    }

    @Test func `a digest is of the compressed content, or of what lies under it where it says so`() throws {
        let gzip = ContentCodingName("gzip".utf8)
        let packed = try #require(ContentEncoder.encoded(Self.text, as: gzip, like: Self.gzipped))
        let given = try Self.exchange(
            "Content-Encoding: gzip\r\n" + Self.all(of: packed, identity: Self.text), Self.body(packed))
        let (result, report) = try redacted(given)
        let content = result.request.body.payload
        let plain = try ContentDecoder().decode(content, codings: [gzip])
        #expect(plain != Self.text && plain.count == Self.text.count)
        let fields = Self.all(of: content, identity: plain)
        #expect(String(decoding: result.request.headBytes, as: UTF8.self).contains(fields))
        #expect(report.digestCount == 8 && report.staleDigests.isEmpty)
    }

    /// What gzip writes of nothing.
    private static let gzipped: [UInt8] = [
        0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    @Test func `digests in a trailer too, and the chunks are whole`() throws {
        let trailer = Array((Self.all(of: Self.text, identity: Self.text) + "\r\n").utf8)
        let layout = ChunkLayout(
            chunks: [20, Self.text.count - 20, 0].map { .init(line: Array(String($0, radix: 16).utf8), size: $0) },
            trailer: trailer, cut: [])
        let given = try Self.exchange("Transfer-Encoding: chunked\r\n", Self.body(Self.text, .chunked(layout)))
        let (result, report) = try redacted(given)
        guard case .chunked(let new) = result.request.body.framing else { throw Missing() }
        let content = result.request.body.payload
        #expect(String(decoding: new.trailer, as: UTF8.self) == Self.all(of: content, identity: content) + "\r\n")
        #expect(new.chunks.map(\.size).reduce(0, +) == content.count)
        #expect(report.digestCount == 8)
    }

    @Test(arguments: [
        "Repr-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
        "Content-Digest: unixcksum=:AAAAAA==:", "Digest: SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==",
    ])
    func `a digest that was not of the content stays, and is told`(field: String) throws {
        let (result, report) = try redacted(Self.exchange(field + "\r\n", Self.body(Self.text)))
        #expect(String(decoding: result.request.headBytes, as: UTF8.self).contains(field + "\r\n"))
        #expect(report.digestCount == 0)
        #expect(report.staleDigests.count == 1 && report.staleDigests.allSatisfy { $0.exchange == 1 })
        #expect(report.staleDigests.allSatisfy { field.hasPrefix(String($0.field.prefix { $0 != " " })) })
    }

    @Test func `a digest of a content that did not change is nobody's business`() throws {
        let plain = Array("{\"event\":\"impression\"}".utf8)
        let field = "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==\r\n"
        let (result, report) = try redacted(Self.exchange(field, Self.body(plain)))
        #expect(String(decoding: result.request.headBytes, as: UTF8.self).contains(field))
        #expect(report.digestCount == 0 && report.staleDigests.isEmpty)
    }

    private struct Missing: Error {}
}
