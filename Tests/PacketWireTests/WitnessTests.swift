import Cryptography
import Testing

@testable import PacketWire

struct WitnessTests {
    private func flow(
        _ from: String, _ fromPort: UInt16, _ to: String, _ toPort: UInt16, at time: Int64 = 0,
        _ transport: TransportPacket.Transport = .tcp, name: String? = nil, resolved: String? = nil
    ) throws -> Flow {
        var flow = Flow(
            transport: transport, initiator: try #require(Endpoint(address: from, port: fromPort)),
            responder: try #require(Endpoint(address: to, port: toPort)), firstSeen: time)
        flow.name = name.map { FlowName(source: .serverName, bytes: Array($0.utf8)) }
        flow.resolvedName = resolved.map { Array($0.utf8) }
        return flow
    }

    private func endpoint(_ address: String, _ port: UInt16) throws -> Endpoint {
        try #require(Endpoint(address: address, port: port))
    }

    @Test func `traffic through the proxy is seen, the rest is listed with its cause`() throws {
        let tape = try TapeConnections(
            listeners: [endpoint("0.0.0.0", 8080)],
            clients: [.init(endpoint: endpoint("10.0.0.2", 50_001)), .init(endpoint: endpoint("10.0.0.2", 50_002))],
            upstreams: [.init(local: endpoint("10.0.0.1", 60_000), remote: endpoint("203.0.113.9", 443), port: 443)])
        let report = try Witness.compare(
            flows: [
                flow("10.0.0.2", 50_001, "10.0.0.1", 8080), flow("10.0.0.1", 60_000, "203.0.113.9", 443),
                flow("10.0.0.2", 50_003, "10.0.0.1", 8080),
                flow("10.0.0.2", 50_004, "203.0.113.9", 443, name: "ads.example"),
                flow("10.0.0.2", 50_005, "203.0.113.9", 443, .udp), flow("10.0.0.2", 50_006, "10.0.0.53", 53, .udp),
                flow("10.0.0.2", 5353, "224.0.0.251", 5353, .udp), flow("10.0.0.2", 50_007, "203.0.113.9", 80, .udp),
            ], tape: tape)
        #expect(
            report.lines.map(\.verdict) == [
                .toProxy, .byProxy, .unexplained(.absentFromTape), .unexplained(.pastTheProxy),
                .unexplained(.likelyQUIC), .ignored(.nameResolution), .ignored(.discovery), .unexplained(.pastTheProxy),
            ])
        #expect(report.summary == "seen by fita: 2 of 6 flows; unexplained: 4")
        #expect(report.ignored.count == 2)
        #expect(report.unexplained.map(\.flow.initiator.port) == [50_003, 50_004, 50_005, 50_007])
        #expect(try report.unwitnessedClients == [.init(endpoint: endpoint("10.0.0.2", 50_002))])
    }

    @Test func `a QUIC hello on any port is named as such`() throws {
        var quic = try flow("10.0.0.2", 50_005, "203.0.113.9", 8443, .udp)
        quic.name = FlowName(source: .quicServerName, bytes: Array("ads.example".utf8))
        let report = Witness.compare(flows: [quic], tape: TapeConnections(listeners: []))
        #expect(report.lines[0].verdict == .unexplained(.likelyQUIC))
    }

    @Test func `a connection of the tape answers for one flow only`() throws {
        let host = try #require(CertificateName("ads.example"))
        let byHost = TapeConnections(listeners: [], upstreams: [.init(host: host, port: 443)])
        let flows = try [
            flow("10.0.0.1", 1, "203.0.113.9", 443, name: "ads.example"),
            flow("10.0.0.1", 2, "203.0.113.9", 443, resolved: "ads.example"),
            flow("10.0.0.1", 3, "203.0.113.9", 444, name: "ads.example"),
        ]
        let once = Witness.compare(flows: flows, tape: byHost)
        #expect(once.lines.map(\.verdict) == [.byProxy, .unexplained(.pastTheProxy), .unexplained(.pastTheProxy)])
        let byRemote = try TapeConnections(
            listeners: [], upstreams: [.init(remote: endpoint("203.0.113.9", 443), port: 443)])
        #expect(Witness.compare(flows: flows, tape: byRemote).seenCount == 1)
        // The exact match takes its connection even when a guess comes first.
        let mixed = try TapeConnections(
            listeners: [],
            upstreams: [
                .init(local: endpoint("10.0.0.1", 2), remote: endpoint("203.0.113.9", 443), host: host, port: 443)
            ])
        #expect(Witness.compare(flows: flows, tape: mixed).lines.map(\.verdict)[1] == .byProxy)
        #expect(Witness.compare(flows: flows, tape: mixed).seenCount == 1)
    }

    @Test func `ports used twice are matched by the nearest start`() throws {
        let client = try endpoint("10.0.0.2", 50_001)
        let tape = try TapeConnections(
            listeners: [endpoint("10.0.0.1", 8080)],
            clients: [.init(endpoint: client, startedAt: 100), .init(endpoint: client, startedAt: .max)])
        let flows = try [
            flow("10.0.0.2", 50_001, "10.0.0.1", 8080, at: .min), flow("10.0.0.2", 50_001, "10.0.0.1", 8080, at: 90),
        ]
        let one = Witness.compare(flows: [flows[1]], tape: tape)
        #expect(one.unwitnessedClients == [.init(endpoint: client, startedAt: .max)])
        #expect(Witness.compare(flows: flows, tape: tape).seenCount == 2)
        #expect(Witness.compare(flows: flows + flows, tape: tape).unexplained.count == 2)
    }

    @Test func `a listener on one address is not one on another`() throws {
        let tape = try TapeConnections(
            listeners: [endpoint("127.0.0.1", 8080)], clients: [.init(endpoint: endpoint("127.0.0.1", 5))])
        let report = try Witness.compare(flows: [flow("127.0.0.1", 5, "127.0.0.2", 8080)], tape: tape)
        #expect(report.lines[0].verdict == .unexplained(.pastTheProxy))
        #expect(report.summary == "seen by fita: 0 of 1 flows; unexplained: 1")
    }
}
