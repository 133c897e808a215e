package import HTTPModel

/// Writes journal frames at the end of a buffer. A frame costs no allocation but the buffer's own growth.
package struct JournalEncoder {
    private var sequence: UInt32 = 0
    private let frameBytes: Int

    package init(limits: TapeLimits = TapeLimits()) {
        frameBytes = limits.frameBytes
    }

    /// The next frame takes this number: those behind it were not written.
    package mutating func goBack(to sequence: UInt32) { self.sequence = sequence }

    /// - Parameter payload: at most `TapeLimits.frameBytes`.
    package mutating func frame(
        _ type: JournalFrameType, connection: Int = 0, exchange: Int = 0, at time: TapeTime,
        payload: UnsafeRawBufferPointer, to buffer: FrameBuffer
    ) {
        let place = begin(type, connection, exchange, time, payload.count, buffer)
        if let source = payload.baseAddress { place.copyMemory(from: source, byteCount: payload.count) }
        finish(place, payload.count)
    }

    package mutating func frame(
        _ type: JournalFrameType, connection: Int = 0, exchange: Int = 0, at time: TapeTime, payload: [UInt8] = [],
        to buffer: FrameBuffer
    ) {
        payload.withUnsafeBytes {
            frame(type, connection: connection, exchange: exchange, at: time, payload: $0, to: buffer)
        }
    }

    /// Body bytes as they passed, over as many frames as they need.
    package mutating func data(
        _ type: JournalFrameType, exchange: Int, _ bytes: UnsafeRawBufferPointer, at time: TapeTime,
        to buffer: FrameBuffer
    ) {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + frameBytes)
            let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            frame(type, exchange: exchange, at: time, payload: part, to: buffer)
            start = end
        }
    }

    package mutating func requestHead(
        exchange: Int, connection: Int, ingress: Ingress, origin: ServerOrigin, head: UnsafeRawBufferPointer,
        at time: TapeTime, to buffer: FrameBuffer
    ) {
        var host = origin.host
        host.withUTF8 { host in
            let head = UnsafeRawBufferPointer(rebasing: head[..<min(head.count, max(0, frameBytes - host.count - 8))])
            let size = 8 + host.count + head.count
            let place = begin(.requestHead, connection, exchange, time, size, buffer)
            place.storeBytes(of: ingress.journalCode, as: UInt8.self)
            place.storeBytes(of: origin.scheme == .https ? 1 : 0, toByteOffset: 1, as: UInt8.self)
            place.storeBytes(of: origin.port.littleEndian, toByteOffset: 2, as: UInt16.self)
            let count = UInt32(truncatingIfNeeded: host.count)
            place.storeBytes(of: count.littleEndian, toByteOffset: 4, as: UInt32.self)
            if let source = host.baseAddress { (place + 8).copyMemory(from: source, byteCount: host.count) }
            if let source = head.baseAddress {
                (place + 8 + host.count).copyMemory(from: source, byteCount: head.count)
            }
            finish(place, size)
        }
    }

    package mutating func responseHead(
        exchange: Int, upstream: Int?, head: UnsafeRawBufferPointer, at time: TapeTime, to buffer: FrameBuffer
    ) {
        let head = UnsafeRawBufferPointer(rebasing: head[..<min(head.count, frameBytes - 4)])
        let place = begin(.responseHead, 0, exchange, time, 4 + head.count, buffer)
        place.storeBytes(of: UInt32(truncatingIfNeeded: upstream ?? 0).littleEndian, as: UInt32.self)
        if let source = head.baseAddress { (place + 4).copyMemory(from: source, byteCount: head.count) }
        finish(place, 4 + head.count)
    }

    package mutating func end(
        exchange: Int, _ end: ExchangeEnd, counts: ExchangeCounts, at time: TapeTime, to buffer: FrameBuffer
    ) {
        if end == .complete {
            let place = begin(.end, 0, exchange, time, ExchangeCounts.payloadBytes, buffer)
            counts.store(to: place, code: 0)
            finish(place, ExchangeCounts.payloadBytes)
            return
        }
        let (code, first, second) = end.journalCode
        var payload = PayloadWriter()
        for text in [first, second] { payload.text(text) }
        let size = ExchangeCounts.payloadBytes + payload.bytes.count
        let place = begin(.end, 0, exchange, time, size, buffer)
        counts.store(to: place, code: code)
        payload.bytes.withUnsafeBytes { texts in
            UnsafeMutableRawBufferPointer(start: place + ExchangeCounts.payloadBytes, count: texts.count)
                .copyMemory(from: texts)
        }
        finish(place, size)
    }

    @inline(__always)
    private mutating func begin(
        _ type: JournalFrameType, _ connection: Int, _ exchange: Int, _ time: TapeTime, _ size: Int,
        _ buffer: FrameBuffer
    ) -> UnsafeMutableRawPointer {
        let start = buffer.grow(by: JournalFrame.headerBytes + size + JournalFrame.checksumBytes)
        start.storeBytes(of: JournalFrame.magic.littleEndian, as: UInt16.self)
        start.storeBytes(of: type.rawValue, toByteOffset: 2, as: UInt8.self)
        start.storeBytes(of: 0, toByteOffset: 3, as: UInt8.self)
        start.storeBytes(of: UInt32(truncatingIfNeeded: size).littleEndian, toByteOffset: 4, as: UInt32.self)
        start.storeBytes(of: sequence.littleEndian, toByteOffset: 8, as: UInt32.self)
        start.storeBytes(of: UInt32(truncatingIfNeeded: connection).littleEndian, toByteOffset: 12, as: UInt32.self)
        start.storeBytes(of: UInt32(truncatingIfNeeded: exchange).littleEndian, toByteOffset: 16, as: UInt32.self)
        start.storeBytes(of: time.littleEndian, toByteOffset: 20, as: UInt64.self)
        sequence &+= 1
        return start + JournalFrame.headerBytes
    }

    @inline(__always)
    private func finish(_ payload: UnsafeMutableRawPointer, _ size: Int) {
        let covered = UnsafeRawBufferPointer(
            start: payload - JournalFrame.headerBytes, count: JournalFrame.headerBytes + size)
        let checksum = CRC32C.checksum(covered)
        payload.storeBytes(of: checksum.littleEndian, toByteOffset: size, as: UInt32.self)
    }
}

