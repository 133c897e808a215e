import CassetteFormat
import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-055")
struct HostServedByOtherTests {
    private struct Peer {
        var address: String
        var certificate = "aa"
        var verification: String? = "ok"
        var names: [String] = []
    }

    /// A request to each host, on a connection of its own.
    private func tape(_ peers: [(url: String, peer: Peer)]) -> TapeBuilder {
        var tape = TapeBuilder()
        for (number, (url, peer)) in peers.enumerated() {
            tape.upstream(
                number + 1, to: url, at: peer.address, certificate: peer.certificate, verification: peer.verification,
                names: peer.names)
            tape.get(url)
            tape.changeLast { $0.upstream = number + 1 }
        }
        return tape
    }

    private let own = "\(TapeBuilder.base)/i?app_bundle=br.com.news"

    private func outcome(_ peers: [(url: String, peer: Peer)]) -> RuleVerdict? { tape(peers).verdict("MK-055") }

    @Test func `hosts at addresses of their own hold`() {
        let verdict = outcome([
            (own, Peer(address: "203.0.113.7:443")),
            ("https://px.example/i", Peer(address: "198.51.100.1:443", certificate: "bb")),
        ])
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks.isEmpty == true)
    }

    @Test(arguments: [true, false])
    func `an address that a third party is served at breaks, in either order`(isOwnFirst: Bool) {
        let peers = [
            (own, Peer(address: "203.0.113.7:443")),
            ("https://collect.tracker.test/i", Peer(address: "203.0.113.7:443", certificate: "bb")),
        ]
        let elsewhere = ("https://px.example/i", Peer(address: "[2001:db8::1]:443", certificate: "cc"))
        let verdict = outcome((isOwnFirst ? peers : peers.reversed()) + [elsewhere, peers[0]])
        #expect(verdict?.findings.map(\.message) == ["the base host is served at the address of a third party"])
        #expect(verdict?.findings.first?.saw == .text("203.0.113.7: collect.tracker.test"))
    }

    @Test func `where all connections go to one address, addresses say nothing`() {
        let verdict = outcome([
            (own, Peer(address: "203.0.113.7:443")),
            ("https://px.example/i", Peer(address: "203.0.113.7:443", certificate: "bb")),
        ])
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks == ["all connections go to one address: addresses say nothing"])
    }

    @Test func `a sibling at the same address holds`() {
        let verdict = outcome([
            (own, Peer(address: "203.0.113.7:443")),
            ("https://media.metrike.example/i", Peer(address: "203.0.113.7:443")),
            ("https://px.example/i", Peer(address: "198.51.100.1:443", certificate: "bb")),
        ])
        #expect(verdict?.outcome == .pass)
    }

    @Test func `the certificate of a third party breaks, whatever the addresses`() {
        let verdict = outcome([
            (own, Peer(address: "203.0.113.7:443")), ("https://px.example/i", Peer(address: "203.0.113.7:443")),
        ])
        #expect(
            verdict?.findings.map(\.message) == ["the base host is answered with the certificate of a third party"])
    }

    @Test(
        arguments: [
            ("ok", ["other.example"], true), ("Hostname mismatch", ["other.example", "*.metrike.com"], false),
            ("Hostname mismatch", ["*.example"], false), ("self-signed certificate", ["ADS.metrike.example"], true),
            ("self-signed certificate", ["*.metrike.example"], true), ("self-signed certificate", [], true),
            (nil, ["other.example"], true),
        ] as [(String?, [String], Bool)])
    func `a certificate that nobody vouched for is made for the host`(
        verification: String?, names: [String], holds: Bool
    ) {
        let tape = tape([(own, Peer(address: "203.0.113.7:443", verification: verification, names: names))])
        #expect(tape.outcome("MK-055") == (holds ? .pass : .fail))
        // Who answers with another name's certificate is a third party.
        #expect(tape.judged().coverage.hosts.map(\.party) == [holds ? .first : .third])
    }

    @Test(arguments: [
        ("10.0.0.5:443", "198.51.100.1:443", false), ("[fd00::1]:443", "198.51.100.1:443", false),
        ("127.0.0.1:8443", "127.0.0.1:8443", true), ("127.0.0.1:8443", "10.0.0.1:443", true),
        ("[fe7f::1]:443", "198.51.100.1:443", true),
    ])
    func `a private address breaks beside public ones`(own address: String, other: String, holds: Bool) {
        let verdict = outcome([
            (own, Peer(address: address)), ("https://px.example/i", Peer(address: other, certificate: "bb")),
        ])
        #expect(verdict?.outcome == (holds ? .pass : .fail))
    }

    @Test func `another tape counts its connections anew`() {
        var first = tape([(own, Peer(address: "203.0.113.7:443"))])
        first.get("https://px.example/i")
        first.changeLast { $0.upstream = 1 }
        var second = TapeBuilder()
        second.get("https://px.example/i")
        second.changeLast { $0.upstream = 1 }
        // Of the second tape's connection nothing is known.
        var items: [TapeItem] = []
        var join = TapeJoin(configuration: ContractConfiguration())
        for (place, tape) in [tape([(own, Peer(address: "203.0.113.7:443"))]), second].enumerated() {
            var header: TapeHeader?
            if case .header(let own)? = tape.items.first { header = own }
            header?.wallSeconds += Int64(60 * place)
            join.begin("\(place + 1).fita", header) { items.append($0) }
            for item in tape.items { join.see(item) { items.append($0) } }
        }
        join.finish { items.append($0) }
        let judgement = Verifier.judge { _, take in items.forEach(take) }
        #expect(judgement.rules.first { $0.rule.code == "MK-055" }?.verdict.outcome == .pass)
        #expect(first.outcome("MK-055") == .fail)
    }

    @Test func `without connections nothing is seen`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-055") == .notObserved)
    }
}
