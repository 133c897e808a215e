internal import COpenSSL

/// What a session shares with OpenSSL's callbacks. It lies at a fixed address, which OpenSSL keeps.
struct TLSState {
    var inbound = ByteQueue()
    var outbound = ByteQueue()
    /// The peer's end of stream has been seen.
    var inboundEnded = false
    var alertSent: UInt8?
    var alertReceived: UInt8?

    /// Client role: the key its tickets are kept under, the name asked for, and what the verifier said first.
    var resumptionKey = ""
    var verification: TLSVerificationFailure?
    /// The server asked for a certificate and was shown none.
    var hasShownNone = false

    /// Server role: the names to speak for when the client names none, the time, and why no leaf could be had.
    var defaultNames: [CertificateName] = []
    var now: Int64 = 0
    var leafFailure: CryptographyError?
    /// Server role: the host that the client's hello names, and whether it was shown a certificate in this handshake.
    var helloName: [UInt8]?
    var hasShownCertificate = false

    /// Takes the session's secrets, a line of the key log's format each.
    var keyLog: ((String) -> Void)?

    init() {}

    static func of(_ ssl: OpaquePointer?) -> UnsafeMutablePointer<TLSState>? {
        guard let ssl else { return nil }
        return SSL_get_ex_data(ssl, 0)?.assumingMemoryBound(to: TLSState.self)
    }

    /// OpenSSL's way to the two queues: a BIO whose reads come from `inbound` and whose writes go to `outbound`.
    ///
    /// `nonisolated(unsafe)`: the method table is filled once, before it is first seen, and only read from then on.
    nonisolated(unsafe) static let bioMethod: OpaquePointer = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "fita queues") else {
            preconditionFailure("out of memory")
        }
        BIO_meth_set_create(method) { bio in
            BIO_set_init(bio, 1)
            return 1
        }
        BIO_meth_set_read(method) { bio, target, limit in
            guard let bio, let target, limit > 0, let state = TLSState.behind(bio) else { return -1 }
            fita_bio_clear_retry(bio)
            let taken = state.pointee.inbound.take(target, Int(limit))
            if taken > 0 { return Int32(truncatingIfNeeded: taken) }
            if state.pointee.inboundEnded { return 0 }
            fita_bio_set_retry_read(bio)
            return -1
        }
        BIO_meth_set_write(method) { bio, source, count in
            guard let bio, let source, count > 0, let state = TLSState.behind(bio) else { return -1 }
            fita_bio_clear_retry(bio)
            state.pointee.outbound.append(source, Int(count))
            return count
        }
        BIO_meth_set_ctrl(method) { bio, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH: return 1
            case BIO_CTRL_EOF:
                guard let bio, let state = TLSState.behind(bio) else { return 1 }
                return state.pointee.inboundEnded && state.pointee.inbound.count == 0 ? 1 : 0
            default: return 0
            }
        }
        return method
    }()

    @inline(__always)
    private static func behind(_ bio: OpaquePointer) -> UnsafeMutablePointer<TLSState>? {
        BIO_get_data(bio)?.assumingMemoryBound(to: TLSState.self)
    }
}
