import HTTPModel
import ProxyCore
import Sockets

/// Clients that ask for their way by SOCKS.
extension ClientConnection {
    func beginSOCKS(_ bytes: UnsafeBufferPointer<UInt8>) {
        let admission = server.configuration.admission
        guard admission.admits(peer) else {
            stream.write([SOCKSHandshake.version, 0xFF])
            return linger()
        }
        mode = .socks(SOCKSHandshake(credentials: admission.credentials))
        readSOCKS(bytes)
    }

    func readSOCKS(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard case .socks(var handshake) = mode else { return }
        let step = handshake.read(bytes)
        mode = .socks(handshake)
        switch step {
        case .needMore:
            if !bytes.isEmpty { keep(bytes) }
        case .reply(let reply, let consumed):
            stream.write(reply)
            readSOCKS(UnsafeBufferPointer(rebasing: bytes[consumed...]))
        case .connect(let host, let port, let asked, let consumed):
            guard let entry = TunnelEntry(.socks, host, port, asked: asked) else {
                return refuseSOCKS(SOCKSHandshake.answer(.failure), "no request can be made for this host", asked, nil)
            }
            if let refusal = refusal(entry.origin, entry.head, isTunnel: true) {
                return refuseSOCKS(SOCKSHandshake.answer(.notAllowed), refusal.text, asked, entry.origin)
            }
            accept(entry, reply: SOCKSHandshake.answer(.granted))
            if consumed < bytes.count { consume(UnsafeBufferPointer(rebasing: bytes[consumed...])) }
        case .refuse(let reply, let reason, let asked):
            refuseSOCKS(reply, reason, asked, nil)
        }
    }

    func refuseSOCKS(_ reply: [UInt8], _ reason: String, _ asked: [UInt8], _ origin: ServerOrigin?) {
        server.origin.refused(
            RefusedRequest(bytes: asked, origin: origin, ingress: "socks", connection: id, reason: reason))
        if !reply.isEmpty { stream.write(reply) }
        linger()
    }
}
