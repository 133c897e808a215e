import CassetteFormat
import CassetteStore
import Foundation
import Platform
import Synchronization
import Testing

/// The machine stops: what of a recording outlives it.
@Suite struct PowerLossTests {
    private static let trials = 200
    private static let firstSeed = UInt64.random(in: 0..<1 << 32)

    /// One recording that lost its power.
    private struct Aftermath {
        var acknowledged: [Int: [UInt8]] = [:]
        var recorded: [Int: [UInt8]] = [:]
        /// Whole by what had been synced.
        var synced: Set<Int> = []
        /// Whole on the packed tape.
        var packed: [Int: [UInt8]] = [:]
        var syncs = 0

        var lost: Int { acknowledged.keys.filter { packed[$0] == nil }.count }
    }

    private static func run(seed: UInt64, interval: UInt64, heedsSync: Bool = true) throws -> Aftermath {
        var random = SeededGenerator(seed: seed)
        let folder = try TapeFolder()
        let medium = LossyMedium(heedsSync: heedsSync)
        var limits = TapeRecorderLimits()
        limits.syncInterval = interval
        let recorder = try TapeRecorder(medium, TapePaths(folder.tape), header: testHeader, limits: limits)
        let result = Box()
        // Up to eight exchanges wait for the medium at once.
        var asked = 0
        let count = Int.random(in: 1...40, using: &random)
        for turn in 0..<count {
            let body = (0..<Int.random(in: 0...3_000, using: &random)).map { UInt8(truncatingIfNeeded: turn &+ $0) }
            let number = recorder.exchange(body: body)
            result.value.recorded[number] = body
            asked += 1
            recorder.whenSafe { isSafe in
                result.settled += 1
                if isSafe { result.value.acknowledged[number] = body }
            }
            while interval == 0, asked - result.settled >= 8 { recorder.settle() }
            recorder.flush()
        }
        for _ in 0..<Int.random(in: 0...2_000, using: &random) { recorder.settle() }
        let (synced, image) = medium.losePower(&random)
        var aftermath = result.value
        aftermath.syncs = medium.syncs
        try? recorder.close(at: 1)

        aftermath.synced = Set(synced.withUnsafeBytes { whole($0) })
        try FileSystem.write(image, to: folder.journal)
        try TapeFile.pack(folder.tape)
        for exchange in try TapeFile.open(folder.tape).exchanges() where exchange.end == .complete {
            aftermath.packed[exchange.number] = exchange.response?.body.payload
        }
        return aftermath
    }

    private final class Box {
        var value = Aftermath()
        var settled = 0
    }

    /// Numbers of the exchanges that are whole by these bytes of a journal alone.
    private static func whole(_ bytes: UnsafeRawBufferPointer) -> [Int] {
        var reader = JournalReader(bytes)
        var assembler = JournalAssembler()
        var items: [TapeItem] = []
        while let event = reader.next() {
            if case .frame(let frame) = event { assembler.feed(frame, into: &items) }
        }
        return items.compactMap { item in
            guard case .exchange(let exchange) = item, exchange.end == .complete else { return nil }
            return exchange.number
        }
    }

    @Test func `no acknowledged exchange is lost, and every journal packs`() throws {
        print("power loss, durable: seeds \(Self.firstSeed) to \(Self.firstSeed + UInt64(Self.trials) - 1)")
        var acknowledged = 0
        var recorded = 0
        var syncs = 0
        for seed in Self.firstSeed..<Self.firstSeed + UInt64(Self.trials) {
            let after = try Self.run(seed: seed, interval: 0)
            #expect(after.lost == 0, "seed \(seed)")
            for (number, body) in after.packed { #expect(after.recorded[number] == body, "seed \(seed)") }
            acknowledged += after.acknowledged.count
            recorded += after.recorded.count
            syncs += after.syncs
        }
        print("power loss, durable: \(acknowledged) of \(recorded) acknowledged, none lost, \(syncs) syncs")
        #expect(acknowledged > Self.trials)
    }

    @Test func `by default nothing older than the last sync is lost, and every journal packs`() throws {
        print("power loss, default: seeds \(Self.firstSeed) to \(Self.firstSeed + UInt64(Self.trials) - 1)")
        var old = 0
        var kept = 0
        for seed in Self.firstSeed..<Self.firstSeed + UInt64(Self.trials) {
            let after = try Self.run(seed: seed, interval: 300_000)
            #expect(after.synced.isSubset(of: after.packed.keys), "seed \(seed)")
            #expect(after.lost == 0, "seed \(seed)")
            for (number, body) in after.packed { #expect(after.recorded[number] == body, "seed \(seed)") }
            old += after.synced.count
            kept += after.packed.count
        }
        print("power loss, default: \(old) were older than the last sync, none lost; \(kept) kept in all")
        #expect(old > 0)
    }

    @Test func `a medium that only says it synced loses acknowledged exchanges`() throws {
        let lost = try (1...20).reduce(0) { sum, seed in
            sum + (try Self.run(seed: UInt64(seed), interval: 0, heedsSync: false)).lost
        }
        #expect(lost > 0)
    }

    /// Holds every sync after the first until it is told to go on.
    private final class HeldMedium: JournalMedium {
        let syncs = Mutex(0)
        let gate = DispatchSemaphore(value: 0)
        /// Signalled when the last exchange has been written.
        let last = DispatchSemaphore(value: 0)
        static let lastBody = Array("the last of them".utf8)

        func write(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) {
            if bytes.firstRange(of: Self.lastBody) != nil { last.signal() }
        }
        func sync() throws(PlatformError) {
            let isFirst = syncs.withLock { syncs in
                syncs += 1
                return syncs == 1
            }
            if !isFirst { gate.wait() }
        }
        func truncate(to size: Int) throws(PlatformError) {}
        func unlock() {}
    }

    @Test func `exchanges that wait together share a sync`() throws {
        let medium = HeldMedium()
        let folder = try TapeFolder()
        var limits = TapeRecorderLimits()
        limits.syncInterval = 0
        let recorder = try TapeRecorder(medium, TapePaths(folder.tape), header: testHeader, limits: limits)
        var settled = 0
        for number in 1...500 {
            recorder.exchange(body: number < 500 ? [1] : HeldMedium.lastBody)
            recorder.whenSafe { if $0 { settled += 1 } }
        }
        recorder.settle()
        #expect(settled == 0)
        // Otherwise the writing thread could still be at it while the syncs go on.
        medium.last.wait()
        for _ in 0..<10 { medium.gate.signal() }
        try recorder.close(at: 1)
        #expect(settled == 500)
        // The header's, one for what came first, one or two for all the rest, and that of the end.
        #expect(medium.syncs.withLock { $0 } <= 5)
    }
}
