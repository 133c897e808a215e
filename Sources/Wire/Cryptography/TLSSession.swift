internal import COpenSSL

/// What came of reading decrypted bytes.
package enum TLSRead: Hashable, Sendable {
    /// As many bytes were put into the buffer; there may be more.
    case bytes(Int)
    /// Nothing until more ciphertext is received.
    case wouldBlock
    /// The peer will send no more: said so (`close_notify`), or only cut the stream, which an attacker can do too.
    case closed(clean: Bool)
    case failed(TLSFailure)
}

/// What came of writing bytes to be encrypted.
package enum TLSWrite: Hashable, Sendable {
    /// As many bytes were taken: all of them once the handshake has finished.
    case accepted(Int)
    /// The handshake is not finished; nothing was taken.
    case wouldBlock
    case failed(TLSFailure)
}

package enum TLSHandshake: Hashable, Sendable {
    /// Send what is pending, receive more, and ask again.
    case underWay
    case finished
    case failed(TLSFailure)
}

/// One end of a TLS connection as a machine over bytes: ciphertext in, ciphertext out, no socket.
///
/// Owned by one loop. After each call that may have made ciphertext (all but `receive`), also after a failed one, send
/// what `drainCiphertext` gives, or alerts are lost.
package final class TLSSession {
    let ssl: OpaquePointer
    private let state: UnsafeMutablePointer<TLSState>
    /// Keeps alive what the callbacks of OpenSSL reach.
    private let context: AnyObject
    private let isClient: Bool
    /// Why it ended badly, once it has.
    package private(set) var failure: TLSFailure?
    /// How the peer's stream ended, once it has.
    private var endedCleanly: Bool?
    private var handshakeFinished = false

    init(
        context: AnyObject, settings: OpaquePointer, isClient: Bool, state initial: TLSState
    ) throws(CryptographyError) {
        guard let ssl = SSL_new(settings) else { throw .openSSL("making a TLS session") }
        guard let bio = BIO_new(TLSState.bioMethod) else {
            SSL_free(ssl)
            throw .openSSL("making a TLS session")
        }
        self.ssl = ssl
        self.context = context
        self.isClient = isClient
        state = .allocate(capacity: 1)
        state.initialize(to: initial)
        BIO_set_data(bio, state)
        SSL_set_bio(ssl, bio, bio)
        SSL_set_ex_data(ssl, 0, state)
        if isClient { SSL_set_connect_state(ssl) } else { SSL_set_accept_state(ssl) }
    }

    deinit {
        // Else OpenSSL would take the missing farewell for a reason never to resume this session.
        if failure == nil { SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN) }
        SSL_free(ssl)
        state.pointee.inbound.release()
        state.pointee.outbound.release()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    // MARK: Ciphertext

    /// Takes over bytes from the peer. They are decrypted by `handshake` and `readPlaintext`.
    package func receive(ciphertext: UnsafeRawBufferPointer) {
        state.pointee.inbound.append(ciphertext)
    }

    /// The peer's stream has ended: no more bytes will be received.
    package func receiveEnd() { state.pointee.inboundEnded = true }

    /// Bytes received that are not yet decrypted. Ask for plaintext until it would block to keep this below a record.
    package var undecrypted: Int { state.pointee.inbound.count }

    /// Bytes that wait to be sent.
    package var pendingCiphertext: Int { state.pointee.outbound.count }

    /// Lends all bytes that wait to be sent, without a copy. `body` returns how many it took; the rest stays.
    /// The memory is valid inside `body` alone. What the session makes meanwhile comes after what `body` left.
    @discardableResult
    package func drainCiphertext(_ body: (UnsafeRawBufferPointer) -> Int) -> Int {
        guard state.pointee.outbound.count > 0 else { return 0 }
        // A write may fail and close the session inside `body`: the bytes lent must not move under it.
        var lent = ByteQueue()
        swap(&lent, &state.pointee.outbound)
        let taken = body(lent.bytes)
        lent.consume(taken)
        lent.append(state.pointee.outbound.bytes)
        swap(&lent, &state.pointee.outbound)
        lent.release()
        return taken
    }

    /// Gives back the memory that waits for the next record, about 34 KiB: for connections that fall idle.
    /// Nothing happens while a record is half received or ciphertext waits to be sent.
    package func releaseBuffers() {
        guard handshakeFinished, failure == nil, undecrypted == 0, pendingCiphertext == 0 else { return }
        // OpenSSL refuses by itself while it holds part of a record.
        SSL_free_buffers(ssl)
        state.pointee.inbound.release()
        state.pointee.outbound.release()
    }

    // MARK: Handshake

    /// Goes on with the handshake as far as the received bytes allow. A client's first call makes the hello.
    package func handshake() -> TLSHandshake {
        if let failure { return .failed(failure) }
        if handshakeFinished { return .finished }
        OpenSSLErrors.clear()
        let result = SSL_do_handshake(ssl)
        if result == 1 {
            handshakeFinished = true
            return .finished
        }
        return isWaiting(result) ? .underWay : .failed(fail(.handshake))
    }

    /// The host that the client named (RFC 6066 §3), also where the handshake failed; nil where it named none.
    /// Bytes that are no UTF-8 are replaced.
    package var serverName: String? {
        if isClient { return SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) } }
        return state.pointee.helloName.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Server role: our certificate went out in this handshake. False where an earlier session was resumed.
    package var hasShownCertificate: Bool { state.pointee.hasShownCertificate }

    /// What the handshake agreed on, nil before its end.
    package var facts: TLSFacts? {
        guard handshakeFinished else { return nil }
        var chosen: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &chosen, &count)
        let agreed = UnsafeBufferPointer(start: chosen, count: Int(count))
        let cipher = SSL_CIPHER_standard_name(SSL_get_current_cipher(ssl))
        return TLSFacts(
            version: String(cString: SSL_get_version(ssl)),
            cipher: cipher.map { String(cString: $0) } ?? "",
            applicationProtocol: agreed.isEmpty ? nil : String(decoding: agreed, as: UTF8.self),
            serverName: serverName,
            peerChainDigests: isClient ? chainDigests() : [],
            peerNames: isClient ? peerNames() : [],
            verification: isClient ? String(cString: X509_verify_cert_error_string(SSL_get_verify_result(ssl))) : "",
            resumed: SSL_session_reused(ssl) == 1)
    }

    private func peerNames() -> [String] {
        SSL_get1_peer_certificate(ssl).map { Certificate(owning: $0).names } ?? []
    }

    private func chainDigests() -> [[UInt8]] {
        guard let chain = SSL_get_peer_cert_chain(ssl) else { return [] }
        return (0..<max(fita_x509_count(chain), 0)).map { index in
            [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                let certificate = fita_x509_at(chain, index)
                let done = X509_digest(certificate, DigestAlgorithm.sha256.method, buffer.baseAddress, nil)
                count = done == 1 ? 32 : 0
            }
        }
    }

    // MARK: Plaintext

    /// Decrypts into a buffer, of at most one record (16 KiB) a call. Goes on with an unfinished handshake by itself.
    package func readPlaintext(into buffer: UnsafeMutableRawBufferPointer) -> TLSRead {
        if let failure { return .failed(failure) }
        if let endedCleanly { return .closed(clean: endedCleanly) }
        guard handshakeFinished else { return readAfterHandshake(into: buffer) }
        guard !buffer.isEmpty else { return .wouldBlock }
        // Asking OpenSSL costs as much as a small record; with nothing to decrypt the answer is known.
        if state.pointee.inbound.count == 0, !state.pointee.inboundEnded, SSL_pending(ssl) == 0 { return .wouldBlock }
        OpenSSLErrors.clear()
        var count = 0
        let result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
        if result == 1 { return .bytes(count) }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: endedCleanly = true
        case SSL_ERROR_SSL where fita_err_reason(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING:
            endedCleanly = false
        default: return .failed(fail(.transfer))
        }
        return .closed(clean: endedCleanly == true)
    }

    private func readAfterHandshake(into buffer: UnsafeMutableRawBufferPointer) -> TLSRead {
        switch handshake() {
        case .underWay: .wouldBlock
        case .finished: readPlaintext(into: buffer)
        case .failed(let failure): .failed(failure)
        }
    }

    /// Encrypts bytes. There is no limit here: stop writing while `pendingCiphertext` is high.
    package func write(plaintext: UnsafeRawBufferPointer) -> TLSWrite {
        if let failure { return .failed(failure) }
        if !handshakeFinished {
            switch handshake() {
            case .underWay: return .wouldBlock
            case .failed(let failure): return .failed(failure)
            case .finished: break
            }
        }
        var done = 0
        while done < plaintext.count {
            OpenSSLErrors.clear()
            var count = 0
            let result = SSL_write_ex(ssl, plaintext.baseAddress.map { $0 + done }, plaintext.count - done, &count)
            if result != 1 {
                if isWaiting(result) { return done > 0 ? .accepted(done) : .wouldBlock }
                return .failed(fail(.transfer))
            }
            done += count
        }
        return .accepted(done)
    }

    /// Says `close_notify`: no more will be written. Reading goes on until the peer closes too.
    package func shutdown() {
        guard failure == nil, handshakeFinished else { return }
        OpenSSLErrors.clear()
        SSL_shutdown(ssl)
        OpenSSLErrors.clear()
    }

    // MARK: Failure

    private func isWaiting(_ result: Int32) -> Bool {
        let error = SSL_get_error(ssl, result)
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE
    }

    /// Keeps the first failure: what OpenSSL says afterwards is only an echo.
    private func fail(_ stage: TLSFailure.Stage) -> TLSFailure {
        let code = ERR_peek_error()
        let shared = state.pointee
        let kind = TLSFailure.kind(reason: fita_err_reason(code), state: shared, stage: stage)
        var reason = OpenSSLErrors.text(code)
        if let leafFailure = shared.leafFailure { reason = leafFailure.description }
        if code == 0, shared.inboundEnded { reason = "the stream ended inside the handshake" }
        ERR_clear_error()
        let failure = TLSFailure(
            stage: stage, kind: code == 0 && shared.inboundEnded ? .truncated : kind, code: code, reason: reason,
            alertSent: shared.alertSent, alertReceived: shared.alertReceived, verification: shared.verification)
        self.failure = failure
        return failure
    }
}
