import Testing

@testable import Cryptography

struct ByteQueueTests {
    @Test func `bytes come out in order however they went in`() {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var state = seed | 1
        func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        var queue = ByteQueue()
        defer { queue.release() }
        var written = 0
        var read = 0
        func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: place &* 151 &+ place >> 8) }
        for round in 0..<4_000 {
            let added = [next(100), next(3_000), next(round % 100 == 0 ? 60_000 : 10)][next(3)]
            let bytes = (written..<written + added).map(byte)
            written += added
            if added > 0 { bytes.withUnsafeBytes { queue.append($0.baseAddress!, added) } }
            #expect(queue.count == written - read)
            let wanted = next(3_500)
            if next(2) == 0 {
                var target = [UInt8](repeating: 0, count: wanted + 1)
                let taken = target.withUnsafeMutableBytes { queue.take($0.baseAddress!, wanted) }
                #expect(taken == min(wanted, written - read))
                #expect(target[..<taken].elementsEqual((read..<read + taken).map(byte)))
                read += taken
            } else {
                let taken = min(wanted, queue.count)
                #expect(queue.bytes[..<taken].elementsEqual((read..<read + taken).map(byte)))
                queue.consume(taken)
                read += taken
            }
        }
        #expect(queue.bytes.elementsEqual((read..<written).map(byte)))
    }
}
