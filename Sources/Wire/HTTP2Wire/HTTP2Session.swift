internal import CNGHTTP2

/// One end of an HTTP/2 connection: bytes of the peer in, events out; heads and bodies in, bytes for the peer out.
///
/// Belongs to one thread. After every call the owner takes ``events`` and sends what ``output(_:)`` gives: nothing is
/// called back, so that an owner may end a session at any point.
package final class HTTP2Session {
    package enum Role: Sendable { case server, client }

    package let role: Role
    let limits: HTTP2Limits
    var meter: FrameMeter
    private var session: OpaquePointer?
    var streams: [Int32: SessionStream] = [:]
    private var pending: [HTTP2Event] = []
    /// What broke the session.
    private(set) package var failure: FrameMeter.Excess?
    /// A fault seen inside a callback of nghttp2, acted upon after it.
    var found: FrameMeter.Excess?
    private var wantsNoMore = false
    private var isSettling = false
    private var needsSettling = false

    package init(_ role: Role, limits: HTTP2Limits = HTTP2Limits()) {
        self.role = role
        self.limits = limits
        meter = FrameMeter(readsPreface: role == .server, limits: limits)
        session = makeSession()
        announce()
    }

    deinit { nghttp2_session_del(session) }

    private func makeSession() -> OpaquePointer? {
        var options: OpaquePointer?
        nghttp2_option_new(&options)
        defer { nghttp2_option_del(options) }
        // The owner says when bytes are consumed.
        nghttp2_option_set_no_auto_window_update(options, 1)
        nghttp2_option_set_no_closed_streams(options, 1)
        // The meter counts them. nghttp2 counts calls as well: how the peer's bytes were cut would decide.
        nghttp2_option_set_max_continuations(options, Int.max)
        let callbacks = SessionCallbacks.make()
        defer { nghttp2_session_callbacks_del(callbacks) }
        var session: OpaquePointer?
        let this = Unmanaged.passUnretained(self).toOpaque()
        let status =
            role == .server
            ? nghttp2_session_server_new2(&session, callbacks, this, options)
            : nghttp2_session_client_new2(&session, callbacks, this, options)
        precondition(status == 0, "out of memory")
        return session
    }

    private func announce() {
        func entry(_ id: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
            nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(clamping: value))
        }
        var entries = [
            entry(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.streamWindow),
            entry(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.fieldBytes),
        ]
        if role == .server {
            entries.append(entry(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.concurrentStreams))
            entries.append(entry(NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL, 1))
        } else {
            entries.append(entry(NGHTTP2_SETTINGS_ENABLE_PUSH, 0))
        }
        nghttp2_submit_settings(session, 0, entries, entries.count)
        nghttp2_session_set_local_window_size(session, 0, 0, Int32(clamping: limits.connectionWindow))
    }

    // MARK: From the peer

    /// Takes the peer's next bytes; all of them, unless the session is broken.
    package func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard failure == nil else { return }
        let (passed, excess) = meter.read(bytes)
        if passed > 0, !feed(UnsafeBufferPointer(rebasing: bytes[..<passed])) { return }
        if let excess { fail(excess) }
    }

    private func feed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let taken = nghttp2_session_mem_recv(session, bytes.baseAddress, bytes.count)
        if let found {
            self.found = nil
            fail(found)
            return false
        }
        guard taken >= 0 else {
            let reason = String(cString: nghttp2_strerror(Int32(truncatingIfNeeded: taken)))
            let isPreface = taken == Int(NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue)
            fail(FrameMeter.Excess(code: isPreface ? .protocolError : .enhanceYourCalm, reason: reason))
            return false
        }
        if let excess = excessOfWaiting {
            fail(excess)
            return false
        }
        return true
    }

    var excessOfWaiting: FrameMeter.Excess? {
        guard nghttp2_session_get_outbound_queue_size(session) > limits.waitingFrames else { return nil }
        return FrameMeter.Excess(
            code: .enhanceYourCalm, reason: "more than \(limits.waitingFrames) frames wait for a peer that takes none")
    }

    private func fail(_ excess: FrameMeter.Excess) {
        guard failure == nil else { return }
        failure = excess
        pending.append(.failed(excess.code, reason: excess.reason))
        nghttp2_session_terminate_session(session, excess.code.number)
    }

    /// nghttp2 itself found the connection broken.
    func noteTermination(_ code: HTTP2ErrorCode, _ reason: String) {
        guard failure == nil else { return }
        failure = FrameMeter.Excess(code: code, reason: reason)
        pending.append(.failed(code, reason: reason))
    }

    func tell(_ event: HTTP2Event) { pending.append(event) }

    /// The events since the last call, in order.
    package func takeEvents() -> [HTTP2Event] {
        guard !pending.isEmpty else { return [] }
        defer { pending.removeAll(keepingCapacity: true) }
        return pending
    }

    /// Half a second has passed.
    package func tick() { meter.tick() }

    // MARK: To the peer

    /// Acts on all that has come and sends all there is to say, until there is neither.
    ///
    /// Whatever is called here may call it again, which then only makes the outer call go round once more.
    /// - Parameters:
    ///   - maySend: whether the stream takes more now.
    ///   - handle: what to do with an event.
    package func settle(
        while maySend: () -> Bool, send: (UnsafeBufferPointer<UInt8>) -> Void, _ handle: (HTTP2Event) -> Void
    ) {
        needsSettling = true
        guard !isSettling else { return }
        isSettling = true
        defer { isSettling = false }
        while needsSettling {
            needsSettling = false
            for event in takeEvents() { handle(event) }
            output(while: maySend, send)
            if !pending.isEmpty { needsSettling = true }
        }
    }

    /// Gives the bytes for the peer, piece by piece.
    package func output(while maySend: () -> Bool = { true }, _ take: (UnsafeBufferPointer<UInt8>) -> Void) {
        while !wantsNoMore, maySend() {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &bytes)
            if count < 0 { wantsNoMore = true }
            guard count > 0, let bytes else { break }
            take(UnsafeBufferPointer(start: bytes, count: count))
        }
        if let found {
            self.found = nil
            fail(found)
            output(while: maySend, take)
        }
    }

    /// Neither side has anything to say any more: the connection is to be closed.
    package var isOver: Bool {
        wantsNoMore || nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0
    }

    /// The client's preface has come whole.
    package var hasHeard: Bool { meter.isPastPreface }

    /// The peer's first SETTINGS frame has come.
    package internal(set) var hasSettings = false

    /// The server takes CONNECT for another protocol (RFC 8441 §3); not known before ``hasSettings``.
    package var takesExtendedConnect: Bool {
        nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL) == 1
    }

    /// Streams open now.
    package var openStreams: Int { streams.count }

    /// Whether the peer lets another stream begin now.
    package var mayBegin: Bool {
        guard failure == nil, nghttp2_session_check_request_allowed(session) != 0 else { return false }
        let most = nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        return streams.count < min(Int(most), limits.concurrentStreams)
    }

    /// Begins a stream with a request head; nil where no more may begin on this connection.
    package func beginRequest(_ fields: [HTTP2Field], isEnd: Bool) -> Int32? {
        let stream = SessionStream()
        stream.hasEndedSending = isEnd
        let id = NameValues.with(fields) { values, count in
            var provider = SessionCallbacks.bodyProvider
            return withUnsafePointer(to: &provider) { provider in
                nghttp2_submit_request(session, nil, values, count, isEnd ? nil : provider, nil)
            }
        }
        guard id > 0 else { return nil }
        streams[id] = stream
        return id
    }

    /// An interim answer.
    package func sendInterim(_ id: Int32, _ fields: [HTTP2Field]) {
        guard streams[id] != nil else { return }
        NameValues.with(fields) { values, count in
            _ = nghttp2_submit_headers(session, 0, id, nil, values, count, nil)
        }
    }

    /// The answer's head.
    package func sendHead(_ id: Int32, _ fields: [HTTP2Field], isEnd: Bool) {
        guard let stream = streams[id] else { return }
        stream.hasEndedSending = isEnd
        let status = NameValues.with(fields) { values, count in
            var provider = SessionCallbacks.bodyProvider
            return withUnsafePointer(to: &provider) { provider in
                nghttp2_submit_response(session, id, values, count, isEnd ? nil : provider)
            }
        }
        if status != 0 { reset(id, .internalError) }
    }

    /// Content; it waits in the stream until the peer's windows let it go.
    package func sendData(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let stream = streams[id], !stream.isEnding, !stream.hasEndedSending, !bytes.isEmpty else { return }
        stream.append(bytes)
        if stream.waiting > limits.highWaterBytes || stream.waiting > limits.lowWaterBytes && isFull {
            stream.wasCongested = true
        }
        resume(id, stream)
    }

    /// Ends our half, with a trailer section where there is one.
    package func sendEnd(_ id: Int32, trailers: [HTTP2Field] = []) {
        guard let stream = streams[id], !stream.isEnding, !stream.hasEndedSending else { return }
        stream.isEnding = true
        stream.trailers = trailers
        resume(id, stream)
    }

    private func resume(_ id: Int32, _ stream: SessionStream) {
        guard stream.isDeferred else { return }
        stream.isDeferred = false
        nghttp2_session_resume_data(session, id)
    }

    /// Bytes of the stream that the peer's windows hold back.
    package func waiting(_ id: Int32) -> Int { streams[id]?.waiting ?? 0 }

    /// Whether the stream's source should stop until ``HTTP2Event/drained(stream:)``.
    package func isCongested(_ id: Int32) -> Bool { streams[id]?.wasCongested ?? false }

    /// Whether more waits in all streams together than they may hold.
    private var isFull: Bool { streams.values.reduce(0) { $0 + $1.waiting } > limits.allHighWaterBytes }

    /// No more of the peer's half is wanted: once ours is sent, the stream is reset without an error (RFC 9113 §8.1).
    package func finish(_ id: Int32) {
        guard let stream = streams[id] else { return }
        stream.isUnwanted = true
        if stream.isSent { reset(id, .noError) }
    }

    package func reset(_ id: Int32, _ code: HTTP2ErrorCode) {
        guard let stream = streams[id] else { return }
        stream.isResetByOwner = true
        nghttp2_submit_rst_stream(session, 0, id, code.number)
    }

    /// Bytes of a `data` event have been used: the peer may send as many again.
    package func consumed(_ id: Int32, _ count: Int) {
        guard count > 0, failure == nil else { return }
        nghttp2_session_consume_stream(session, id, count)
    }

    /// The connection's own window: bytes given out as events, whether or not their stream's owner took them.
    func consumedByConnection(_ count: Int) {
        nghttp2_session_consume_connection(session, count)
    }

    /// Says that no stream of the peer above the last one seen will be served; those under way go on.
    package func goAway() {
        let last = nghttp2_session_get_last_proc_stream_id(session)
        nghttp2_submit_goaway(session, 0, last, 0, nil, 0)
    }

    /// Ends the connection with GOAWAY; nothing under way goes on.
    package func terminate(_ code: HTTP2ErrorCode) {
        nghttp2_session_terminate_session(session, code.number)
    }

    func submitTrailers(_ id: Int32, _ fields: [HTTP2Field]) {
        NameValues.with(fields) { values, count in _ = nghttp2_submit_trailer(session, id, values, count) }
    }
}
