import ContentCoding
import Testing

@Suite struct MessageDeflaterTests {
    /// The same numbers each time, which no compressor makes shorter.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 42
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    @Test(arguments: MessageDeflater.windowBits)
    func `a message is read as it was, whether contexts are kept or not`(bits: Int) throws {
        let contents: [[UInt8]] = [
            [], Array("Hello".utf8), Array(repeating: 0x61, count: 100_000), Self.noise(200_000),
            Array([[UInt8]](repeating: Self.noise(500), count: 40).joined()), Array("Hello".utf8),
        ]
        for keepsContext in [true, false] {
            var inflater = MessageInflater(keepsContext: keepsContext)
            for content in contents {
                let payload = try #require(MessageDeflater.payload(content, windowBits: bits))
                #expect(!payload.isEmpty)
                #expect(try inflater.message(payload) == content)
            }
        }
    }

    /// What repeats after so many bytes gets shorter only where the window reaches back to it.
    @Test(arguments: [
        (bits: 7, distance: 100, isReached: false), (bits: 8, distance: 100, isReached: false),
        (bits: 9, distance: 200, isReached: true), (bits: 9, distance: 520, isReached: false),
        (bits: 10, distance: 700, isReached: true), (bits: 10, distance: 1_030, isReached: false),
        (bits: 15, distance: 30_000, isReached: true), (bits: 15, distance: 33_000, isReached: false),
        (bits: 16, distance: 100, isReached: false),
    ])
    func `nothing points back beyond the window`(bits: Int, distance: Int, isReached: Bool) throws {
        let block = Self.noise(distance)
        let payload = try #require(MessageDeflater.payload(block + block, windowBits: bits))
        #expect((payload.count < distance * 3 / 2) == isReached, "\(payload.count) bytes")
    }

    @Test func `no message points back to another`() throws {
        var inflater = MessageInflater(keepsContext: false)
        for _ in 0..<3 {
            let payload = try #require(MessageDeflater.payload(Array("Hello, Hello".utf8), windowBits: 15))
            #expect(try inflater.message(payload) == Array("Hello, Hello".utf8))
        }
    }
}
