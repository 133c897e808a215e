import CassetteFormat
import HTTPModel
import SDKContracts

/// Finds out which host is the ad server's: named, on the tape, or the only one that is asked for ads.
struct BaseHostSearch: Sendable {
    enum Result {
        case known(FirstPartyHosts)
        case ambiguous([String])
        case unknown
    }

    private let configuration: ContractConfiguration
    private let contract: MetrikeContract
    /// The origin of each host that was asked for ads with app identity.
    private var candidates: [String: String] = [:]

    init(_ configuration: ContractConfiguration, _ limits: VerifierLimits) {
        self.configuration = configuration
        contract = MetrikeContract(configuration: configuration, hosts: nil, limits: limits.contract)
    }

    mutating func see(_ exchange: Exchange) {
        guard configuration.baseURL == nil,
            candidates[FirstPartyHosts.normalized(exchange.origin.host)] == nil,
            let sighting = contract.request(of: exchange), contract.asksForAds(sighting)
        else { return }
        candidates[sighting.host] = exchange.origin.text
    }

    func result(_ header: TapeHeader?) -> Result {
        if let url = configuration.baseURL, let hosts = hosts(url, .configuration) { return .known(hosts) }
        if let url = header?.baseURL, let hosts = hosts(url, .tapeHeader) { return .known(hosts) }
        if candidates.count > 1 { return .ambiguous(candidates.keys.sorted()) }
        guard let url = candidates.values.first, let hosts = hosts(url, .inferred) else { return .unknown }
        return .known(hosts)
    }

    private func hosts(_ url: String, _ source: FirstPartyHosts.Source) -> FirstPartyHosts? {
        FirstPartyHosts(
            baseURL: url, source: source, extraHosts: configuration.extraHosts,
            matchesPort: configuration.matchesPort)
    }
}
