package import ProxyCore

/// A client would not have our certificate: how it showed, and what it means.
package struct CertificateRefusal: Hashable, Sendable {
    /// How it showed.
    package enum Sign: Hashable, Sendable {
        /// A TLS alert that speaks of the certificate (RFC 8446 §6.2).
        case alert(UInt8)
        /// The client left so many times after our certificate, without an alert and without a request.
        case departures(Int)

        /// The alerts that a client refuses a certificate with.
        static let names: [UInt8: String] = [
            42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked", 45: "certificate_expired",
            46: "certificate_unknown", 48: "unknown_ca", 49: "access_denied",
        ]

        /// Nil where the alert says nothing of a certificate.
        init?(alert: UInt8?) {
            guard let alert, Sign.names[alert] != nil else { return nil }
            self = .alert(alert)
        }
    }

    package let host: String
    package let client: NetworkAddress?
    package let sign: Sign
    /// Whether the client's TLS named a host (RFC 6066 §3). If not, the certificate was made for `host`.
    package let namesHost: Bool
    /// Whether the host's TLS passes unread for this client address from now on.
    package let passes: Bool

    package init(host: String, client: NetworkAddress?, sign: Sign, namesHost: Bool, passes: Bool) {
        self.host = host
        self.client = client
        self.sign = sign
        self.namesHost = namesHost
        self.passes = passes
    }

    /// What happened, where, and why.
    package var text: String {
        let address = "client address \(client?.description ?? "unknown")"
        let outcome =
            passes ? "\(host) passes unread from now on for \(address)" : "\(host) is not read for \(address)"
        let name =
            namesHost ? "" : "; its TLS names no host (no SNI), so the certificate was made for \(host)"
        return "\(outcome): \(reason)\(name)"
    }

    private var reason: String {
        switch sign {
        case .alert(48): "the client does not know fita's authority (TLS alert 48, unknown_ca)"
        case .alert(let alert):
            "the client refuses this certificate (TLS alert \(alert), \(Sign.names[alert] ?? "unknown")): "
                + "likely pinned"
        case .departures(let count):
            "the client left \(count) times after fita's certificate, with no alert and no request: perhaps pinned"
        }
    }

    /// What to do about it.
    package var action: String {
        var steps: [String]
        switch sign {
        case .alert(48):
            steps = ["install and trust the certificate of fita ca path on the client (http://fita.internal/)"]
            if passes { steps.append("start fita again") }
            steps.append("an unknown authority is rarely pinning")
        case .alert, .departures:
            steps = ["if other hosts of this client are read, it pins this one"]
            if !passes { steps.append("--passthrough \(host) leaves it alone") }
            steps.append("else trust the certificate on the client (http://fita.internal/)")
        }
        if !namesHost { steps.append("have the client ask for the server by its name, not by an address") }
        if passes { steps.append("--no-auto-passthrough goes on refusing") }
        return steps.joined(separator: "; ")
    }
}
