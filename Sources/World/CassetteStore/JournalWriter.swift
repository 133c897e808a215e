import CassetteFormat
import Platform

/// Writes batches of frames to the journal on one thread, and syncs it on another: a medium that is slow to sync must
/// not keep written frames from the system, where they outlive this process.
///
/// A sync begins an interval after the first bytes it is for; without an interval at once, and whatever is written
/// while it lasts shares the next one. After the first error nothing more is written: what stands in the file up to
/// there is whole, and a sync that failed is never tried again as if it could still succeed.
final class JournalWriter: Sendable {
    /// How far the writing has come, in bytes that were handed over.
    struct Progress: Sendable {
        var written = 0
        var synced = 0
        var failure: PlatformError?
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
        var isDirty: Bool { progress.written > progress.synced }
    }

    private let medium: any JournalMedium
    private let limits: TapeRecorderLimits
    private let monitor: Monitor<State>
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

    /// Hands over a batch and gives an empty buffer for the next one. Waits while too much is pending.
    func submit(_ batch: FrameBuffer) -> FrameBuffer {
        let limit = limits.pendingBytes
        let size = batch.bytes.count
        let next = monitor.wait(
            until: { $0.pendingBytes + size <= limit || $0.pendingBytes == 0 || $0.progress.failure != nil },
            then: { state in
                guard state.progress.failure == nil else {
                    batch.removeAll()
                    return batch
                }
                state.waiting.append(batch)
                state.pendingBytes += size
                return state.free.popLast() ?? FrameBuffer()
            })
        monitor.wakeAll()
        return next
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
        var written = progress.written
        while true {
            let (batches, isClosing) = monitor.wait(
                until: { !$0.waiting.isEmpty || $0.isClosing || $0.progress.failure != nil },
                then: { state in
                    defer { state.waiting = [] }
                    return (state.waiting, state.isClosing || state.progress.failure != nil)
                })
            do throws(PlatformError) {
                for batch in batches {
                    try medium.write(batch.bytes)
                    written += batch.bytes.count
                }
            } catch {
                // Takes half a batch back, so that the journal ends with a whole one where the disk allows it.
                try? medium.truncate(to: written)
                return fail(error)
            }
            release(batches, isLast: isClosing && batches.isEmpty)
            if isClosing && batches.isEmpty { return }
        }
    }

    /// The syncing thread's work: what is written is on the medium after one interval and a sync, and at the end.
    func runSync() {
        while true {
            monitor.wait(
                until: { $0.isDirty || $0.isWritten || $0.progress.failure != nil }, then: { _ in })
            if limits.syncInterval > 0 {
                // Gathers what else comes within the interval; the end cuts it short.
                monitor.wait(
                    upTo: limits.syncInterval, until: { $0.isWritten || $0.progress.failure != nil }, then: { _ in })
            }
            let (written, isLast) = monitor.withLock {
                ($0.progress.written, $0.isWritten || $0.progress.failure != nil)
            }
            do throws(PlatformError) {
                try medium.sync()
            } catch {
                return fail(error)
            }
            monitor.withLock { $0.progress.synced = written }
            progressed()
            if isLast { return }
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
    }

    private func fail(_ error: PlatformError) {
        monitor.withLock { state in
            state.progress.failure = state.progress.failure ?? error
            state.waiting = []
            state.pendingBytes = 0
        }
        monitor.wakeAll()
        progressed()
    }
}
