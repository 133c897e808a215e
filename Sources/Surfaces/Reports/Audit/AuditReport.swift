package import CassetteFormat
import Cryptography
import HTTPModel
import IdentityTrace
package import SDKContracts
package import Verification

/// Everything an audit says, before it is written in any form: the judgement, what it rests on, and who learned what.
///
/// The same tapes, configuration and version give the same report, and the same report the same bytes.
package struct AuditReport: Sendable {
    /// A tape that was judged, with its hash tree.
    package struct Tape: Sendable {
        /// As the operator named it, without its folder: the report is the same wherever the tape lies.
        package let name: String
        package let seal: TapeSeal
        /// The top of its hash tree, hexadecimal.
        package let root: String

        package init(path: String, seal: TapeSeal) {
            name = path.split(separator: "/").last.map(String.init) ?? path
            self.seal = seal
            // Once: it is a sum over the whole tape.
            root = seal.root
        }
    }

    package let judgement: Judgement
    /// Those that were judged as one; empty for a tape that stands alone.
    package let joined: [JoinedTape]
    package let tapes: [Tape]
    package let matrix: DisclosureMatrix
    /// The exchanges that findings stand on, as far as they are kept.
    package let sightings: [Int: Sighting]
    /// `fita/x.y.z`.
    package let tool: String
    /// SHA-256 of the configuration in force, hexadecimal.
    package let configurationDigest: String
    package let reveals: Bool

    package init(
        _ survey: AuditSurvey, joined: [JoinedTape] = [], tapes: [Tape], tool: String, configurationDigest: String,
        reveals: Bool = false
    ) {
        judgement = survey.judgement
        self.joined = joined
        self.tapes = tapes
        matrix = survey.matrix
        sightings = survey.sightings
        self.tool = tool
        self.configurationDigest = configurationDigest
        self.reveals = reveals
    }

    /// The tape and the leaf that an exchange of the judgement is.
    func anchor(_ exchange: Int) -> Anchor? {
        let label = ExchangeLabels(joined).place(exchange)
        let index = label.map { place in joined.firstIndex { $0.label == place.tape.label } ?? 0 } ?? 0
        guard tapes.indices.contains(index) else { return nil }
        let (seal, root) = (tapes[index].seal, tapes[index].root)
        guard let leaf = seal.leaf(of: label?.number ?? exchange) else { return nil }
        return Anchor(root: root, leaf: leaf, hash: seal.hash(of: leaf))
    }

    struct Anchor: Sendable, Hashable {
        let root: String
        let leaf: Int
        /// Of the leaf, hexadecimal.
        let hash: String
    }

    /// The gravest finding, or nil.
    var worst: Severity? { judgement.findings.map(\.severity).min() }
}

/// Reads a judged recording once more, for what a report shows besides the judgement.
package struct AuditSurvey: Sendable {
    /// So many exchanges with findings are kept to be shown.
    package static let shownExchanges = 1_000

    package let judgement: Judgement
    package private(set) var sightings: [Int: Sighting] = [:]
    private let contract: MetrikeContract
    private let wanted: Set<Int>
    private var disclosures: DisclosureSurvey

    package init(_ judgement: Judgement, _ configuration: ContractConfiguration) {
        self.judgement = judgement
        contract = MetrikeContract(configuration: configuration, hosts: judgement.hosts)
        disclosures = DisclosureSurvey(judgement)
        var wanted: Set<Int> = []
        for finding in judgement.findings where wanted.count < Self.shownExchanges { wanted.insert(finding.exchange) }
        self.wanted = wanted
    }

    package mutating func see(_ item: TapeItem) {
        guard case .exchange(let exchange) = item else { return }
        if wanted.contains(exchange.number) {
            guard let sighting = contract.sighting(of: exchange, state: DeclaredState()) else { return }
            sightings[exchange.number] = sighting
            disclosures.see(sighting)
        } else if let sighting = contract.request(of: exchange) {
            disclosures.see(sighting)
        }
    }

    package var matrix: DisclosureMatrix { disclosures.matrix }
}
