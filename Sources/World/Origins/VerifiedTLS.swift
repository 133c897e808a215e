package import Cryptography
import HTTPModel
package import ProxyCore
package import Sockets

/// TLS towards origins with verification on: chain, name, dates (RFC 9110 §4.3.4). There is no way to turn it off.
package final class VerifiedTLS: UpstreamTLS {
    private let context: TLSClientContext
    private let wallClock: () -> Int64

    /// - Parameter wallClock: seconds since 1970.
    package init(_ context: TLSClientContext, wallClock: @escaping () -> Int64) {
        self.context = context
        self.wallClock = wallClock
    }

    package func start(
        _ loop: EventLoop, over stream: TCPStream, host: String,
        done: @escaping (Result<SecuredStream, OriginFailure>) -> Void
    ) {
        do throws(CryptographyError) {
            let session = try context.makeSession(
                host: host, port: stream.peerEndpoint?.port ?? 443, now: wallClock())
            let box = StreamBox()
            box.stream = TLSStream(loop, over: stream, session: session) { result in
                guard let secured = box.stream else { return }
                box.stream = nil
                switch result {
                case .failure(let failure):
                    secured.close()
                    done(.failure(.unreachable(code: "tls", detail: "\(host): \(failure)")))
                case .success(let facts):
                    done(
                        .success(
                            SecuredStream(
                                stream: secured, summary: "\(facts.version) \(facts.cipher)",
                                chain: facts.peerChainDigests.map { hex($0) })))
                }
            }
        } catch {
            stream.close()
            done(.failure(.unreachable(code: "tls", detail: "\(host): \(error)")))
        }
    }
}

/// Holds the stream until its handshake has ended.
private final class StreamBox {
    var stream: TLSStream?
}
