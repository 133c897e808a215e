import CassetteFormat
import Cryptography
import Disguises
import HTTPModel
import HTTPWire
import LeakSearch
import Redaction
import SDKContracts
import Testing

/// Each known disguise of a value becomes the same disguise of its fake.
@Suite struct DisguisedRedactionTests {
    private static let key = Array("the key of the tests".utf8)
    private static let salts = [KnownSalt("bundle", DisguiseMatrix.bundle)]
    /// Disguises of which a part cannot be written again.
    private static let mostTokens = 12

    private static let header = TapeHeader(
        id: "00", tool: "test", wallSeconds: 0, wallNanoseconds: 0, mode: "forward", listen: "127.0.0.1:1",
        contract: nil, baseURL: nil)

    private func redacted(_ exchange: Exchange) throws -> (Exchange, RedactionReport) {
        var wish = TapeRedaction.Wish(key: Self.key)
        wish.values = [SoughtValue("uid", DisguiseMatrix.value)]
        wish.salts = Self.salts
        let redaction = try TapeRedaction(
            of: Self.header, [.exchange(exchange)], configuration: ContractConfiguration(), wish: wish)
        guard case .exchange(let result) = redaction.items[0] else { throw Missing() }
        return (result, redaction.report)
    }

    private struct Missing: Error {}

    @Test(arguments: DisguiseMatrix.cases)
    func `a disguise is the fake's disguise afterwards, or a token is reported`(disguised: DisguisedRequest) throws {
        let before = DisguiseSearch([SoughtValue("uid", DisguiseMatrix.value)], salts: Self.salts)
        let fake = Pseudonyms(key: Self.key).fake(DisguiseMatrix.value)
        let after = DisguiseSearch([SoughtValue("uid", fake)], salts: Self.salts)
        let (exchange, report) = try redacted(disguised.exchange)
        #expect(!before.search(requestOf: exchange).found.contains { $0.appearance.strength > .weak })
        #expect(exchange.request.head != nil)
        if report.tokens.isEmpty {
            let paths = { (found: ExchangeReport) in
                Set(found.found.filter { $0.appearance.strength > .weak }.map { "\($0.place) \($0.appearance.path)" })
            }
            let expected = paths(before.search(requestOf: disguised.exchange))
            // Brotli is written in blocks that show their content.
            if expected.contains(where: { $0.contains("br > ") }) { return }
            #expect(paths(after.search(requestOf: exchange)) == expected)
        }
    }

    @Test func `few disguises need a token`() throws {
        let tokened = try DisguiseMatrix.cases.filter { try !redacted($0.exchange).1.tokens.isEmpty }.map(\.id)
        print("tokens in: \(tokened)")
        #expect(tokened.count <= Self.mostTokens)
    }

    @Test func `made-up disguises are redacted or refused, never left`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = DisguiseGenerator(seed: seed)
        var refused: [String] = []
        for _ in 0..<200 {
            let request = generator.request(DisguiseMatrix.value, salt: DisguiseMatrix.bundle)
            // Raw bytes of a fake in a head may be a line end there.
            let isText = request.exchange.request.headBytes.allSatisfy { (10..<0x7F).contains($0) }
            do { _ = try redacted(request.exchange) } catch {
                if isText { refused.append("\(request.id): \(error)") }
            }
        }
        print("refused of 200: \(refused.count)")
        #expect(refused.count <= 2, "seed \(seed): \(refused)")
    }

    @Test func `a digest keeps the case of its digits and the way they are escaped`() throws {
        let fake = Pseudonyms(key: Self.key).fake(DisguiseMatrix.value)
        let target = { (value: [UInt8]) in
            let upper = hex(MD5.digest(value)).uppercased()
            let lower = hex(SHA256.digest(value))
            let escaped = value.map { "%" + hex([$0]) }.joined()
            return "GET /x?a=\(upper)&b=\(lower)&c=\(escaped) HTTP/1.1\r\n"
        }
        let rest = "Host: other.test\r\n\r\n"
        var exchange = DisguiseMatrix.cases[0].exchange
        exchange.request.headBytes = Array((target(DisguiseMatrix.value) + rest).utf8)
        exchange.request.head = try HeadParser().request(exchange.request.headBytes)
        let head = try redacted(exchange).0.request.headBytes
        #expect(String(decoding: head, as: UTF8.self) == target(fake) + rest)
    }
}
