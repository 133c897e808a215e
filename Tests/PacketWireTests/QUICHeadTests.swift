import COpenSSL
import Testing

@testable import Cryptography
@testable import PacketWire

struct QUICHeadTests {
    static let connection: [UInt8] = [0x83, 0x94, 0xc8, 0xf0, 0x3e, 0x51, 0x57, 0x08]

    /// A client's Initial packet, sealed as RFC 9001 §5 has it, of at least 1,200 bytes with padding.
    static func initial(
        _ frames: [UInt8], number: UInt8 = 0, version: UInt32 = 1, destination: [UInt8] = connection,
        keyed: [UInt8] = connection, size: Int = 1_200
    ) throws -> [UInt8] {
        let keys = try #require(QUICInitialKeys(version: version, connectionID: keyed))
        let payload = frames + [UInt8](repeating: 0, count: max(0, size - frames.count))
        let count = payload.count + 1 + 16
        let type: UInt8 = version == 1 ? 0xc0 : 0xd0
        var header =
            [type] + Frames.two(version >> 16) + Frames.two(version & 0xffff) + [UInt8(destination.count)] + destination
            + [2, 7, 7, 0] + Frames.two(0x4000 | count) + [number]
        let numberPlace = header.count - 1
        var nonce = keys.nonce
        nonce[11] ^= number
        let cipher = try #require(EVP_CIPHER_CTX_new())
        defer { EVP_CIPHER_CTX_free(cipher) }
        var (sealed, tag) = ([UInt8](repeating: 0, count: payload.count), [UInt8](repeating: 0, count: 16))
        var written: Int32 = 0
        #expect(EVP_CipherInit_ex(cipher, EVP_aes_128_gcm(), nil, keys.key, nonce, 1) == 1)
        #expect(EVP_CipherUpdate(cipher, nil, &written, header, Int32(header.count)) == 1)
        #expect(EVP_CipherUpdate(cipher, &sealed, &written, payload, Int32(payload.count)) == 1)
        #expect(EVP_CipherFinal_ex(cipher, nil, &written) == 1)
        #expect(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1)
        let mask = try #require(keys.headerMask(sample: (sealed + tag)[3..<19]))
        header[0] ^= mask[0] & 0x0f
        header[numberPlace] ^= mask[1]
        return header + sealed + tag
    }

    /// A frame that carries a piece of the hello.
    static func crypto(_ hello: [UInt8], _ range: Range<Int>) -> [UInt8] {
        [6] + Frames.two(0x4000 | range.lowerBound) + Frames.two(0x4000 | range.count) + hello[range]
    }

    static let hello = Array(Frames.hello("ads.example", padding: 2_000).dropFirst(5))

    private func read(_ datagrams: [[UInt8]]) -> FlowName.Reading {
        var head = QUICHead()
        var reading = FlowName.Reading.needsMore
        for datagram in datagrams where reading == .needsMore { reading = head.add(datagram[...]) }
        return reading
    }

    private let found = FlowName.Reading.found(FlowName(source: .quicServerName, bytes: Array("ads.example".utf8)))

    @Test(arguments: [1, 0x6b33_43cf] as [UInt32])
    func `a hello over two datagrams names its host`(version: UInt32) throws {
        let hello = Self.hello
        let first = try Self.initial(Self.crypto(hello, 0..<1_000), version: version)
        // The second goes to the server's own connection, sealed with the first one's keys.
        let second = try Self.initial(
            [2, 0, 0, 0, 0, 1] + Self.crypto(hello, 1_000..<hello.count), number: 1, version: version,
            destination: [9, 9, 9])
        #expect(read([first]) == .needsMore)
        #expect(read([first, second]) == found)
    }

    @Test func `pieces may be scattered, and packets share a datagram`() throws {
        let hello = Self.hello
        let cuts = stride(from: 0, to: hello.count, by: 97).map { $0..<min($0 + 97, hello.count) }
        let pieces = cuts.reversed().flatMap { cut -> [UInt8] in Self.crypto(hello, cut) + [0, 1] }
        let half = cuts.count / 2
        let whole = try Self.initial(pieces)
        #expect(read([whole]) == found)
        let one = try Self.initial(cuts[..<half].reversed().flatMap { Self.crypto(hello, $0) }, size: 0)
        let two = try Self.initial(cuts[half...].flatMap { Self.crypto(hello, $0) }, number: 1, size: 0)
        #expect(read([two + one]) == found)
    }

    @Test func `after a Retry the keys are those of the new destination`() throws {
        let first = try Self.initial(Self.crypto(Self.hello, 0..<500))
        let again = try Self.initial(
            Self.crypto(Self.hello, 0..<Self.hello.count), destination: [4, 5, 6, 7], keyed: [4, 5, 6, 7])
        #expect(read([first, again]) == found)
    }

    @Test func `other datagrams are given up at the limit`() throws {
        let first = try Self.initial(Self.crypto(Self.hello, 0..<500))
        let noise = [UInt8](repeating: 0x41, count: 50)
        #expect(read([first] + Array(repeating: noise, count: 6)) == .needsMore)
        #expect(read([first] + Array(repeating: noise, count: 7)) == .none)
        #expect(!QUICHead.mayBegin(with: noise[...]))
        #expect(QUICHead.mayBegin(with: first[...]))
        let notHello = try Self.initial([6, 0, 4, 2, 0, 0, 0])
        #expect(read([notHello]) == .none)
    }

    @Test func `no cut, changed byte or frame traps`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var state = seed | 1
        func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let good = try Self.initial(Self.crypto(Self.hello, 0..<900))
        for cut in 0..<good.count { _ = read([Array(good[..<cut])]) }
        for _ in 0..<2_000 {
            var datagram = good
            datagram[next(30)] = UInt8(next(256))
            _ = read([datagram])
            let frames = (0..<60).map { _ in UInt8([0, 1, 2, 3, 6, 6, 0x40, 0xff, 0xc0, next(256)][next(10)]) }
            _ = try read([Self.initial(frames, size: 40)])
        }
    }

    @Test func `a flow takes its name from its datagrams`() throws {
        let client = Frames()
        var table = FlowTable()
        table.add(try client.udp(Self.initial(Self.crypto(Self.hello, 0..<1_000))))
        table.add(try client.reversed.udp([0xc0, 0, 0, 0, 1]))
        table.add(try client.udp(Self.initial(Self.crypto(Self.hello, 1_000..<Self.hello.count), number: 1)))
        #expect(table.flows.count == 1)
        #expect(table.flows[0].name?.host?.text == "ads.example")
        #expect(table.flows[0].isLikelyQUIC)
    }
}
