package import Cryptography
import HTTPModel
package import ProxyCore
package import Sockets

/// TLS towards origins with verification on: chain, name, dates (RFC 9110 §4.3.4). It is off for those hosts alone
/// that the operator named.
package final class VerifiedTLS: UpstreamTLS {
    /// The alert of a server that speaks none of the protocols offered (RFC 7301 §3.2).
    private static let noApplicationProtocol: UInt8 = 120

    private let context: TLSClientContext
    /// Shows a client certificate, to these hosts.
    package var identified: (hosts: HostPatterns?, context: TLSClientContext)?
    /// Hosts whose certificate may be anything.
    package var unverified = HostPatterns()
    private let handshakeTimeout: UInt64
    private let wallClock: () -> Int64

    /// - Parameters:
    ///   - handshakeTimeout: milliseconds that a handshake may take.
    ///   - wallClock: seconds since 1970.
    package init(_ context: TLSClientContext, handshakeTimeout: UInt64 = 10_000, wallClock: @escaping () -> Int64) {
        self.context = context
        self.handshakeTimeout = handshakeTimeout
        self.wallClock = wallClock
    }

    /// Takes the secrets of all sessions from now on; see ``TLSClientContext/keyLog``.
    package var keyLog: ((String) -> Void)? {
        get { context.keyLog }
        set {
            context.keyLog = newValue
            identified?.context.keyLog = newValue
        }
    }

    private func context(for host: String) -> TLSClientContext {
        guard let identified, identified.hosts?.contains(host) ?? true else { return context }
        return identified.context
    }

    package func start(
        _ loop: EventLoop, over stream: TCPStream, host: String, protocols: [String],
        done: @escaping (Result<SecuredStream, OriginFailure>) -> Void
    ) {
        do throws(CryptographyError) {
            let session = try context(for: host).makeSession(
                host: host, port: stream.peerEndpoint?.port ?? 443, applicationProtocols: protocols, now: wallClock(),
                verifies: !unverified.contains(host))
            let box = Handshake()
            box.limit = Timer(loop, after: handshakeTimeout) {
                guard let secured = box.take() else { return }
                secured.reset()
                done(.failure(.unreachable(code: "timeout", detail: "\(host): the TLS handshake took too long")))
            }
            box.stream = TLSStream(loop, over: stream, session: session) { result in
                guard let secured = box.take() else { return }
                switch result {
                case .failure(let failure):
                    secured.close()
                    let code = failure.alertReceived == VerifiedTLS.noApplicationProtocol ? "alpn" : "tls"
                    done(.failure(.unreachable(code: code, detail: "\(host): \(failure)")))
                case .success(let facts):
                    done(
                        .success(
                            SecuredStream(
                                stream: secured, summary: "\(facts.version) \(facts.cipher)",
                                chain: facts.peerChainDigests.map { hex($0) },
                                applicationProtocol: facts.applicationProtocol,
                                verification: facts.verification, names: facts.peerNames)))
                }
            }
        } catch {
            stream.close()
            done(.failure(.unreachable(code: "tls", detail: "\(host): \(error)")))
        }
    }
}

/// Holds the stream until its handshake has ended or its time is up.
private final class Handshake {
    var stream: TLSStream?
    var limit: Timer?

    /// The stream, for whoever comes first.
    func take() -> TLSStream? {
        limit = nil
        defer { stream = nil }
        return stream
    }
}
