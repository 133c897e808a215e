import CassetteFormat
import IdentityTrace
import SDKContracts

/// A reading of the whole recording before it is judged: which host is the ad server's, which values are the app's,
/// what its marks add up to.
struct Survey: Sendable {
    private let configuration: ContractConfiguration
    private let limits: VerifierLimits
    private var search: BaseHostSearch
    private(set) var header: TapeHeader?
    private(set) var finalState = DeclaredState()
    private(set) var values = KnownValues()
    private(set) var processes = ProcessMap()
    private var contract: MetrikeContract?

    init(_ configuration: ContractConfiguration, _ limits: VerifierLimits) {
        self.configuration = configuration
        self.limits = limits
        search = BaseHostSearch(configuration, limits)
        takeUpContract()
    }

    var hosts: BaseHostSearch.Result { search.result(header) }

    /// Whether the host is known only now: nothing has been learned, and the recording has to be read again.
    var isToBeReadAgain: Bool {
        if contract != nil { return false }
        if case .known = hosts { return true }
        return false
    }

    mutating func beginAgain() {
        finalState = DeclaredState()
        takeUpContract()
    }

    private mutating func takeUpContract() {
        guard case .known(let hosts) = search.result(header) else { return }
        contract = MetrikeContract(configuration: configuration, hosts: hosts, limits: limits.contract)
    }

    /// Takes in values that somebody else knows.
    mutating func learn(_ given: [(kind: FieldKind, value: [UInt8])]) {
        for (kind, value) in given { values.learn(kind, value, exchange: 0) }
    }

    mutating func see(_ item: TapeItem) {
        switch item {
        case .header(let header):
            self.header = header
            if contract == nil { takeUpContract() }
        case .mark(let mark): finalState.apply(mark)
        case .client, .upstream, .note, .gap, .losses: break
        case .exchange(let exchange):
            guard let contract else { return search.see(exchange) }
            guard let sighting = contract.firstPartyRequest(of: exchange) else { return }
            _ = ValueLessons.learn(from: sighting, named: configuration, into: &values)
            processes.see(sighting)
        }
    }
}
