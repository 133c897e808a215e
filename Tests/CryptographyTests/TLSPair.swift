import COpenSSL
import Testing

@testable import Cryptography

/// 2027-01-15 08:00 UTC: the tests' present.
let present: Int64 = 1_800_000_000
let day: Int64 = 86_400

/// A client and a server joined in memory.
final class TLSPair {
    let client: TLSSession
    let server: TLSSession
    /// Ciphertext is carried over in pieces of at most this many bytes.
    let piece: Int

    init(client: TLSSession, server: TLSSession, piece: Int = .max) {
        self.client = client
        self.server = server
        self.piece = piece
    }

    /// Both sides of a host whose authority the client trusts.
    convenience init(
        host: String = "ads.example", authority: CertificateAuthority, piece: Int = .max,
        clientProtocols: [String] = ["http/1.1"]
    ) throws {
        let trust = TLSTrust(systemStore: false, bundles: [authority.certificatePEM])
        let clients = try TLSClientContext(trust: trust, applicationProtocols: clientProtocols)
        let servers = try TLSServerContext(authority: authority)
        try self.init(
            client: clients.makeSession(host: host, now: present),
            server: servers.makeSession(defaultHost: host, now: present), piece: piece)
    }

    /// Carries ciphertext until both have nothing to say, running `step` after each piece.
    func carry(_ step: (TLSSession) -> Void) {
        var moved = true
        while moved {
            moved = false
            for (from, to) in [(client, server), (server, client)] {
                while from.pendingCiphertext > 0 {
                    from.drainCiphertext { bytes in
                        let some = min(bytes.count, piece)
                        to.receive(ciphertext: UnsafeRawBufferPointer(rebasing: bytes[..<some]))
                        return some
                    }
                    step(to)
                    moved = true
                }
            }
        }
    }

    @discardableResult
    func handshake() -> (client: TLSHandshake, server: TLSHandshake) {
        _ = client.handshake()
        carry { _ = $0.handshake() }
        return (client.handshake(), server.handshake())
    }

    /// Writes on one side and gives what the other side read.
    func send(_ bytes: [UInt8], from: TLSSession, to: TLSSession) -> [UInt8] {
        guard bytes.withUnsafeBytes({ from.write(plaintext: $0) }) == .accepted(bytes.count) else { return [] }
        var got: [UInt8] = []
        carry { side in if side === to { got += side.readAll().bytes } }
        return got
    }
}

extension TLSSession {
    /// Reads until it would block or has ended.
    func readAll(chunk: Int = 8_192) -> (bytes: [UInt8], last: TLSRead) {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: chunk)
        while true {
            let read = buffer.withUnsafeMutableBytes { readPlaintext(into: $0) }
            guard case .bytes(let count) = read else { return (all, read) }
            all += buffer[..<count]
        }
    }

    func take() -> [UInt8] {
        var all: [UInt8] = []
        drainCiphertext { bytes in
            all += bytes
            return bytes.count
        }
        return all
    }

    func receive(_ bytes: [UInt8]) { bytes.withUnsafeBytes { receive(ciphertext: $0) } }
}

extension TLSHandshake {
    var failure: TLSFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

/// Servers that no authority of ours would make: any template, any chain, any protocol.
struct OddServer {
    var chain: [Certificate]
    var key: PrivateKey
    var prepare: (OpaquePointer) -> Void = { _ in }

    /// A session of the server role with its own certificate and settings.
    func makeSession() throws -> TLSSession {
        let settings = try #require(SSL_CTX_new(TLS_server_method()))
        SSL_CTX_set_security_level(settings, 0)
        prepare(settings)
        #expect(SSL_CTX_use_certificate(settings, chain[0].x509) == 1)
        #expect(SSL_CTX_use_PrivateKey(settings, key.key) == 1)
        let session = try TLSSession(context: key, settings: settings, isClient: false, state: TLSState())
        for link in chain.dropFirst() {
            #expect(X509_up_ref(link.x509) == 1)
            #expect(SSL_ctrl(session.ssl, SSL_CTRL_CHAIN_CERT, 0, UnsafeMutableRawPointer(link.x509)) == 1)
        }
        SSL_CTX_free(settings)
        return session
    }
}
