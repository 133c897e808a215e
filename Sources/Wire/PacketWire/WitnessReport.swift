/// Every flow with its verdict.
package struct WitnessReport: Hashable, Sendable {
    /// Flows that are no traffic of the app's own.
    package enum Ignored: String, Hashable, Sendable, CaseIterable {
        case nameResolution = "name resolution"
        case addressAssignment = "address assignment"
        case time = "time"
        case discovery = "local discovery"

        init?(_ flow: Flow) {
            switch (flow.transport, flow.responder.port) {
            case (_, 53): self = .nameResolution
            case (.udp, 5353), (.udp, 5355), (.udp, 137), (.udp, 1900): self = .discovery
            case (.udp, 67), (.udp, 68), (.udp, 546), (.udp, 547): self = .addressAssignment
            case (.udp, 123): self = .time
            default: return nil
            }
        }
    }

    package enum Cause: String, Hashable, Sendable, CaseIterable {
        case pastTheProxy = "went past the proxy"
        case likelyQUIC = "UDP to port 443, likely QUIC, went past the proxy"
        case absentFromTape = "reached the proxy, but the tape does not know it"
    }

    package enum Verdict: Hashable, Sendable {
        /// A client's connection to the proxy, which the tape knows.
        case toProxy
        /// The proxy's own connection to a server.
        case byProxy
        case unexplained(Cause)
        case ignored(Ignored)
    }

    package struct Line: Hashable, Sendable {
        package let flow: Flow
        package let verdict: Verdict
    }

    /// In the order of the flows.
    package let lines: [Line]
    /// Connections of the tape that no captured flow shows: the capture was not complete.
    package let unwitnessedClients: [TapeConnections.Client]

    package var unexplained: [Line] {
        lines.filter { if case .unexplained = $0.verdict { true } else { false } }
    }

    package var ignored: [Line] {
        lines.filter { if case .ignored = $0.verdict { true } else { false } }
    }

    /// Flows the tape answers for.
    package var seenCount: Int { lines.count - unexplained.count - ignored.count }

    /// Flows it should answer for: all but the ignored.
    package var expectedCount: Int { lines.count - ignored.count }

    package var summary: String {
        "seen by fita: \(seenCount) of \(expectedCount) flows; unexplained: \(unexplained.count)"
    }
}
