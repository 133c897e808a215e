package import CassetteFormat
import HTTPModel
import SDKContracts

/// Learns from a recording how an SDK spells what its guide leaves open.
///
/// What the guide fixes is what the rest is recognised by: the SDK's name in `sdk_version`, the words of the events,
/// `mk_cid`, JSON, VAST and VMAP as answers.
package struct ContractLearner: Sendable {
    private let limits: LearningLimits
    /// Reads requests; it knows no host.
    private let contract: MetrikeContract
    private var requests: [LearnedRequest] = []
    private var baseURL: String?
    private var told: Set<String> = []

    package init(limits: LearningLimits = LearningLimits()) {
        self.limits = limits
        contract = MetrikeContract(configuration: ContractConfiguration(), hosts: nil, limits: limits.contract)
    }

    /// Takes in one item, in the order of the recording.
    package mutating func see(_ item: TapeItem) {
        switch item {
        case .header(let header): baseURL = header.baseURL
        case .exchange(let exchange):
            guard requests.count < limits.requestCount,
                let sighting = contract.sighting(of: exchange, state: DeclaredState())
            else { return }
            let address = sighting.host + String(display: sighting.target.pathBytes)
            let request = LearnedRequest(sighting, isTold: told.contains(address), limits: limits)
            requests.append(request)
            switch request.answer {
            case .vast, .vmap: tell(sighting.answer.bytes)
            case .none, .json, .redirect: break
            }
        case .client, .upstream, .mark, .note, .gap, .losses: break
        }
    }

    /// Keeps host and path of each address in ad markup.
    private mutating func tell(_ markup: [UInt8]) {
        let ends: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0x22, 0x27, 0x3C, 0x3E, 0x5D]
        var rest = markup[...]
        while told.count < limits.toldCount, let start = rest.firstIndex(of: UInt8(ascii: "h")) {
            let word = rest[start...].prefix { !ends.contains($0) }
            let url = URLBytes(word)
            if word.starts(with: "http".utf8), let host = url.normalizedHost {
                told.insert(host + String(display: url.bytes[url.path]))
                rest = rest[word.endIndex...]
            } else {
                rest = rest[(start + 1)...]
            }
        }
    }

    /// What the recording so far speaks for.
    package func propose() -> ContractProposal {
        var notebook = LearningNotebook()
        guard let host = HostLearning(requests: requests, statedURL: baseURL).learn(into: &notebook) else {
            return ContractProposal(notebook.proposals, undecided: notebook.undecided)
        }
        let own = requests.filter { $0.host == host }
        let paths = PathLearning(requests: own).learn(into: &notebook)
        let rest = own.filter { paths.isOpen($0) }
        let beacons = BeaconLearning(requests: rest).learn(into: &notebook)
        let serves = own.filter { $0.path == paths.serve }
        ServeLearning(requests: own, serves: serves, beacons: beacons).learn(into: &notebook)
        LocationLearning(requests: own.filter { !$0.isTold }).learn(into: &notebook)
        let beaconNumbers = Set(beacons.map(\.number))
        ConversionLearning(requests: rest.filter { !beaconNumbers.contains($0.number) }, beacons: beacons)
            .learn(into: &notebook)
        return ContractProposal(notebook.proposals, undecided: notebook.undecided)
    }
}

/// What has been learned so far.
struct LearningNotebook {
    private(set) var proposals: [Proposal] = []
    private(set) var undecided: [String] = []

    mutating func propose(
        _ key: String, _ value: ConfigurationValue, _ confidence: Confidence, _ reason: String,
        _ evidence: [LearningEvidence]
    ) {
        proposals.append(
            Proposal(key: key, value: value, confidence: confidence, reason: reason, evidence: evidence))
    }

    mutating func leave(_ sentence: String) { undecided.append(sentence) }
}

/// The fields that the guide names: what they stand for is known, so it is not learned.
enum FixedNames {
    static let all: Set<[UInt8]> = Set(
        (FieldKind.identity + ConfigurationKey.fixedFields).flatMap { MetrikeVocabulary.names[$0] ?? [] }
            .map { Array($0.utf8) })

    static let clickID = Array((MetrikeVocabulary.names[.clickID]?.first ?? "").utf8)
}
