import CassetteFormat
import CassetteStore
import Platform
import Synchronization
import Testing

/// What is on the tape when the medium could not take everything.
@Suite struct GapTests {
    /// A file with a limit to its size, which can be moved.
    private final class NarrowMedium: JournalMedium {
        struct State {
            var bytes: [UInt8] = []
            var limit = Int.max
            var failsSync = false
        }
        let state = Mutex(State())

        func write(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) {
            let fits = state.withLock { state in
                let room = min(bytes.count, max(0, state.limit - state.bytes.count))
                state.bytes.append(contentsOf: bytes[..<room])
                return room == bytes.count
            }
            if !fits { throw PlatformError(operation: "write", path: "t.fitaj", code: 28) }
        }
        func sync() throws(PlatformError) {
            if state.withLock({ $0.failsSync }) { throw PlatformError(operation: "sync", path: "t.fitaj", code: 5) }
        }
        func truncate(to size: Int) throws(PlatformError) {
            state.withLock { $0.bytes.removeLast($0.bytes.count - size) }
        }
        func unlock() {}

        /// - Parameter room: bytes that still fit; nil for no limit.
        func setLimit(_ room: Int?) {
            state.withLock { state in state.limit = if let room { state.bytes.count + room } else { Int.max } }
        }
    }

    private final class Bed {
        let folder: TapeFolder
        let medium = NarrowMedium()
        let recorder: TapeRecorder
        var began: [PlatformError] = []
        var ended: [TapeGap] = []

        init() throws {
            folder = try TapeFolder()
            var limits = TapeRecorderLimits()
            limits.flushesBeforeRetry = 3
            limits.syncInterval = 0
            recorder = try TapeRecorder(medium, TapePaths(folder.tape), header: testHeader, limits: limits)
            recorder.onGap = { [unowned self] event in
                switch event {
                case .began(let error): began.append(error)
                case .ended(let gap): ended.append(gap)
                }
            }
        }

        /// Flushes until this holds; false when it never does.
        func flush(until condition: () -> Bool) -> Bool {
            let end = SystemClock.monotonic() + 10_000_000_000
            while !condition() {
                guard SystemClock.monotonic() < end else { return false }
                recorder.flush()
            }
            return true
        }

        /// The packed tape.
        func items(gap: TapeGap? = nil) throws -> (items: [TapeItem], report: PackReport) {
            try FileSystem.write(medium.state.withLock { $0.bytes }, to: folder.journal)
            let report = try TapeFile.pack(folder.tape, gap: gap)
            return (try TapeFile.open(folder.tape).items(), report)
        }
    }

    private func exchanges(_ items: [TapeItem]) -> [Exchange] {
        items.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    private func gaps(_ items: [TapeItem]) -> [TapeGap] {
        items.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    @Test func `a full disk leaves a gap that names what is missing, and the tape goes on behind it`() throws {
        let bed = try Bed()
        let recorder = bed.recorder
        recorder.exchange(body: [1], at: 1_000)
        let open = Array("GET /open HTTP/1.1\r\n\r\n".utf8).withUnsafeBytes {
            recorder.beginExchange(connection: 1, ingress: .absolute, origin: testOrigin, head: $0, at: 2_000)
        }
        var isSafe: Bool?
        recorder.whenSafe { isSafe = $0 }
        #expect(
            bed.flush {
                recorder.settle()
                return isSafe == true
            })

        bed.medium.setLimit(40)
        recorder.exchange(body: [3], at: 3_000)
        var isLost = false
        recorder.whenSafe { isLost = !$0 }
        #expect(bed.flush { !bed.began.isEmpty })
        #expect(isLost)
        #expect(recorder.failure?.isNoSpace == true)
        recorder.exchange(body: [4], at: 4_000)
        recorder.mark(key: "tracking", value: "off", at: 5_000)
        recorder.end(open, .complete, at: 6_000)
        // It is tried again, in vain.
        for _ in 0..<20 { recorder.flush() }
        #expect(bed.ended.isEmpty)

        bed.medium.setLimit(nil)
        #expect(bed.flush { !bed.ended.isEmpty })
        recorder.exchange(body: [5], at: 8_000)
        try recorder.close(at: 9_000)
        #expect(bed.began.count == 1)
        #expect(recorder.untoldGap == nil)

        let (items, report) = try bed.items()
        #expect(report.damage.isEmpty)
        #expect(exchanges(items).map(\.number) == [1, 2, 5])
        #expect(exchanges(items).map(\.end) == [.complete, .recorderDied, .complete])
        #expect(
            gaps(items) == [
                TapeGap(start: 3_000, end: 6_000, exchanges: 3...4, reason: "No space left on device")
            ])
        // The state of the app goes on behind the gap.
        #expect(items.contains { if case .mark(let mark) = $0 { mark.value == "off" } else { false } })
        // The text gives the same again.
        #expect(try TapeFile.check(bed.folder.tape).allSatisfy { $0.code == .gap })
    }

