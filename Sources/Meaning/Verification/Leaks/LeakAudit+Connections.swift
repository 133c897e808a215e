import CassetteFormat
import IdentityTrace
import LeakSearch
import SDKContracts
import HTTPModel

/// What connections tell besides HTTP: the names they were made for, and the messages of WebSockets.
extension LeakAudit {
    /// The name that TLS asked for: it stands in clear on the way, also of a connection that passed unread or failed.
    mutating func see(_ facts: ClientConnectionFacts) {
        guard let name = facts.serverName else { return }
        let connection = NamedConnection(id: facts.id, exchange: 0, name: name, surface: .serverName)
        searchForbidden(connection)
        see(connection)
    }

    /// A name that a capture of the network shows.
    mutating func see(captured name: String, _ surface: SearchSurface) {
        let connection = NamedConnection(id: nil, exchange: 0, name: name, surface: surface)
        searchForbidden(connection)
        see(connection)
    }

    private mutating func searchForbidden(_ connection: NamedConnection) {
        for appearance in search.search(Array(connection.name.utf8)).appearances where appearance.strength > .weak {
            report.add(connection.leak(appearance.value, appearance, isGiven: true))
        }
    }

    /// The host of a connection whose bytes are no HTTP. The others' requests name it in Host.
    mutating func see(dialled exchange: Exchange) {
        see(
            NamedConnection(
                id: exchange.connection, exchange: exchange.number, name: exchange.origin.host, surface: .authority))
    }

    /// A name is told once for each surface, whatever the number of its connections.
    private mutating func see(_ connection: NamedConnection) {
        let name = FirstPartyHosts.normalized(connection.name)
        guard let hosts = pass?.evidence.hosts, !hosts.isFirstParty(name),
            !seenNames.contains("\(connection.surface.rawValue) \(name)")
        else { return }
        report.nameCount += 1
        if seenNames.count < Self.mostNames { seenNames.insert("\(connection.surface.rawValue) \(name)") }
        for (value, appearance) in pass?.evidence.appearances(inName: connection.name) ?? [] {
            let label = "\(names[value.kind]?.first ?? "value"):\(value.ordinal)"
            report.add(connection.leak(label, appearance, isGiven: isGiven(value)))
        }
    }

    /// Reads the messages for what may stand nowhere; one that cannot be read is a gap.
    mutating func readMessages(of exchange: Exchange) {
        exchange.readMessages(limit: search.limits.nodeBytes) { message in
            report.messageCount += 1
            let found = search.search(message)
            for gap in found.gaps {
                let part = SearchSurface.webSocketMessage.rawValue
                report.add(LeakReport.Gap(exchange: exchange.number, part: part, gap: gap))
            }
            for appearance in found.appearances {
                let placed = PlacedAppearance(
                    surface: .webSocketMessage, place: message.label, appearance: appearance)
                let report = ExchangeReport(found: [placed])
                take(report, exchange, isAnswer: !message.isFromClient, shown: message)
            }
        }
    }

    /// Names beyond so many are told again with each connection.
    private static let mostNames = 4096
}

/// A name that a connection was made for.
private struct NamedConnection {
    /// Nil where a capture shows it.
    let id: Int?
    /// 0 where no exchange is known.
    let exchange: Int
    let name: String
    let surface: SearchSurface

    func leak(_ value: String, _ appearance: Appearance, isGiven: Bool) -> LeakFinding {
        let bytes = Array(name.utf8)
        return LeakFinding(
            value: value, exchange: exchange, connection: id,
            request: id.map { "connection \($0)" } ?? LeakFinding.capture, host: name,
            part: surface.rawValue, place: "", range: appearance.range, path: appearance.path,
            layers: appearance.layers, innermost: appearance.innermost, cause: .unjoined,
            shown: appearance.range.upperBound <= bytes.count ? Array(bytes[appearance.range]) : [],
            isGiven: isGiven)
    }
}
