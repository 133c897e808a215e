internal import Cryptography

/// Holds what the network saw against what fita saw.
///
/// A connection of the tape answers for one flow: a second flow to the same host has passed by the proxy.
package enum Witness {
    package static func compare(flows: [Flow], tape: TapeConnections) -> WitnessReport {
        var ledger = Ledger(tape)
        // Exact matches take their connection before guesses do.
        var classes = flows.map { ledger.exact($0) }
        for place in classes.indices where classes[place] == nil { classes[place] = ledger.byHost(flows[place]) }
        let lines = zip(flows, classes).map { flow, found in
            WitnessReport.Line(flow: flow, verdict: found ?? Self.plain(flow, tape))
        }
        return WitnessReport(lines: lines, unwitnessedClients: ledger.openClients)
    }

    /// The verdict on a flow that no connection of the tape answers for.
    private static func plain(_ flow: Flow, _ tape: TapeConnections) -> WitnessReport.Verdict {
        if Ledger.isListener(flow.responder, tape) { return .unexplained(.absentFromTape) }
        if let ignored = WitnessReport.Ignored(flow) { return .ignored(ignored) }
        return .unexplained(flow.isLikelyQUIC ? .likelyQUIC : .pastTheProxy)
    }

    /// The tape's connections that no flow has taken yet.
    private struct Ledger {
        private struct Pair: Hashable {
            let local: Endpoint
            let remote: Endpoint?
        }

        private let tape: TapeConnections
        private var clients: [Endpoint: [Int64?]] = [:]
        private var paired: [Pair: Int] = [:]
        private var toRemote: [Endpoint: Int] = [:]
        private var toHost: [CertificateName: [UInt16: Int]] = [:]

        init(_ tape: TapeConnections) {
            self.tape = tape
            for client in tape.clients { clients[client.endpoint, default: []].append(client.startedAt) }
            for upstream in tape.upstreams {
                if let local = upstream.local {
                    paired[Pair(local: local, remote: upstream.remote), default: 0] += 1
                } else if let remote = upstream.remote {
                    toRemote[remote, default: 0] += 1
                } else if let host = upstream.host {
                    toHost[host, default: [:]][upstream.port, default: 0] += 1
                }
            }
        }

        static func isListener(_ endpoint: Endpoint, _ tape: TapeConnections) -> Bool {
            tape.listeners.contains {
                $0.port == endpoint.port && ($0.address.isUnspecified || $0.address == endpoint.address)
            }
        }

        var openClients: [TapeConnections.Client] {
            clients.flatMap { endpoint, starts in
                starts.map { TapeConnections.Client(endpoint: endpoint, startedAt: $0) }
            }.sorted { ($0.startedAt ?? 0, $0.endpoint) < ($1.startedAt ?? 0, $1.endpoint) }
        }

        mutating func exact(_ flow: Flow) -> WitnessReport.Verdict? {
            guard flow.transport == .tcp else { return nil }
            if Self.isListener(flow.responder, tape) { return takeClient(flow) ? .toProxy : nil }
            let pairs = [
                Pair(local: flow.initiator, remote: flow.responder), Pair(local: flow.initiator, remote: nil),
            ]
            for pair in pairs where (paired[pair] ?? 0) > 0 {
                paired[pair, default: 0] -= 1
                return .byProxy
            }
            return nil
        }

        /// Takes the connection from this endpoint whose start is nearest.
        private mutating func takeClient(_ flow: Flow) -> Bool {
            guard let starts = clients[flow.initiator], !starts.isEmpty else { return false }
            let distances = starts.map { $0.map { $0.distanceCapped(to: flow.firstSeen) } ?? .max }
            guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { return false }
            clients[flow.initiator]?.remove(at: nearest)
            return true
        }

        mutating func byHost(_ flow: Flow) -> WitnessReport.Verdict? {
            guard flow.transport == .tcp, !Self.isListener(flow.responder, tape) else { return nil }
            if let left = toRemote[flow.responder], left > 0 {
                toRemote[flow.responder] = left - 1
                return .byProxy
            }
            let names = [flow.name?.host, flow.resolvedName.flatMap { CertificateName($0) }].compactMap { $0 }
            for name in names {
                if let left = toHost[name]?[flow.responder.port], left > 0 {
                    toHost[name]?[flow.responder.port] = left - 1
                    return .byProxy
                }
            }
            return nil
        }
    }
}

extension Int64 {
    fileprivate func distanceCapped(to other: Int64) -> UInt64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? .max : difference.magnitude
    }
}
