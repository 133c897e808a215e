package import CassetteFormat
package import HTTPModel
package import Platform

/// Records what passes the proxy, frame by frame, into a journal beside the tape's name.
///
/// Belongs to the thread that made it. Frames are gathered and handed to a writer thread by ``flush()``, which the
/// owner calls at least every 50 ms; what has been handed over survives the end of this process, and after
/// `TapeRecorderLimits.syncInterval` and a sync the end of the machine. ``whenSafe(_:)`` waits for that.
///
/// When the journal cannot be written, for lack of room, what passes is not kept, and counted; it is tried again about
/// once a second, and what comes to stand in the journal first is the gap (``TapeGap``).
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

    private var gap: TapeGap?
    private var gapCause: PlatformError?
    /// Told again behind the gap, since the state of the app and of connections goes on.
    private var retold: [LostFrames.Fact] = []
    /// Where in the journal the gap will have been told.
    private var gapPlace: Int?
    private var flushesInGap = 0
    private var lastTime: TapeTime = 0

    /// The files of this recording.
    package let paths: TapePaths

    /// Sees each frame as it is written; its payload is valid during the call only.
    package var onFrame: ((JournalFrame) -> Void)?

    /// Why nothing is being kept just now. Frames since are not on the tape.
    package var failure: PlatformError? { gap == nil ? nil : writer.progress.failure ?? gapCause }

    package enum GapEvent {
        case began(PlatformError)
        case ended(TapeGap)
    }

    /// Told when nothing can be kept any more, and when it can be again and the tape says so.
    package var onGap: ((GapEvent) -> Void)?

    /// What is missing and does not stand in the journal: after ``close(at:)`` it never will.
    package var untoldGap: TapeGap? { gap }

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
        guard isKept(time) else {
            gap?.lose(exchange: number)
            return number
        }
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
        guard counts[number] != nil else { return }
        counts[number]?.requestBytes &+= UInt64(bytes.count)
        data(.requestData, number, bytes, time)
    }

    /// A head of the exchange came over HTTP/2.
    package func http2(_ number: Int, _ side: BodySide, _ facts: HTTP2HeadFacts, at time: TapeTime) {
        guard counts[number] != nil else { return }
        counts[number]?.notes &+= 1
        append(.http2, exchange: number, at: time, facts.journalPayload(side))
    }

    package func requestEnd(_ number: Int, at time: TapeTime) {
        guard counts[number] != nil else { return }
        append(.requestEnd, exchange: number, at: time, [])
    }

    package func interim(_ number: Int, _ head: UnsafeRawBufferPointer, at time: TapeTime) {
        guard counts[number] != nil else { return }
        counts[number]?.interim &+= 1
        let start = batch.count
        encoder.frame(.interimHead, exchange: number, at: time, payload: head, to: batch)
        written(.interimHead, 0, number, time, from: start)
    }

    package func responseHead(_ number: Int, upstream: Int?, _ head: UnsafeRawBufferPointer, at time: TapeTime) {
        guard counts[number] != nil else { return }
        counts[number]?.responses &+= 1
        let start = batch.count
        encoder.responseHead(exchange: number, upstream: upstream, head: head, at: time, to: batch)
        written(.responseHead, 0, number, time, from: start)
    }

    /// Bytes of the response's body as they passed.
    package func responseData(_ number: Int, _ bytes: UnsafeRawBufferPointer, at time: TapeTime) {
        guard counts[number] != nil else { return }
        counts[number]?.responseBytes &+= UInt64(bytes.count)
        data(.responseData, number, bytes, time)
    }

    /// A frame of a WebSocket connection begins.
    package func webSocketFrame(_ number: Int, _ opening: WebSocketOpening, at time: TapeTime) {
        guard counts[number] != nil else { return }
        append(.webSocketFrame, exchange: number, at: time, opening.journalPayload)
    }

    /// Payload of the frame that the side has begun.
    package func webSocketData(
        _ number: Int, isFromClient: Bool, _ bytes: UnsafeRawBufferPointer, at time: TapeTime
    ) {
        guard counts[number] != nil, !bytes.isEmpty else { return }
        let size = UInt64(bytes.count)
        if isFromClient { counts[number]?.requestBytes &+= size } else { counts[number]?.responseBytes &+= size }
        append(.webSocketData, exchange: number, at: time, [isFromClient ? 1 : 0] + bytes)
    }

    package func tunnel(_ number: Int, sent: Int, received: Int, at time: TapeTime) {
        guard counts[number] != nil else { return }
        append(.tunnelCount, exchange: number, at: time, TunnelCount(sent: sent, received: received).journalPayload)
    }

    /// Words about an exchange, or about the recording as a whole.
    package func note(_ number: Int?, _ text: String, at time: TapeTime) {
        if let number {
            guard counts[number] != nil else { return }
            counts[number]?.notes &+= 1
        }
        append(number == nil ? .note : .exchangeNote, exchange: number ?? 0, at: time, Array(bounded(text).utf8))
    }

    package func end(_ number: Int, _ end: ExchangeEnd, at time: TapeTime) {
        lastTime = time
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
        guard !isClosed else { return }
        let progress = writer.progress
        if progress.failure != nil, gap == nil || gapPlace != nil { fallIntoGap() }
        if gap != nil, gapPlace == nil { return retry() }
        if let place = gapPlace, progress.failure == nil, progress.written >= place { leaveGap() }
        handOver()
    }

    private func handOver() {
        guard batch.count > 0 else { return }
        let size = batch.count
        guard let next = writer.submit(batch) else { return fallIntoGap() }
        handedOver += size
        batch = next
    }

    /// Calls back when all that was recorded so far is on the medium, or cannot be: `true` for the former.
    ///
    /// Hands over what has been gathered. The call comes from ``settle()`` or ``close(at:)``, on this thread, in the
    /// order of asking.
    package func whenSafe(_ action: @escaping (_ isSafe: Bool) -> Void) {
        guard gap == nil || gapPlace != nil else { return action(false) }
        flush()
        guard gap == nil || gapPlace != nil else { return action(false) }
        waiting.append((handedOver, action))
    }

    /// Calls back those of ``whenSafe(_:)`` whose time has come.
    package func settle() {
        guard !waiting.isEmpty else { return }
        let progress = writer.progress
        let count = waiting.firstIndex { $0.place > progress.synced && !progress.isLost($0.place) } ?? waiting.count
        let ready = waiting.prefix(count)
        waiting.removeFirst(count)
        for (place, action) in ready { action(place <= progress.synced) }
    }

    /// Ends the tape: when this returns without an error, everything is on the medium, the gaps as such.
    package func close(at time: TapeTime) throws {
        guard !isClosed else { return }
        lastTime = max(lastTime, time)
        flush()
        if gap != nil, gapPlace == nil { tellGap() }
        if gap == nil || gapPlace != nil { append(.tapeClose, at: time, []) }
        handOver()
        isClosed = true
        writer.close()
        for thread in threads { thread.join() }
        settle()
        let progress = writer.progress
        if progress.failure == nil { leaveGap() } else if gap == nil || gapPlace != nil { fallIntoGap() }
        writer.unlock()
        if let failure = progress.failure { throw failure }
    }

    // MARK: Gaps

    /// Whether what passes now is kept.
    private func isKept(_ time: TapeTime) -> Bool {
        lastTime = time
        return gap == nil || gapPlace != nil
    }

    /// What was handed over in vain, and what has gathered since, is missing. Exchanges under way have lost something:
    /// nothing more is kept of them.
    private func fallIntoGap() {
        let progress = writer.progress
        guard let cause = progress.failure else { return }
        var lost = LostFrames()
        for buffer in writer.takeLost() { lost.add(buffer.bytes) }
        lost.add(batch.bytes)
        batch.removeAll()
        if let sequence = lost.firstSequence { encoder.goBack(to: sequence) }
        let isNew = gap == nil
        var missing = TapeGap(
            start: lost.start ?? lastTime, end: lastTime, exchanges: lost.exchanges, reason: cause.reason)
        if let before = gap { missing.join(before) }
        gap = missing
        gapCause = cause
        gapPlace = nil
        flushesInGap = 0
        counts.removeAll()
        retold += lost.facts
        if retold.count > limits.retoldFacts { retold.removeFirst(retold.count - limits.retoldFacts) }
        // Those that wait for bytes that are lost must not take later ones for theirs.
        settle()
        if isNew { onGap?(.began(cause)) }
    }

    private func retry() {
        flushesInGap += 1
        guard flushesInGap % limits.flushesBeforeRetry == 0, !writer.progress.isFinal else { return }
        tellGap()
    }

    /// Begins to write again: first the facts, then that there was a gap.
    private func tellGap() {
        guard var told = gap, !writer.progress.isFinal else { return }
        told.end = lastTime
        gap = told
        writer.resume(at: handedOver)
        gapPlace = .max
        for fact in retold { append(fact.type, connection: fact.connection, at: fact.time, fact.payload) }
        retold = []
        append(.gap, at: told.end, told.journalPayload)
        gapPlace = handedOver + batch.count
        handOver()
    }

    private func leaveGap() {
        guard let told = gap else { return }
        gap = nil
        gapPlace = nil
        gapCause = nil
        onGap?(.ended(told))
    }

    private func append(
        _ type: JournalFrameType, connection: Int = 0, exchange: Int = 0, at time: TapeTime, _ payload: [UInt8]
    ) {
        guard isKept(time) else {
            let isFact = exchange == 0 && type != .tapeClose
            if isFact, retold.count < limits.retoldFacts {
                retold.append(LostFrames.Fact(type: type, connection: connection, time: time, payload: payload))
            }
            return
        }
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
