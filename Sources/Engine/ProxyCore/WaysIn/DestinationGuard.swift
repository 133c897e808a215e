package import HTTPModel

/// Why a request is not sent to where it wants.
package enum DestinationRefusal: Sendable, Hashable {
    /// To fita's own port: it would come back as another request.
    case itself
    /// The request has been here before.
    case loop
    /// To another fita, which sends to this one.
    case circle
    /// The connection is one of fita's own.
    case ownConnection
    /// It came to where redirected connections come, and was not redirected.
    case notRedirected
    case linkLocal
    /// Where machines in a cloud get their credentials.
    case metadata
    /// A client elsewhere, to what listens on this machine for this machine alone.
    case thisMachine
    /// A tunnel to a port that HTTP and TLS are not on.
    case port(UInt16)

    /// For a dial's failure, and the tape.
    package var code: String {
        switch self {
        case .itself, .loop, .circle, .ownConnection: "loop"
        default: "refused"
        }
    }

    package var text: String {
        switch self {
        case .itself: "This is fita's own address; its pages are at http://\(OwnHost.name)/."
        case .loop: "The request has passed this fita before: two proxies send to each other."
        case .circle: "Another fita of this machine listens there and sends to this one: requests would go in a circle."
        case .ownConnection:
            "The connection is fita's own: what is redirected to fita must not include what fita sends."
        case .notRedirected: "This port takes connections that the system redirects to it; this one came straight."
        case .linkLocal: "Link-local addresses are not reached through a proxy that others can use."
        case .metadata: "The metadata service of a cloud is not reached through a proxy that others can use."
        case .thisMachine: "What listens on this machine for itself alone is not reached from other machines."
        case .port(let port): "Tunnels lead to ports 80, 443 and those from 1024 on, not to \(port)."
        }
    }

    package var answer: OwnAnswer {
        OwnAnswer(status: code == "loop" ? 508 : 403, title: "fita does not go there", text: "\(text)\n\(advice)")
    }

    private var advice: String {
        switch self {
        case .linkLocal, .metadata, .thisMachine:
            "If a test needs it, name it: --connect-to HOST:PORT:ADDR:PORT leads a name of yours there.\n"
        case .ownConnection:
            "Leave fita's user out of the rule, such as: -m owner ! --uid-owner fita, or redirect on another machine.\n"
        default: ""
        }
    }
}

/// Decides by names and, before each connection, by the address a name stands for, whether a request may go there.
///
/// Owned by one loop.
package final class DestinationGuard {
    /// Ports that fita itself listens on.
    package var ownPorts: Set<UInt16> = []
    /// Other machines can send requests: what only this machine is meant to reach is out of bounds for all clients.
    package var isOpenToOthers = false
    /// Whether a connection to this address of this machine would come back by another fita.
    package var leadsBack: (NetworkAddress, UInt16) -> Bool = { _, _ in false }
    /// fita's connections to servers, by which they are known should they come back.
    private var ownConnections: Set<Way> = []
    /// The name of this run in `Via` (RFC 9110 §7.6.3), which tells its own requests when they come back.
    package let instance: String
    private let ownAddresses: () -> [NetworkAddress]

    /// - Parameter ownAddresses: the addresses of this machine; asked again each time, since networks come and go.
    package init(instance: String, ownAddresses: @escaping () -> [NetworkAddress] = { [] }) {
        self.instance = instance
        self.ownAddresses = ownAddresses
    }

    /// One end of a connection.
    package struct Place: Hashable, Sendable {
        let address: NetworkAddress
        let port: UInt16

        package init(_ address: NetworkAddress, _ port: UInt16) {
            self.address = address
            self.port = port
        }
    }

    /// Both ends: a port alone may be used by others towards other servers at the same time.
    private struct Way: Hashable {
        let from: Place
        let to: Place
    }

    /// fita has connected to a server.
    package func opened(from: Place, to: Place) { ownConnections.insert(Way(from: from, to: to)) }

    package func closed(from: Place, to: Place) { ownConnections.remove(Way(from: from, to: to)) }

    /// Whether a connection between these ends is one that fita has made.
    package func isOwn(from: Place, to: Place) -> Bool { ownConnections.contains(Way(from: from, to: to)) }

    private static let metadataNames: Set<String> = [
        "metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal",
    ]
    private static let metadataAddresses = ["fd00:ec2::254", "100.100.100.200", "168.63.129.16"].compactMap {
        NetworkAddress($0)
    }

    /// Judges what the client wrote, before anything is resolved.
    ///
    /// - Parameters:
    ///   - isTunnel: the client asked for a way, not for an answer.
    ///   - isElsewhere: the client is on another machine.
    package func refusal(
        host: String, port: UInt16, isTunnel: Bool, isElsewhere: Bool
    ) -> DestinationRefusal? {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if let address = NetworkAddress(name) {
            if let refusal = refusal(address: address, port: port, isElsewhere: isElsewhere) { return refusal }
        } else if name == "localhost" || name.hasSuffix(".localhost") {
            if ownPorts.contains(port) { return .itself }
            if isElsewhere { return .thisMachine }
        }
        guard isOpenToOthers else { return nil }
        if DestinationGuard.metadataNames.contains(name) { return .metadata }
        if isTunnel, port < 1_024, port != 80, port != 443 { return .port(port) }
        return nil
    }

    /// Judges an address that is about to be connected to.
    ///
    /// - Parameters:
    ///   - isOfOperator: the operator led the name there; only a loop is refused then.
    ///   - asksOthers: other fitas' ways count too.
    package func refusal(
        address: NetworkAddress, port: UInt16, isElsewhere: Bool, isOfOperator: Bool = false, asksOthers: Bool = false
    ) -> DestinationRefusal? {
        let isThisMachine = address.isLoopback || address.isUnspecified
        if ownPorts.contains(port), isThisMachine || ownAddresses().contains(address) { return .itself }
        if asksOthers, isThisMachine || ownAddresses().contains(address), leadsBack(address, port) { return .circle }
        guard !isOfOperator else { return nil }
        if isElsewhere, isThisMachine { return .thisMachine }
        guard isOpenToOthers else { return nil }
        if DestinationGuard.metadataAddresses.contains(address) { return .metadata }
        return address.isLinkLocal ? .linkLocal : nil
    }

    /// Whether a head's `Via` says that the request has been here.
    package func hasPassed(_ head: RequestHead) -> Bool {
        guard head.contains("via") else { return false }
        return head.values(of: "via").contains { value in
            value.split(separator: UInt8(ascii: ",")).contains { hop in
                hop.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }).dropFirst().first?.elementsEqual(pseudonym.utf8)
                    == true
            }
        }
    }

    /// What this run calls itself in `Via`.
    package var pseudonym: String { "fita-\(instance)" }
}
