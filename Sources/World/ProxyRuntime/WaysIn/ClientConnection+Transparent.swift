import HTTPModel
import HTTPWire
import Platform
import ProxyCore
import Sockets

/// Clients that know of no proxy: the system redirected their connections here.
extension ClientConnection {
    func beginRedirected() {
        guard server.configuration.admission.admits(peer), case .to(let entry) = redirection() else { return }
        mode = .connected(entry)
    }

    private enum Redirection {
        case to(TunnelEntry)
        case nowhere(DestinationRefusal)
    }

    /// The way that the connection was meant to go.
    private func redirection() -> Redirection {
        guard let stream = stream as? TCPStream, let told = server.configuration.originalDestination(stream),
            let address = NetworkAddress(bytes: told.address),
            let entry = TunnelEntry(.transparent, address.description, told.port, asked: [])
        else { return .nowhere(.notRedirected) }
        if let refusal = refusal(entry.origin, entry.head, isTunnel: true) { return .nowhere(refusal) }
        return .to(entry)
    }

    func refuseRedirected(_ bytes: UnsafeBufferPointer<UInt8>) {
        let admission = server.configuration.admission
        guard admission.admits(peer) else { return sayNo(admission.refusal(of: peer), to: bytes) }
        guard case .nowhere(let refusal) = redirection() else { return abort(.clientAborted) }
        refuse(bytes, refusal, ingress: "transparent")
    }

    /// Ends a connection that is of no use, at its first bytes.
    func refuse(_ bytes: UnsafeBufferPointer<UInt8>, _ refusal: DestinationRefusal, ingress: String) {
        server.origin.refused(
            RefusedRequest(
                bytes: Array(bytes.prefix(server.configuration.limits.headBytes)), origin: fixedOrigin,
                ingress: ingress, connection: id, reason: refusal.text))
        sayNo(refusal.answer, to: bytes)
    }

    /// Says why to a client that speaks HTTP; another could not read it.
    private func sayNo(_ answer: OwnAnswer, to bytes: UnsafeBufferPointer<UInt8>) {
        if case .other = TunnelContent.of(bytes) { return abort(.clientAborted) }
        stream.write(answer.bytes(for: []))
        linger()
    }

    /// Words for the tape where a request names another place than the one its connection was bound for. It goes where
    /// the connection was bound, as it would have without fita.
    func discord(_ request: OriginRequest, _ way: TunnelEntry) -> String? {
        guard way.means == .transparent, let value = request.head.first("host"),
            let (host, port) = HostAndPort.parse(value)
        else { return nil }
        let scheme = request.origin.scheme
        let address = way.address ?? way.origin.host
        let isElsewhere = NetworkAddress(host).map { $0 != NetworkAddress(address) } ?? false
        var bound: String?
        if isElsewhere || (port ?? scheme.defaultPort) != way.origin.port {
            bound = "its connection was bound for \(Endpoint(address: address, port: way.origin.port))"
        } else if scheme == .https, host != way.origin.host {
            bound = way.address == nil ? "its TLS named no host" : "its TLS named \(way.origin.host)"
        }
        return bound.map { "the request names \(String(display: value)), \($0)" }
    }
}