/// What the frames of one exchange hold together, written into its end: a reader knows from it that none is missing.
package struct ExchangeCounts: Hashable, Sendable {
    static let payloadBytes = 22

    package var requestBytes: UInt64 = 0
    package var responseBytes: UInt64 = 0
    package var interim: UInt16 = 0
    package var responses: UInt8 = 0
    package var notes: UInt16 = 0

    package init() {}

    func store(to place: UnsafeMutableRawPointer, code: UInt8) {
        place.storeBytes(of: code, as: UInt8.self)
        place.storeBytes(of: responses, toByteOffset: 1, as: UInt8.self)
        place.storeBytes(of: interim.littleEndian, toByteOffset: 2, as: UInt16.self)
        place.storeBytes(of: notes.littleEndian, toByteOffset: 4, as: UInt16.self)
        place.storeBytes(of: requestBytes.littleEndian, toByteOffset: 6, as: UInt64.self)
        place.storeBytes(of: responseBytes.littleEndian, toByteOffset: 14, as: UInt64.self)
    }

    init?(_ payload: inout PayloadReader) {
        guard let responses = payload.integer(UInt8.self), let interim = payload.integer(UInt16.self),
            let notes = payload.integer(UInt16.self), let request = payload.integer(UInt64.self),
            let response = payload.integer(UInt64.self)
        else { return nil }
        self.responses = responses
        self.interim = interim
        self.notes = notes
        requestBytes = request
        responseBytes = response
    }
}
