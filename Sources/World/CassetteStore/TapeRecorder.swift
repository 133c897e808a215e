package import CassetteFormat
package import HTTPModel
package import Platform

/// Records what passes the proxy, frame by frame, into a journal beside the tape's name.
///
/// Belongs to the thread that made it. Frames are gathered and handed to a writer thread by ``flush()``, which the
/// owner calls at least every 50 ms; what has been handed over survives the end of this process, and after
/// `TapeRecorderLimits.syncInterval` and a sync the end of the machine. ``whenSafe(_:)`` waits for that.
package final class TapeRecorder {
    private let writer: JournalWriter
    private let threads: [Thread]
    private let limits: TapeRecorderLimits
    private var encoder = JournalEncoder()
    private var batch = FrameBuffer()
    private var counts: [Int: ExchangeCounts] = [:]
    private var lastNumber = 0
    private var isClosed = false
    /// Bytes of the journal that have been handed over.
    private var handedOver = 0
    /// In the order of their places in the journal.
    private var waiting: [(place: Int, action: (Bool) -> Void)] = []

    /// The files of this recording.
    package let paths: TapePaths

    /// Sees each frame as it is written; its payload is valid during the call only.
    package var onFrame: ((JournalFrame) -> Void)?

    /// Why recording has stopped, if it has. Frames after it are not on the tape.
    package var failure: PlatformError? { writer.progress.failure }

    /// Exchanges begun so far.
    package var begun: Int { lastNumber }

    /// Opens the journal of the tape at `path`, private to its owner and locked.
    ///
    /// Throws a ``TapeError`` when the tape or its journal is already there with content, or another recorder holds
    /// it; nothing that exists is ever changed. Throws a ``PlatformError`` when the file cannot be made.
    /// - Parameter progressed: told on other threads when ``settle()`` may have something to do.
    package convenience init(
        path: String, header: TapeHeader, at time: TapeTime = 0, limits: TapeRecorderLimits = TapeRecorderLimits(),
        progressed: @escaping @Sendable () -> Void = {}
    ) throws {
        let paths = TapePaths(path)
        try self.init(
            JournalFileMedium(JournalFile.openNew(paths)), paths, header: header, at: time, limits: limits,
            progressed: progressed)
    }

    /// Begins a journal on an empty medium. The header is on it when this returns, so that a journal that lost its
    /// power is a journal still.
    package init(
        _ medium: any JournalMedium, _ paths: TapePaths, header: TapeHeader, at time: TapeTime = 0,
        limits: TapeRecorderLimits = TapeRecorderLimits(), progressed: @escaping @Sendable () -> Void = {}
    ) throws {
        self.paths = paths
        self.limits = limits
        encoder.frame(
            .tapeOpen, at: time, payload: header.journalPayload(process: CurrentProcess.identifier), to: batch)
        try medium.write(batch.bytes)
        try medium.sync()
        handedOver = batch.count
        batch.removeAll()
        let writer = JournalWriter(medium, limits: limits, written: handedOver, progressed: progressed)
        self.writer = writer
        threads = [try Thread { writer.run() }, try Thread { writer.runSync() }]
    }

    deinit {
        guard !isClosed else { return }
        writer.close()
        for thread in threads { thread.join() }
    }

    package func clientOpened(_ facts: ClientConnectionFacts) {
        append(.clientOpen, connection: facts.id, at: facts.opened, facts.journalOpenPayload)
    }

    package func clientTLS(connection: Int, tls: String?, serverName: String?, failure: String?, at time: TapeTime) {
        let payload = ClientConnectionFacts.journalTLSPayload(
            tls: tls.map(bounded), serverName: serverName.map(bounded), failure: failure.map(bounded))
        append(.clientTLS, connection: connection, at: time, payload)
    }

    package func upstreamOpened(_ facts: UpstreamConnectionFacts) {
        append(.upstreamOpen, connection: facts.id, at: facts.opened, facts.journalPayload)
    }

    /// Begins an exchange and returns its number. `head` is the request head as received, or what there is of it.
    package func beginExchange(
        connection: Int, ingress: Ingress, origin: ServerOrigin, head: UnsafeRawBufferPointer, at time: TapeTime
    ) -> Int {
        lastNumber += 1
        let number = lastNumber
        counts[number] = ExchangeCounts()
        let start = batch.count
        encoder.requestHead(
            exchange: number, connection: connection, ingress: ingress, origin: origin, head: head, at: time,
            to: batch)
        written(.requestHead, connection, number, time, from: start)
        return number
    }

    /// Bytes of the request's body as they passed.
    package func requestData(_ number: Int, _ bytes: UnsafeRawBufferPointer, at time: TapeTime) {
        counts[number]?.requestBytes &+= UInt64(bytes.count)
        data(.requestData, number, bytes, time)
    }

    package func requestEnd(_ number: Int, at time: TapeTime) {
        append(.requestEnd, exchange: number, at: time, [])
    }

    package func interim(_ number: Int, _ head: UnsafeRawBufferPointer, at time: TapeTime) {
        counts[number]?.interim &+= 1
        let start = batch.count
        encoder.frame(.interimHead, exchange: number, at: time, payload: head, to: batch)
        written(.interimHead, 0, number, time, from: start)
    }

    package func responseHead(_ number: Int, upstream: Int?, _ head: UnsafeRawBufferPointer, at time: TapeTime) {
        counts[number]?.responses &+= 1
        let start = batch.count
        encoder.responseHead(exchange: number, upstream: upstream, head: head, at: time, to: batch)
        written(.responseHead, 0, number, time, from: start)
    }

    /// Bytes of the response's body as they passed.
    package func responseData(_ number: Int, _ bytes: UnsafeRawBufferPointer, at time: TapeTime) {
        counts[number]?.responseBytes &+= UInt64(bytes.count)
        data(.responseData, number, bytes, time)
    }

    package func tunnel(_ number: Int, sent: Int, received: Int, at time: TapeTime) {
        append(.tunnelCount, exchange: number, at: time, TunnelCount(sent: sent, received: received).journalPayload)
    }

    /// Words about an exchange, or about the recording as a whole.
    package func note(_ number: Int?, _ text: String, at time: TapeTime) {
        if let number { counts[number]?.notes &+= 1 }
        append(number == nil ? .note : .exchangeNote, exchange: number ?? 0, at: time, Array(bounded(text).utf8))
    }

    package func end(_ number: Int, _ end: ExchangeEnd, at time: TapeTime) {
        guard let counts = counts.removeValue(forKey: number) else { return }
        let start = batch.count
        encoder.end(exchange: number, end, counts: counts, at: time, to: batch)
        written(.end, 0, number, time, from: start)
    }

    package func mark(key: String, value: String, at time: TapeTime) {
        append(.mark, at: time, Mark.journalPayload(key: bounded(key), value: bounded(value)))
    }

    /// Hands what has been gathered to the writer thread. Waits only when the disk is far behind.
    package func flush() {
        guard batch.count > 0, !isClosed else { return }
        handedOver += batch.count
        batch = writer.submit(batch)
    }

    /// Calls back when all that was recorded so far is on the medium, or cannot be: `true` for the former.
    ///
    /// Hands over what has been gathered. The call comes from ``settle()`` or ``close(at:)``, on this thread, in the
    /// order of asking.
    package func whenSafe(_ action: @escaping (_ isSafe: Bool) -> Void) {
        flush()
        waiting.append((handedOver, action))
    }

    /// Calls back those of ``whenSafe(_:)`` whose time has come.
    package func settle() {
        guard !waiting.isEmpty else { return }
        let progress = writer.progress
        let count = waiting.firstIndex { $0.place > progress.synced && progress.failure == nil } ?? waiting.count
        let ready = waiting.prefix(count)
        waiting.removeFirst(count)
        for (place, action) in ready { action(place <= progress.synced) }
    }

    /// Ends the tape: when this returns without an error, everything is on the medium.
    package func close(at time: TapeTime) throws {
        guard !isClosed else { return }
        append(.tapeClose, at: time, [])
        flush()
        isClosed = true
        writer.close()
        for thread in threads { thread.join() }
        settle()
        writer.unlock()
        if let failure { throw failure }
    }

    private func append(
        _ type: JournalFrameType, connection: Int = 0, exchange: Int = 0, at time: TapeTime, _ payload: [UInt8]
    ) {
        let start = batch.count
        encoder.frame(type, connection: connection, exchange: exchange, at: time, payload: payload, to: batch)
        written(type, connection, exchange, time, from: start)
    }

    private func data(_ type: JournalFrameType, _ number: Int, _ bytes: UnsafeRawBufferPointer, _ time: TapeTime) {
        encoder.data(type, exchange: number, bytes, at: time, to: batch)
        if let onFrame {
            onFrame(JournalFrame(type: type, connection: 0, exchange: number, time: time, payload: bytes))
        }
        if batch.count >= limits.batchBytes { flush() }
    }

    private func written(
        _ type: JournalFrameType, _ connection: Int, _ exchange: Int, _ time: TapeTime, from start: Int
    ) {
        if let onFrame {
            let payload = batch.bytes[(start + JournalFrame.headerBytes)..<(batch.count - JournalFrame.checksumBytes)]
            onFrame(
                JournalFrame(
                    type: type, connection: connection, exchange: exchange, time: time,
                    payload: UnsafeRawBufferPointer(rebasing: payload)))
        }
        if batch.count >= limits.batchBytes { flush() }
    }

    /// Texts come from peers too; what is over the limit is cut at a character.
    private func bounded(_ text: String) -> String {
        guard text.utf8.count > limits.textBytes else { return text }
        var cut = text[..<text.utf8.index(text.startIndex, offsetBy: limits.textBytes)]
        while cut.utf8.endIndex.samePosition(in: text) == nil, !cut.utf8.isEmpty {
            cut = text[..<text.utf8.index(before: cut.endIndex)]
        }
        return String(cut)
    }
}
