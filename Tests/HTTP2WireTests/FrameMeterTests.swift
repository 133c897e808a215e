import HTTP2Wire
import Testing

/// The budgets, each at its edge, by frame heads alone.
@Suite struct FrameMeterTests {
    struct Flood: Sendable, CustomStringConvertible {
        let description: String
        let frame: [UInt8]
        let most: Int
        /// Ticks after which one more passes.
        var ticks: Int? = 1
    }

    private static func frame(_ type: UInt8, _ length: Int = 0, flags: UInt8 = 0, stream: UInt32 = 0) -> [UInt8] {
        [
            UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags, UInt8(stream >> 24),
            UInt8(stream >> 16 & 255), UInt8(stream >> 8 & 255), UInt8(stream & 255),
        ] + [UInt8](repeating: 0, count: length)
    }

    private static let limits = HTTP2Limits()
    static let floods = [
        Flood(description: "RST_STREAM", frame: frame(3, 4, stream: 1), most: limits.resets),
        Flood(description: "SETTINGS", frame: frame(4), most: limits.settings),
        Flood(description: "PING", frame: frame(6, 8), most: limits.pings),
        Flood(description: "WINDOW_UPDATE", frame: frame(8, 4), most: limits.windowUpdates),
        Flood(description: "PRIORITY", frame: frame(2, 5, stream: 1), most: limits.priorities),
        Flood(description: "empty DATA", frame: frame(0, stream: 1), most: limits.emptyData, ticks: nil),
        Flood(description: "unknown", frame: frame(0xFA, 3), most: limits.unknown),
        Flood(
            description: "CONTINUATION", frame: frame(9, 1, stream: 1), most: limits.continuations, ticks: nil),
        Flood(description: "a block", frame: frame(9, 16_384, stream: 1), most: 4, ticks: nil),
    ]

    private func read(_ meter: inout FrameMeter, _ bytes: [UInt8]) -> (passed: Int, excess: FrameMeter.Excess?) {
        bytes.withUnsafeBufferPointer { meter.read($0) }
    }

    @Test(arguments: floods)
    func `as many as the limit pass, one more is too much`(flood: Flood) {
        var meter = FrameMeter(readsPreface: false)
        let many = [[UInt8]](repeating: flood.frame, count: flood.most).flatMap { $0 }
        #expect(read(&meter, many).excess == nil)
        var late = meter
        let over = read(&meter, flood.frame)
        #expect(over.excess?.code == .enhanceYourCalm)
        #expect(over.passed == 0)
        guard let ticks = flood.ticks else { return }
        for _ in 0..<ticks { late.tick() }
        #expect(read(&late, flood.frame).excess == nil)
    }

    @Test func `what lies before the frame that is too much is told, however it is cut`() {
        let settings = Self.frame(4)
        let bytes = [[UInt8]](repeating: settings, count: Self.limits.settings + 1).flatMap { $0 }
        for piece in [1, 4, 9, 50, bytes.count] {
            var meter = FrameMeter(readsPreface: false)
            var seen = 0
            var excess: FrameMeter.Excess?
            for start in stride(from: 0, to: bytes.count, by: piece) where excess == nil {
                let part = Array(bytes[start..<min(bytes.count, start + piece)])
                let result = read(&meter, part)
                seen += result.passed
                excess = result.excess
            }
            #expect(excess != nil)
            #expect(seen / 9 == Self.limits.settings, "pieces of \(piece)")
        }
    }

    @Test func `useful work gives back`() {
        var meter = FrameMeter(readsPreface: false)
        for _ in 0..<1_000 {
            #expect(read(&meter, Self.frame(3, 4, stream: 1)).excess == nil)
            meter.endedWhole()
            for _ in 0..<4 { #expect(read(&meter, Self.frame(8, 4)).excess == nil) }
            meter.sentData()
            #expect(read(&meter, Self.frame(0, stream: 1) + Self.frame(0, 1, stream: 1)).excess == nil)
        }
    }

    @Test func `a stream that begins below another is a fault, a second head of one is not`() {
        var meter = FrameMeter(readsPreface: true)
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        #expect(read(&meter, preface + Self.frame(1, stream: 1) + Self.frame(1, stream: 5)).excess == nil)
        #expect(read(&meter, Self.frame(1, stream: 1)).excess == nil)
        #expect(read(&meter, Self.frame(1, stream: 3)).excess?.code == .protocolError)
    }

    @Test func `a server's answers come in any order`() {
        var meter = FrameMeter(readsPreface: false)
        #expect(read(&meter, Self.frame(1, stream: 5) + Self.frame(1, stream: 3)).excess == nil)
    }

    @Test func `a head before it ends counts no more than its own frames`() {
        var meter = FrameMeter(readsPreface: false)
        for stream in stride(from: UInt32(1), to: 99, by: 2) {
            let head = Self.frame(1, 16_384, stream: stream) + Self.frame(9, 16_384, flags: 4, stream: stream)
            #expect(read(&meter, head).excess == nil)
        }
    }
}
