package import ProxyCore

/// The hosts whose TLS passes unread: those the operator named, and those whose client refused our certificate.
///
/// Owned by one loop.
package final class PassthroughHosts {
    /// Refusals that are known, one for a client address and host; those after them are neither told nor learned.
    package static let refusalLimit = 1_024
    /// A client that leaves so often after our certificate, without a request between, is taken to refuse it.
    package static let departureLimit = 2
    /// Client addresses and hosts whose departures are counted at a time; all counts begin anew where there are more.
    package static let countedLimit = 1_024

    private let named: HostPatterns
    private let learns: Bool
    private var refusals: [Pair: CertificateRefusal.Sign] = [:]
    private var departures: [Pair: Int] = [:]

    private struct Pair: Hashable {
        let client: NetworkAddress?
        let host: String
        /// To the reverse proxy nothing passes unread.
        let isOnWay: Bool
    }

    /// - Parameters:
    ///   - named: by the operator.
    ///   - learns: a host whose client refused our certificate passes unread from then on, for that client's address.
    package init(named: HostPatterns = HostPatterns(), learns: Bool = false) {
        self.named = named
        self.learns = learns
    }

    /// Whether the name a client's TLS asks for can matter.
    var looksAtNames: Bool { !named.isEmpty || learns && !refusals.isEmpty }

    /// Why the host's TLS passes unread; nil where it is read.
    func cause(_ host: String, _ client: NetworkAddress?) -> String? {
        if named.contains(host) { return "passed unread, since --passthrough names \(host)" }
        guard learns, let sign = refusals[Pair(client: client, host: host, isOnWay: true)] else { return nil }
        return switch sign {
        case .alert: "passed unread, since this client address has refused fita's certificate for \(host)"
        case .departures: "passed unread, since this client address has left after fita's certificate for \(host)"
        }
    }

    /// A client refused our certificate. Nil where that is known already, or too much is.
    func refused(
        _ trial: CertificateTrial, _ client: NetworkAddress?, _ sign: CertificateRefusal.Sign
    ) -> CertificateRefusal? {
        let pair = Pair(client: client, host: trial.host, isOnWay: trial.isOnWay)
        guard !trial.host.isEmpty, refusals[pair] == nil, refusals.count < PassthroughHosts.refusalLimit else {
            return nil
        }
        refusals[pair] = sign
        departures[pair] = nil
        return CertificateRefusal(
            host: trial.host, client: client, sign: sign, namesHost: trial.namesHost,
            passes: learns && trial.isOnWay)
    }

    /// A client left after our certificate, with no alert and no request. Nil where that is no refusal yet.
    func departed(_ trial: CertificateTrial, _ client: NetworkAddress?) -> CertificateRefusal? {
        let pair = Pair(client: client, host: trial.host, isOnWay: trial.isOnWay)
        guard refusals[pair] == nil else { return nil }
        let count = (departures[pair] ?? 0) + 1
        guard count < PassthroughHosts.departureLimit else {
            return refused(trial, client, .departures(count))
        }
        if departures[pair] == nil, departures.count >= PassthroughHosts.countedLimit { departures = [:] }
        departures[pair] = count
        return nil
    }

    /// A client has said something under our certificate: what it left before was left for another reason.
    func taken(_ trial: CertificateTrial, _ client: NetworkAddress?) {
        guard !departures.isEmpty else { return }
        departures[Pair(client: client, host: trial.host, isOnWay: trial.isOnWay)] = nil
    }
}
