import CassetteStore
import Platform
import Synchronization

/// A medium in memory that can lose its power: what was synced stays, and of the rest what chance leaves.
final class LossyMedium: JournalMedium {
    private struct State {
        var bytes: [UInt8] = []
        var synced = 0
        var syncs = 0
        var isDead = false
    }

    private let state = Mutex(State())
    private let heedsSync: Bool

    /// - Parameter heedsSync: a medium that does not keeps what its first sync was for, and only says so of the rest.
    init(heedsSync: Bool = true) { self.heedsSync = heedsSync }

    var syncs: Int { state.withLock { $0.syncs } }

    private static let gone = PlatformError(operation: "write", path: nil, reason: "the power is gone")

    func write(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) {
        let isDead = state.withLock { state in
            if !state.isDead { state.bytes.append(contentsOf: bytes) }
            return state.isDead
        }
        if isDead { throw Self.gone }
    }

    func sync() throws(PlatformError) {
        let begun = state.withLock { $0.bytes.count }
        // Writes come while a sync lasts.
        for _ in 0..<200 { _ = state.withLock { $0.isDead } }
        let isDead = state.withLock { state in
            if !state.isDead {
                state.syncs += 1
                if heedsSync || state.syncs == 1 { state.synced = max(state.synced, begun) }
            }
            return state.isDead
        }
        if isDead { throw Self.gone }
    }

    func truncate(to size: Int) throws(PlatformError) {
        state.withLock { state in
            if !state.isDead { state.bytes.removeLast(state.bytes.count - size) }
        }
    }

    func unlock() {}

    /// What had been synced, and what the medium holds when the power is back: the file is as long as chance left it,
    /// and each of its unsynced sectors was written, is empty, is torn within, or holds something old.
    func losePower(_ random: inout SeededGenerator) -> (synced: [UInt8], image: [UInt8]) {
        let (bytes, synced) = state.withLock { state in
            state.isDead = true
            return (state.bytes, state.synced)
        }
        var image = Array(bytes[..<Int.random(in: synced...bytes.count, using: &random)])
        var start = synced
        while start < image.count {
            let end = min(image.count, (start / 512 + 1) * 512)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: for place in start..<end { image[place] = 0 }
            case 1: for place in Int.random(in: start..<end, using: &random)..<end { image[place] = 0 }
            case 2: for place in start..<end { image[place] = UInt8.random(in: 0...255, using: &random) }
            default: break
            }
            start = end
        }
        return (Array(bytes[..<synced]), image)
    }
}
