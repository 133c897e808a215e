import CassetteFormat
import Platform

/// Writes batches of frames to the journal on one thread, and syncs it at intervals on another: a medium that is slow
/// to sync must not keep written frames from the system, where they outlive this process.
///
/// After the first error it writes nothing more: what stands in the file up to there is whole, and a sync that failed
/// is never tried again as if it could still succeed.
final class JournalWriter: Sendable {
    private struct State: Sendable {
        var waiting: [FrameBuffer] = []
        var free: [FrameBuffer] = []
        /// Handed over and not yet written.
        var pendingBytes = 0
        /// Written since the last sync began.
        var isDirty = false
        var isClosing = false
        /// Everything handed over is written, and no more will come.
        var isWritten = false
        var failure: PlatformError?
    }

    private let file: File
    private let limits: TapeRecorderLimits
    private let monitor = Monitor(State())

    init(_ file: consuming File, limits: TapeRecorderLimits) {
        self.file = file
        self.limits = limits
    }

    var failure: PlatformError? { monitor.withLock { $0.failure } }

    /// Hands over a batch and gives an empty buffer for the next one. Waits while too much is pending.
    func submit(_ batch: FrameBuffer) -> FrameBuffer {
        let limit = limits.pendingBytes
        let size = batch.bytes.count
        let next = monitor.wait(
            until: { $0.pendingBytes + size <= limit || $0.pendingBytes == 0 || $0.failure != nil },
            then: { state in
                guard state.failure == nil else {
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

    /// Lets the thread end when all has been written and synced.
    func close() {
        monitor.withLock { $0.isClosing = true }
        monitor.wakeAll()
    }

    /// Lets others have the journal; for after the thread has ended.
    func unlock() { file.unlock() }

    /// The writing thread's work.
    func run() {
        var written = 0
        while true {
            let (batches, isClosing) = monitor.wait(
                until: { !$0.waiting.isEmpty || $0.isClosing || $0.failure != nil },
                then: { state in
                    defer { state.waiting = [] }
                    return (state.waiting, state.isClosing || state.failure != nil)
                })
            do throws(PlatformError) {
                for batch in batches {
                    try file.write(batch.bytes)
                    written += batch.bytes.count
                }
            } catch {
                fail(error, whole: written)
                return
            }
            release(batches, isLast: isClosing && batches.isEmpty)
            if isClosing && batches.isEmpty { return }
        }
    }

    /// The syncing thread's work: what is written is on the medium after one interval and a sync, and at the end.
    func runSync() {
        while true {
            let isLast = monitor.wait(
                until: { $0.isDirty || $0.isWritten || $0.failure != nil },
                then: { state in
                    state.isDirty = false
                    return state.isWritten || state.failure != nil
                })
            if !isLast {
                // Gathers what else comes within the interval; the end cuts it short.
                monitor.wait(
                    upTo: limits.syncInterval, until: { $0.isWritten || $0.failure != nil },
                    then: { $0.isDirty = false })
            }
            do throws(PlatformError) {
                try file.dataSync()
            } catch {
                return fail(error, whole: 0)
            }
            if isLast { return }
        }
    }

    private func release(_ batches: [FrameBuffer], isLast: Bool) {
        monitor.withLock { state in
            state.isDirty = state.isDirty || !batches.isEmpty
            state.isWritten = isLast
            for batch in batches {
                state.pendingBytes -= batch.bytes.count
                batch.removeAll()
                if state.free.count < 4 { state.free.append(batch) }
            }
        }
        monitor.wakeAll()
    }

    /// Takes half a batch back, so that the journal ends with a whole one where the disk allows it.
    private func fail(_ error: PlatformError, whole: Int) {
        if error.operation == "write" { try? file.truncate(to: whole) }
        monitor.withLock { state in
            state.failure = error
            state.waiting = []
            state.pendingBytes = 0
        }
        monitor.wakeAll()
    }
}
