package import Cryptography
import HTTPModel
package import ProxyCore
package import Sockets

/// TLS towards origins with verification on: chain, name, dates (RFC 9110 §4.3.4). There is no way to turn it off.
package final class VerifiedTLS: UpstreamTLS {
    /// The alert of a server that speaks none of the protocols offered (RFC 7301 §3.2).
    private static let noApplicationProtocol: UInt8 = 120

    private let context: TLSClientContext
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

    package func start(
        _ loop: EventLoop, over stream: TCPStream, host: String, protocols: [String],
        done: @escaping (Result<SecuredStream, OriginFailure>) -> Void
    ) {
        do throws(CryptographyError) {
            let session = try context.makeSession(
                host: host, port: stream.peerEndpoint?.port ?? 443, applicationProtocols: protocols, now: wallClock())
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
                                applicationProtocol: facts.applicationProtocol)))
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
