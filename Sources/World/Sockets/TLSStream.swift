package import Cryptography

/// TLS over a TCP stream. Plain bytes written in one callback leave in as few records as they fit.
package final class TLSStream: ByteStream, Flushable, CiphertextReceiver {
    package var delegate: (any ByteStreamDelegate)?
    package var onClosed: (() -> Void)? {
        get { lower.onClosed }
        set { lower.onClosed = newValue }
    }
    package let session: TLSSession

    private let loop: EventLoop
    private let lower: TCPStream
    private var handshakeDone: ((Result<TLSFacts, TLSFailure>) -> Void)?
    private var gathered: [UInt8] = []
    private var isFlushAsked = false
    private var isReading = false
    private var isPumping = false
    private var needsPump = false
    private var lowerEnd: StreamEnd?
    private var hasEnded = false
    private var ending = Ending.none

    private enum Ending { case none, afterWrites, closeAfterWrites }

    /// Starts the handshake. `done` is called once, on the loop; until then nothing is delivered.
    package init(
        _ loop: EventLoop, over lower: TCPStream, session: TLSSession,
        done: @escaping (Result<TLSFacts, TLSFailure>) -> Void
    ) {
        self.loop = loop
        self.lower = lower
        self.session = session
        handshakeDone = done
        lower.delegate = nil
        lower.upper = self
        lower.startReading()
        flushLater()
    }

    /// Bytes that were read from the socket before TLS took over.
    package func receivedEarly(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { receivedCiphertext($0) }
    }

    package var pendingBytes: Int { gathered.count + session.pendingCiphertext + lower.pendingBytes }

    package func startReading() {
        isReading = true
        lower.startReading()
        if session.undecrypted > 0 || lowerEnd != nil {
            needsPump = true
            flushLater()
        }
    }

    package func stopReading() {
        isReading = false
        if handshakeDone == nil { lower.stopReading() }
    }

    // MARK: From the lower stream

    func receivedCiphertext(_ bytes: UnsafeBufferPointer<UInt8>) {
        session.receive(ciphertext: UnsafeRawBufferPointer(bytes))
        pump()
    }

    func lowerEnded(_ end: StreamEnd) {
        lowerEnd = end
        session.receiveEnd()
        if handshakeDone == nil, !isReading, case .finished = end { return }
        pump()
    }

    func lowerDrained() {
        delegate?.streamDrained(self)
    }

    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        if handshakeDone != nil, !goOnWithHandshake() { return }
        let buffer = loop.plaintextBuffer
        while isReading, !hasEnded {
            switch session.readPlaintext(into: buffer) {
            case .bytes(let count):
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                bytes.withMemoryRebound(to: UInt8.self) { delegate?.stream(self, received: $0) }
            case .wouldBlock:
                sendCiphertext()
                if let lowerEnd { end(with: lowerEnd) }
                return
            case .closed(let clean):
                end(with: clean ? .finished : cut)
            case .failed(let failure):
                sendCiphertext()
                end(with: .failed(failure.description))
            }
        }
    }

    /// The peer closed the connection without saying so in TLS: whoever stands between could have done it.
    private var cut: StreamEnd {
        if case .failed(let detail)? = lowerEnd { return .failed(detail) }
        return .failed("the TLS connection was cut without close_notify")
    }

    private func end(with end: StreamEnd) {
        guard !hasEnded else { return }
        hasEnded = true
        lower.stopReading()
        delegate?.stream(self, ended: end)
    }

    /// Returns whether the handshake is behind.
    private func goOnWithHandshake() -> Bool {
        let state = session.handshake()
        sendCiphertext()
        switch state {
        case .underWay:
            // The other side has as much to reckon: it need not wait until others' handshakes are reckoned here.
            lower.flush()
            if let lowerEnd {
                let detail = if case .failed(let text) = lowerEnd { text } else { "the peer closed the connection" }
                finishHandshake(.failure(TLSFailure(lostDuringHandshake: detail)))
            }
            return false
        case .finished:
            guard let facts = session.facts else { return false }
            finishHandshake(.success(facts))
            return true
        case .failed(let failure):
            finishHandshake(.failure(failure))
            return false
        }
    }

    private func finishHandshake(_ result: Result<TLSFacts, TLSFailure>) {
        guard let done = handshakeDone else { return }
        handshakeDone = nil
        done(result)
        if case .success = result, !isReading { lower.stopReading() }
    }

    // MARK: Writing

    package func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard ending == .none, !bytes.isEmpty else { return }
        if gathered.isEmpty { gathered = loop.takeOutputBuffer() }
        gathered.append(contentsOf: bytes)
        if gathered.count >= StreamLimits.lowWaterBytes { flush() } else { flushLater() }
    }

    private func flushLater() {
        guard !isFlushAsked else { return }
        isFlushAsked = true
        loop.flushLater(self)
    }

    package func flush() {
        isFlushAsked = false
        if handshakeDone != nil {
            pump()
        } else if needsPump {
            needsPump = false
            pump()
        }
        encryptGathered()
        sendCiphertext()
        finishEnding()
    }

    private func encryptGathered() {
        guard !gathered.isEmpty, handshakeDone == nil else { return }
        var bytes: [UInt8] = []
        swap(&bytes, &gathered)
        let result = bytes.withUnsafeBytes { session.write(plaintext: $0) }
        loop.giveBack(&bytes)
        if case .failed(let failure) = result { end(with: .failed(failure.description)) }
    }

    private func sendCiphertext() {
        session.drainCiphertext { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { lower.write($0) }
            return bytes.count
        }
    }

    // MARK: Ending

    package func endWriting() {
        guard ending == .none else { return }
        ending = .afterWrites
        flushLater()
    }

    package func close() {
        guard ending != .closeAfterWrites else { return }
        delegate = nil
        isReading = false
        ending = .closeAfterWrites
        flushLater()
    }

    package func reset() {
        delegate = nil
        hasEnded = true
        // What was passed on before the cut still goes out.
        encryptGathered()
        sendCiphertext()
        lower.reset()
    }

    private func finishEnding() {
        switch ending {
        case .none: break
        case .afterWrites:
            session.shutdown()
            sendCiphertext()
            lower.endWriting()
        case .closeAfterWrites:
            session.shutdown()
            sendCiphertext()
            lower.close()
        }
    }
}
