import Cryptography
import ProxyCore
import Sockets

/// Whether the client takes our certificate: it says no by an alert, by leaving, or yes by its first byte.
extension ClientConnection {
    func handshakeFailed(_ failure: TLSFailure, _ session: TLSSession) {
        server.events.tlsFailed(id, failure, trial?.host ?? "", session.serverName)
        trial?.namesHost = session.serverName != nil
        if let sign = CertificateRefusal.Sign(alert: failure.alertReceived) {
            refused(sign)
        } else if session.hasShownCertificate, failure.isDeparture {
            departed()
        }
        trial = nil
        close()
    }

    /// The client has sent something over TLS: it took our certificate.
    func tookCertificate() {
        guard let trial else { return }
        self.trial = nil
        server.configuration.passthrough.taken(trial, peer)
    }

    /// The client's stream has ended. Some hold the certificate against their pins once the handshake is done.
    func endedTrial() {
        guard trial != nil else { return }
        if let sign = CertificateRefusal.Sign(alert: (stream as? TLSStream)?.session.failure?.alertReceived) {
            refused(sign)
        } else {
            departed()
        }
        trial = nil
    }

    private func refused(_ sign: CertificateRefusal.Sign) {
        guard let trial, let refusal = server.configuration.passthrough.refused(trial, peer, sign) else { return }
        server.events.certificateRefused(id, refusal)
    }

    /// Browsers connect ahead, and drop those of several connections that they need not: what is held for long, or is
    /// left while another to the same host is open, tells nothing.
    private func departed() {
        guard let trial, server.now - trial.since <= CertificateTrial.departureTicks,
            !server.openClients.contains(where: { $0 !== self && $0.serves(trial.host, peer) }),
            let refusal = server.configuration.passthrough.departed(trial, peer)
        else { return }
        server.events.certificateRefused(id, refusal)
    }

    private func serves(_ host: String, _ client: NetworkAddress?) -> Bool {
        switch mode {
        case .closed, .lingering: false
        default: servedHost == host && peer == client
        }
    }
}

extension TLSFailure {
    /// The client ended the stream, or said farewell (`close_notify`), and there is no more to the failure.
    fileprivate var isDeparture: Bool { kind == .truncated || alertReceived == nil && alertSent == nil }
}

/// A certificate that was shown to a client, or is about to be, before the client has said anything under it.
struct CertificateTrial {
    /// A client that refuses without a word leaves within so many ticks: 5 seconds. What was opened ahead of need is
    /// kept longer.
    static let departureTicks = 10

    let host: String
    /// Whether the client came on a way that can pass unread; to the reverse proxy it does not.
    let isOnWay: Bool
    /// The tick at which the handshake began; once it is done, at which it ended.
    var since: Int
    /// Whether the client's hello names a host.
    var namesHost = false
}
