import HTTPModel
import Testing

struct ByteSearchTests {
    private static let alphabet: [UInt8] = [0, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x21, 0x7E, 0x7F, 0x80, 0x81, 0xFF]

    @Test func `every search finds what a look at each byte finds`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<5_000 {
            // Mostly bytes that are not looked for, so that whole words are passed over.
            let bytes = (0..<next(40)).map { _ in next(4) == 0 ? Self.alphabet[next(12)] : UInt8(0x41 + next(26)) }
            let start = next(bytes.count + 1)
            let range = start..<start + next(bytes.count - start + 1)
            bytes.withUnsafeBufferPointer { buffer in
                for byte in Self.alphabet {
                    let found = range.first { bytes[$0] == byte } ?? range.upperBound
                    #expect(ByteSearch.first(byte, in: buffer, range) == found, "\(byte) in \(bytes), \(range)")
                }
                for limit: UInt8 in [0x20, 0x21, 0x80] {
                    let found = range.first { bytes[$0] < limit || bytes[$0] == 0x7F } ?? range.upperBound
                    let seen = ByteSearch.firstControl(below: limit, in: buffer, range)
                    #expect(seen == found, "\(limit) in \(bytes), \(range)")
                }
            }
        }
    }
}
