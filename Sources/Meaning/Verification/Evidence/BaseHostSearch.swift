import CassetteFormat
import HTTPModel
import SDKContracts

/// Finds out which host is the ad server's: named, on the tape, or the only one that is asked for ads.
struct BaseHostSearch {
    enum Result {
        case known(FirstPartyHosts)
        case ambiguous([String])
        case unknown
    }

    private let configuration: ContractConfiguration
    private let header: TapeHeader?
    private let limits: VerifierLimits

    init(_ configuration: ContractConfiguration, _ header: TapeHeader?, _ limits: VerifierLimits) {
        self.configuration = configuration
        self.header = header
        self.limits = limits
    }

    func search(_ exchanges: [Exchange]) -> Result {
        if let url = configuration.baseURL, let hosts = hosts(url, .configuration) { return .known(hosts) }
        if let url = header?.baseURL, let hosts = hosts(url, .tapeHeader) { return .known(hosts) }
        let contract = MetrikeContract(configuration: configuration, hosts: nil, limits: limits.contract)
        var candidates: [String: String] = [:]
        for exchange in exchanges {
            guard let sighting = contract.sighting(of: exchange, state: DeclaredState()),
                contract.asksForAds(sighting)
            else { continue }
            if candidates[sighting.host] == nil { candidates[sighting.host] = exchange.origin.text }
        }
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