    @Test func `a gap that never ends is told in the cassette`() throws {
        let bed = try Bed()
        bed.recorder.exchange(body: [1])
        var isSafe = false
        bed.recorder.whenSafe { isSafe = $0 }
        #expect(
            bed.flush {
                bed.recorder.settle()
                return isSafe
            })
        bed.medium.setLimit(0)
        bed.recorder.exchange(body: [2], at: 2_000)
        bed.recorder.exchange(body: [3], at: 3_000)
        #expect(throws: PlatformError.self) { try bed.recorder.close(at: 4_000) }
        let untold = try #require(bed.recorder.untoldGap)
        let (items, _) = try bed.items(gap: untold)
        #expect(exchanges(items).map(\.number) == [1])
        #expect(gaps(items).map(\.exchanges) == [2...3])
        #expect(bed.began.count == 1)
    }

    @Test func `a sync that failed is not tried again as if it could succeed`() throws {
        let bed = try Bed()
        bed.medium.state.withLock { $0.failsSync = true }
        bed.recorder.exchange(body: [1])
        var isSafe: Bool?
        bed.recorder.whenSafe { isSafe = $0 }
        #expect(bed.flush { !bed.began.isEmpty })
        #expect(isSafe == false)
        bed.medium.state.withLock { $0.failsSync = false }
        for _ in 0..<50 { bed.recorder.flush() }
        bed.recorder.exchange(body: [2])
        #expect(throws: PlatformError.self) { try bed.recorder.close(at: 9_000) }
        #expect(bed.ended.isEmpty)
        #expect(bed.recorder.untoldGap?.exchanges == 2...2)
    }

    @Test(arguments: 0..<60)
    func `wherever room ends and comes back, every exchange is whole, cut, or named as missing`(trial: Int) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        var random = SeededGenerator(seed: seed)
        let bed = try Bed()
        var recorded: [Int: [UInt8]] = [:]
        for turn in 0..<60 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: bed.medium.setLimit(Int.random(in: 0..<600, using: &random))
            case 1, 2: bed.medium.setLimit(nil)
            case 3: for _ in 0..<4 { bed.recorder.flush() }
            default:
                let body = [UInt8](repeating: UInt8(turn), count: Int.random(in: 0..<300, using: &random))
                recorded[bed.recorder.exchange(body: body, at: UInt64(turn + 1) * 1_000)] = body
                if Bool.random(using: &random) { bed.recorder.flush() }
            }
        }
        try? bed.recorder.close(at: 1_000_000)
        let (items, report) = try bed.items(gap: bed.recorder.untoldGap)
        #expect(report.damage.isEmpty, "seed \(seed)")
        let kept = exchanges(items)
        let missing = gaps(items).compactMap(\.exchanges)
        for (number, body) in recorded {
            if let exchange = kept.first(where: { $0.number == number }) {
                if exchange.end == .complete { #expect(exchange.response?.body.payload == body, "seed \(seed)") }
            } else {
                #expect(missing.contains { $0.contains(number) }, "seed \(seed), exchange \(number)")
            }
        }
        #expect(Set(kept.map(\.number)).count == kept.count, "seed \(seed)")
        if !gaps(items).isEmpty { #expect(!bed.began.isEmpty, "seed \(seed)") }
    }
}
