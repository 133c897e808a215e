import CassetteFormat
import Platform

/// Writes batches of frames to the journal on one thread, and syncs it on another: a medium that is slow to sync must
/// not keep written frames from the system, where they outlive this process.
///
/// A sync begins an interval after the first bytes it is for; without an interval at once, and whatever is written
/// while it lasts shares the next one. After an error nothing more is written: what stands in the file up to there is
/// whole, and the batches that do not stand there are given back (``takeLost()``). Writing may be resumed; a sync that
/// failed is never tried again as if it could still succeed.
final class JournalWriter: Sendable {
    /// How far the writing has come, in bytes that were handed over.
    struct Progress: Sendable {
        var written = 0
        var synced = 0
        var failure: PlatformError?
        /// Writing cannot be resumed: a sync failed, or half a batch could not be taken back.
        var isFinal = false

        /// Whether what was handed over up to this place will never be on the medium.
        func isLost(_ place: Int) -> Bool { failure != nil && (isFinal || place > written) && place > synced }
    }

    private struct State: Sendable {
        var waiting: [FrameBuffer] = []
        var free: [FrameBuffer] = []
        /// Handed over and not yet written.
        var pendingBytes = 0
        var progress: Progress
        var isClosing = false
        /// Everything handed over is written, and no more will come.
        var isWritten = false
        var lost: [FrameBuffer] = []
        var isDirty: Bool { progress.written > progress.synced }
    }

    private let medium: any JournalMedium
    private let limits: TapeRecorderLimits
    private let monitor: Monitor<State>
    /// ``State/isWritten`` once more: the syncing thread rests on it, so that no batch wakes it between two syncs.
    private let ended = Monitor(false)
    /// Told on the threads of this writer that ``progress`` has changed.
    private let progressed: @Sendable () -> Void

    /// - Parameter written: bytes that stand in the journal already, on the medium.
    init(
        _ medium: any JournalMedium, limits: TapeRecorderLimits, written: Int = 0,
        progressed: @escaping @Sendable () -> Void = {}
    ) {
        self.medium = medium
        self.limits = limits
        self.progressed = progressed
        monitor = Monitor(State(progress: Progress(written: written, synced: written)))
    }

    var progress: Progress { monitor.withLock { $0.progress } }

    /// Hands over a batch and gives an empty buffer for the next one; nil when writing has failed and the batch stays
    /// with the caller. Waits while too much is pending.
    func submit(_ batch: FrameBuffer) -> FrameBuffer? {
        let limit = limits.pendingBytes
        let size = batch.bytes.count
        let next: FrameBuffer? = monitor.wait(
            until: { $0.pendingBytes + size <= limit || $0.pendingBytes == 0 || $0.progress.failure != nil },
            then: { state in
                guard state.progress.failure == nil else { return nil }
                state.waiting.append(batch)
                state.pendingBytes += size
                return state.free.popLast() ?? FrameBuffer()
            })
        monitor.wakeAll()
        return next
    }

    /// The batches that were handed over and do not stand in the journal, in order.
    func takeLost() -> [FrameBuffer] {
        monitor.withLock { state in
            defer { state.lost = [] }
            return state.lost
        }
    }

    /// Lets batches come again.
    ///
    /// - Parameter place: counts as written: what was lost before it has been taken.
    func resume(at place: Int) {
        monitor.withLock { state in
            state.progress.failure = nil
            state.progress.written = place
        }
    }

    /// Lets the threads end when all has been written and synced.
    func close() {
        monitor.withLock { $0.isClosing = true }
        monitor.wakeAll()
    }

    /// Lets others have the journal; for after the threads have ended.
    func unlock() { medium.unlock() }

    /// The writing thread's work.
    func run() {
        var size = progress.written
        while true {
            let (batches, isLast) = monitor.wait(
                until: { !$0.waiting.isEmpty || $0.isClosing },
                then: { state in
                    defer { state.waiting = [] }
                    return (state.waiting, state.waiting.isEmpty)
                })
            var written = 0
            do throws(PlatformError) {
                for batch in batches {
                    try medium.write(batch.bytes)
                    size += batch.bytes.count
                    written += 1
                }
                release(batches, isLast: isLast)
            } catch {
                // Takes half a batch back, so that the journal ends with a whole one.
                let isWhole = (try? medium.truncate(to: size)) != nil
                release(Array(batches[..<written]), isLast: false)
                fail(error, lost: Array(batches[written...]), isFinal: !isWhole)
            }
            if isLast { return }
        }
    }

    /// The syncing thread's work: what is written is on the medium after one interval and a sync, and at the end.
    func runSync() {
        while true {
            monitor.wait(until: { $0.isDirty || $0.isWritten }, then: { _ in })
            if limits.syncInterval > 0 {
                // Gathers what else comes within the interval; the end cuts it short.
                ended.wait(upTo: limits.syncInterval, until: { $0 }, then: { _ in })
            }
            let (written, isDirty, isLast) = monitor.withLock { ($0.progress.written, $0.isDirty, $0.isWritten) }
            // What came last may have been synced before the end was known.
            if isLast, !isDirty { return }
            do throws(PlatformError) {
                try medium.sync()
            } catch {
                return fail(error, lost: [], isFinal: true)
            }
            monitor.withLock { $0.progress.synced = max($0.progress.synced, written) }
            progressed()
        }
    }

    private func release(_ batches: [FrameBuffer], isLast: Bool) {
        monitor.withLock { state in
            state.isWritten = isLast
            for batch in batches {
                state.progress.written += batch.bytes.count
                state.pendingBytes -= batch.bytes.count
                batch.removeAll()
                if state.free.count < 4 { state.free.append(batch) }
            }
        }
        monitor.wakeAll()
        guard isLast else { return }
        ended.withLock { $0 = true }
        ended.wakeAll()
    }

    private func fail(_ error: PlatformError, lost: [FrameBuffer], isFinal: Bool) {
        monitor.withLock { state in
            state.progress.failure = state.progress.failure ?? error
            state.progress.isFinal = state.progress.isFinal || isFinal
            state.lost += lost + state.waiting
            state.waiting = []
            state.pendingBytes = 0
        }
        monitor.wakeAll()
        progressed()
    }
}
