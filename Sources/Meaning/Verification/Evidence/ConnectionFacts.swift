import CassetteFormat
import SDKContracts

/// What the latest connections of a tape told of themselves: they stand before the exchanges that used them.
struct ConnectionFacts: Sendable {
    /// What TLS asked for, by client connection.
    private var serverNames: [Int: String] = [:]
    private var peers: [Int: PeerFacts] = [:]

    /// So many connections of each side are remembered.
    static let connectionCount = 4096

    mutating func see(_ facts: ClientConnectionFacts) {
        serverNames[facts.id] = facts.serverName
        Self.trim(&serverNames, behind: facts.id)
    }

    mutating func see(_ facts: UpstreamConnectionFacts) {
        peers[facts.id] = PeerFacts(facts)
        Self.trim(&peers, behind: facts.id)
    }

    /// Another tape counts its connections anew.
    mutating func forget() { self = ConnectionFacts() }

    func serverName(of exchange: Exchange) -> String? { serverNames[exchange.connection] }

    func peer(of exchange: Exchange) -> PeerFacts? { exchange.upstream.flatMap { peers[$0] } }

    private static func trim<Fact>(_ facts: inout [Int: Fact], behind latest: Int) {
        guard facts.count > connectionCount else { return }
        facts = facts.filter { $0.key > latest - connectionCount / 2 }
    }
}
