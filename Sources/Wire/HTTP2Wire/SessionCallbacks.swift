internal import CNGHTTP2

/// nghttp2's way back into a session: each callback only notes what came.
enum SessionCallbacks {
    static func make() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, _, this in
            guard let session = SessionCallbacks.session(this) else { return SessionCallbacks.failed }
            return session.mayWait() ? 0 : SessionCallbacks.failed
        }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, this in
            guard let frame, let session = SessionCallbacks.session(this) else { return SessionCallbacks.failed }
            session.beginHead(frame.pointee.hd.stream_id)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, flags, this in
            guard let frame, let name, let session = SessionCallbacks.session(this) else {
                return SessionCallbacks.failed
            }
            let field = HTTP2Field(
                name: Array(UnsafeBufferPointer(start: name, count: nameCount)),
                value: Array(UnsafeBufferPointer(start: value, count: valueCount)),
                isNeverIndexed: flags & UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) != 0)
            return session.add(field, to: frame.pointee.hd.stream_id) ? 0 : SessionCallbacks.failed
        }
        // A regular field that HTTP forbids would be left out in silence.
        nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) { _, _, _, _, _, _, _, _ in
            NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, this in
            guard let frame, let session = SessionCallbacks.session(this) else { return SessionCallbacks.failed }
            session.received(frame.pointee)
            return 0
        }
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, frame, error, this in
            guard let frame, let session = SessionCallbacks.session(this) else { return SessionCallbacks.failed }
            session.receivedInvalid(frame.pointee, String(cString: nghttp2_strerror(error)))
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, this in
            guard let session = SessionCallbacks.session(this) else { return SessionCallbacks.failed }
            session.receivedData(stream, UnsafeBufferPointer(start: bytes, count: count))
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, this in
            guard let session = SessionCallbacks.session(this) else { return SessionCallbacks.failed }
            session.streamClosed(stream, HTTP2ErrorCode(code))
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, this in
            guard let frame, let session = SessionCallbacks.session(this) else { return SessionCallbacks.failed }
            session.sent(frame.pointee)
            return 0
        }
        return callbacks
    }

    /// Gives a stream's waiting bytes to frames.
    static var bodyProvider: nghttp2_data_provider {
        var provider = nghttp2_data_provider()
        provider.read_callback = { _, stream, target, limit, flags, _, this in
            guard let target, let flags, let session = SessionCallbacks.session(this) else {
                return Int(SessionCallbacks.failed)
            }
            return session.fill(stream, target, limit, flags)
        }
        return provider
    }

    private static let failed = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue

    private static func session(_ this: UnsafeMutableRawPointer?) -> HTTP2Session? {
        this.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension HTTP2Session {
    fileprivate func beginHead(_ id: Int32) {
        if streams[id] == nil { streams[id] = SessionStream() }
        streams[id]?.forgetHead()
    }

    /// False where so many frames wait for the peer that it is not heard any more: before the next frame, so that it
    /// does not matter in which pieces they come.
    fileprivate func mayWait() -> Bool {
        found = found ?? excessOfWaiting
        return found == nil
    }

    /// False where decoding must stop at once.
    fileprivate func add(_ field: HTTP2Field, to id: Int32) -> Bool {
        guard let stream = streams[id] else { return true }
        stream.fieldBytes += field.name.count + field.value.count + 32
        if stream.fieldBytes > limits.fieldBytes || stream.fields.count >= limits.fieldCount {
            stream.isOversized = true
            stream.fields = []
            guard stream.fieldBytes <= limits.fieldBytes * limits.oversizeFactor else {
                found = FrameMeter.Excess(
                    code: .enhanceYourCalm,
                    reason: "a head of more than \(limits.fieldBytes * limits.oversizeFactor) bytes")
                return false
            }
            return true
        }
        guard !stream.isOversized else { return true }
        if stream.fields.isEmpty { stream.fields.reserveCapacity(12) }
        stream.fields.append(field)
        return true
    }

    fileprivate func received(_ frame: nghttp2_frame) {
        let id = frame.hd.stream_id
        let isEnd = frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch UInt32(frame.hd.type) {
        case NGHTTP2_HEADERS.rawValue: receivedHead(id, isEnd)
        case NGHTTP2_DATA.rawValue:
            if isEnd { tell(.end(stream: id)) }
        case NGHTTP2_SETTINGS.rawValue where frame.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0: hasSettings = true
        case NGHTTP2_GOAWAY.rawValue:
            tell(.goAway(last: frame.goaway.last_stream_id, HTTP2ErrorCode(frame.goaway.error_code)))
        default: break
        }
    }

    private func receivedHead(_ id: Int32, _ isEnd: Bool) {
        guard let stream = streams[id] else { return }
        let fields = stream.fields
        stream.forgetHead()
        if stream.isOversized { return tell(.oversized(stream: id)) }
        // A client's second head is its trailer section; a server's has no status.
        let isTrailers = stream.hasHead && fields.first?.isPseudo != true
        stream.hasHead = true
        tell(isTrailers ? .trailers(stream: id, fields) : .head(stream: id, fields, isEnd: isEnd))
    }

    fileprivate func receivedInvalid(_ frame: nghttp2_frame, _ reason: String) {
        let id = frame.hd.stream_id
        guard UInt32(frame.hd.type) == NGHTTP2_HEADERS.rawValue, let stream = streams[id] else { return }
        tell(.malformed(stream: id, fields: stream.fields, reason: reason))
        stream.forgetHead()
    }

    fileprivate func receivedData(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        consumedByConnection(bytes.count)
        tell(.data(stream: id, Array(bytes)))
    }

    fileprivate func streamClosed(_ id: Int32, _ code: HTTP2ErrorCode) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        if code == .noError { meter.endedWhole() }
        tell(.closed(stream: id, code, isOwnVerdict: stream.isResetForFault))
    }

    fileprivate func sent(_ frame: nghttp2_frame) {
        switch UInt32(frame.hd.type) {
        case NGHTTP2_DATA.rawValue:
            meter.sentData()
            sentEnd(frame.hd)
        case NGHTTP2_HEADERS.rawValue: sentEnd(frame.hd)
        case NGHTTP2_RST_STREAM.rawValue:
            guard streams[frame.hd.stream_id]?.isResetByOwner != true else { return }
            streams[frame.hd.stream_id]?.isResetForFault = true
            do throws(FrameMeter.Excess) { try meter.resetForFault() } catch { found = found ?? error }
        case NGHTTP2_GOAWAY.rawValue where frame.goaway.error_code != 0:
            let debug = UnsafeBufferPointer(start: frame.goaway.opaque_data, count: frame.goaway.opaque_data_len)
            noteTermination(
                HTTP2ErrorCode(frame.goaway.error_code), String(decoding: debug, as: UTF8.self))
        default: break
        }
    }

    private func sentEnd(_ head: nghttp2_frame_hd) {
        guard head.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0, let stream = streams[head.stream_id] else {
            return
        }
        stream.isSent = true
        if stream.isUnwanted { reset(head.stream_id, .noError) }
    }

    fileprivate func fill(
        _ id: Int32, _ target: UnsafeMutablePointer<UInt8>, _ limit: Int, _ flags: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard let stream = streams[id] else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let count = stream.take(target, limit)
        if stream.wasCongested, stream.waiting < limits.lowWaterBytes {
            stream.wasCongested = false
            tell(.drained(stream: id))
        }
        if stream.isEnding, stream.waiting == 0 {
            stream.hasEndedSending = true
            flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            if !stream.trailers.isEmpty {
                flags.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
                submitTrailers(id, stream.trailers)
            }
            return count
        }
        if count == 0 {
            stream.isDeferred = true
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        return count
    }
}
