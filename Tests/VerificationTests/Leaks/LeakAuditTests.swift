import CassetteFormat
import Foundation
import IdentityTrace
import LeakSearch
import SDKContracts
import TestTape
import Testing
import Verification

struct LeakAuditTests {
    private func report(_ tape: TapeBuilder, _ given: LeakAudit.Given = LeakAudit.Given()) -> LeakReport {
        LeakAudit.search(given: given) { _, take in
            for item in tape.items { take(item) }
        }
    }

    private var quiet: TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://px.example/i?uid=1")
        return tape
    }

    @Test func `a tape whose values stay at the first party has no leak`() {
        let report = report(quiet)
        #expect(report.findings.isEmpty)
        #expect(report.gaps.isEmpty)
        #expect(report.exchangeCount == 2)
        #expect(report.thirdPartyCount == 1)
        #expect(report.firstParty == "ads.metrike.example")
        #expect(report.learned.values(of: .visitorID).count == 1)
    }

    @Test(arguments: [(SearchLimits.standard.valueCount, false), (SearchLimits.standard.valueCount + 1, true)])
    func `a judgement says so where there are too many values to look for in disguise`(count: Int, isCut: Bool) {
        var tape = TapeBuilder()
        for number in 1...count {
            let session = String(format: "8f14e45f-ceea-467f-a9d1-3c1b%08x", number)
            tape.get("\(TapeBuilder.base)/serve?zone=12&session_id=\(session)")
        }
        tape.get("https://px.example/i?uid=1")
        #expect(tape.judged().coverage.notes.contains { $0.contains("in no disguise") } == isCut)
    }

    /// base64 of `{"id":"8f14e45f-ceea-467f-a9d1-3c1b9a6e0001"}`.
    private let inBase64 = "eyJpZCI6IjhmMTRlNDVmLWNlZWEtNDY3Zi1hOWQxLTNjMWI5YTZlMDAwMSJ9"

    @Test func `a disguised value at another host is a leak with its layers`() throws {
        var tape = quiet
        tape.get("https://px.example/i?d=\(inBase64)")
        let finding = try #require(report(tape).findings.first)
        #expect(finding.exchange == 3)
        #expect(finding.value == "visitor_id:1")
        #expect(finding.host == "px.example")
        #expect(finding.place == "query d")
        #expect(finding.path == "base64 > plain")
        #expect(finding.layers.map(\.name) == ["base64"])
        // In the target, as the place is: `/i?d=` stands before it.
        #expect(finding.layers[0].input == 5..<5 + inBase64.utf8.count)
        #expect(finding.layers[0].place == finding.range)
        #expect(finding.innermost == 7..<43)
        #expect(finding.cause == .unjoined)
        #expect(report(tape).findings.count == 1)
    }

    @Test func `who told a disguised value is its cause`() {
        var tape = TapeBuilder()
        let told = "https://px.example/i?d=\(inBase64)"
        tape.vast(answer: Markup.vast([told, "https://px.example/j"]))
        tape.get(told)
        tape.get("https://px.example/j?d=\(inBase64)")
        let causes = report(tape).findings.map(\.cause.kind)
        #expect(causes == ["server-supplied", "sdk-attached"])
    }

    @Test func `a forbidden value may stand nowhere, not in an answer either`() {
        let secret = Array("s3cr3t-token-of-mine".utf8)
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":1,"t":"s3cr3t-token-of-mine"}"#)
        tape.get("https://px.example/i?t=73336372337420746F6B656E")
        tape.get("https://px.example/i?t=7333637233742d746f6b656e2d6f662d6d696e65")
        let report = report(tape, LeakAudit.Given(forbidden: [SoughtValue("secret:1", secret)]))
        #expect(report.findings.map(\.exchange) == [1, 3])
        #expect(report.findings.map(\.path) == ["plain", "hex > plain"])
        #expect(report.findings.map(\.cause) == [.serverAnswer, .serverSupplied(at: "#1")])
        #expect(report.findings.map(\.part) == ["response-content", "request-head"])
    }

    @Test func `a given identity is looked for as if it had been learned`() {
        var tape = quiet
        tape.get("https://px.example/i?u=\(TapeBuilder.otherVisitor.uppercased())")
        #expect(report(tape).findings.isEmpty)
        let given = LeakAudit.Given(identities: [(.visitorID, Array(TapeBuilder.otherVisitor.utf8))])
        #expect(report(tape, given).findings.map(\.exchange) == [3])
    }

    // MARK: Connections

    private let plain = Array(#"{"u":"8f14e45f-ceea-467f-a9d1-3c1b9a6e0001"}"#.utf8)

    @Test func `a message of a WebSocket is searched, over frames, text and binary`() throws {
        for opcode: UInt8 in [1, 2] {
            var tape = quiet
            tape.webSocket(
                "https://live.example/s",
                [
                    (true, 0x81, Array("hello".utf8)), (true, opcode, Array(plain[..<20])), (true, 0x89, [1]),
                    (true, 0x80, Array(plain[20...])),
                ])
            let report = report(tape)
            let finding = try #require(report.findings.first)
            #expect(report.findings.count == 1 && report.gaps.isEmpty && report.messageCount == 3)
            #expect(finding.part == "websocket-message")
            #expect(finding.place == "client message 3")
            #expect(finding.range == 6..<42)
            #expect(finding.host == "live.example")
            #expect(finding.cause == .unjoined)
            #expect(tape.judged().rules.first { $0.rule.code == "MK-047" }?.verdict.outcome == .fail)
        }
    }

    @Test func `a compressed message is inflated with what went before it, and a control frame is a message`() throws {
        // {"hello":"…"} with the beginning of `inBase64`, then all of it: the second points back to the first.
        let first = try Array(#require(Data(base64Encoded: "qlbKSM3JyVeyUkqt9CqIcvY088zKyPUNCcrxc1GqBQA=")))
        let second = try Array(
            #require(Data(base64Encoded: "whQLy/UJ98uJCnct8XOJNI7KNMzwDw+s8Anxy/IN9zSNDInK8XVxLPcN9rIEAA==")))
        var tape = quiet
        tape.webSocket("https://live.example/s", deflates: true, [(true, 0xC1, first), (true, 0xC1, second)])
        let finding = try #require(report(tape).findings.first)
        #expect(finding.layers.map(\.name) == ["permessage-deflate", "base64"])
        #expect(finding.range == 0..<second.count)
        #expect(finding.place == "client message 2")

        tape = quiet
        tape.webSocket("https://live.example/s", [(true, 0x89, Array(TapeBuilder.visitor.utf8))])
        #expect(report(tape).findings.map(\.place) == ["client message 1"])
    }

    @Test func `what cannot be read of a WebSocket is a gap`() {
        var tape = quiet
        tape.webSocket("https://live.example/s", [(true, 0xC1, [1, 2, 3]), (true, 0x01, [0x61])])
        tape.changeLast { $0.tunnel?.sent += 5 }
        #expect(
            Set(report(tape).gaps.map(\.gap.text)) == [
                "client message 1: compressed in a way that was not agreed on", "client message 2: it never ended",
                "5 bytes of a WebSocket connection that are no frame on the tape",
            ])
    }

    @Test func `who said a value first in a WebSocket is its cause`() {
        var tape = quiet
        tape.webSocket("https://live.example/s", [(false, 0x81, plain), (true, 0x81, plain)])
        #expect(report(tape).findings.map(\.cause) == [.serverSupplied(at: "#3 server message 1")])
        tape = quiet
        tape.webSocket("https://live.example/s", [(true, 0x81, plain), (false, 0x81, plain)])
        #expect(report(tape).findings.map(\.cause) == [.unjoined])
    }

    @Test func `a forbidden value in a message is a leak wherever it goes, in an answer too`() {
        let secret = Array("s3cr3t-token-of-mine".utf8)
        var tape = TapeBuilder()
        tape.serve()
        tape.webSocket("\(TapeBuilder.base)/live", [(false, 0x81, secret), (true, 0x81, [0x20] + secret)])
        let report = report(tape, LeakAudit.Given(forbidden: [SoughtValue("secret:1", secret)]))
        #expect(report.findings.map(\.place) == ["server message 1", "client message 1"])
        #expect(report.findings.map(\.cause) == [.serverAnswer, .serverSupplied(at: "#2 server message 1")])
        #expect(report.findings.map(\.range) == [0..<20, 1..<21])
    }

    @Test func `own values said to the first party are no leak, in a WebSocket neither`() {
        var tape = quiet
        tape.webSocket("\(TapeBuilder.base)/live", [(true, 0x81, plain)])
        #expect(report(tape).findings.isEmpty)
    }

    @Test func `a label of a host that passed unread is a leak, and so is the name that TLS asked for`() {
        var tape = quiet
        let name = "\(TapeBuilder.visitor).track.example"
        tape.tunnel(to: name, connection: 5)
        tape.tunnel(to: name, connection: 6)
        tape.client(7, serverName: name.uppercased())
        let findings = report(tape).findings
        #expect(findings.map(\.part) == ["authority", "server-name"])
        #expect(findings.map(\.exchange) == [3, 0])
        #expect(findings.map(\.connection) == [5, 7])
        #expect(findings.map(\.range) == [0..<36, 0..<36])
        #expect(report(tape).nameCount == 2)
    }

    @Test func `what a web view asks on its own is the web view's, and what a document asked for is not`() {
        var tape = quiet
        let told = "https://px.example/i?e=start"
        tape.vast(answer: Markup.vast([told]))
        let agent = "User-Agent: \(TapeBuilder.safari)\n\n"
        let no = "HTTP/1.1 204 No Content\n\n"
        tape.exchange("GET \(told)&uid=\(TapeBuilder.visitor)\n\(agent)", no)
        tape.exchange("GET https://cdn.example/s.js?uid=\(TapeBuilder.visitor)\n\(agent)", no)
        // The bundle alone is the market's custom, whoever asks.
        tape.exchange("GET https://cdn.example/b?b=br.com.news\n\(agent)", no)
        tape.exchange("GET https://cdn.example/k?k=pub-9c2e7f51d0a84b36\n\(agent)", no)
        var given = LeakAudit.Given()
        given.forbidden = [SoughtValue("secret:1", Array("pub-9c2e7f51d0a84b36".utf8))]
        let findings = report(tape, given).findings
        #expect(findings.map(\.exchange) == [4, 5, 7])
        #expect(findings.map(\.cause.kind) == ["sdk-attached", "web-view", "web-view"])
    }

    @Test func `a name that DNS was asked for is searched where a capture shows it`() {
        var given = LeakAudit.Given()
        let digits = TapeBuilder.visitor.filter { $0 != "-" }.uppercased()
        given.names = [
            (.resolvedName, "\(digits).track.example"), (.resolvedName, "\(digits).track.example"),
            (.resolvedName, "\(TapeBuilder.visitor).ads.metrike.example"), (.resolvedName, "px.example"),
            (.serverName, "ads.metrike.example"), (.resolvedName, "key-pub-9c2e7f51d0a84b36.example"),
        ]
        given.forbidden = [SoughtValue("secret:1", Array("pub-9c2e7f51d0a84b36".utf8))]
        let found = report(quiet, given)
        #expect(found.findings.map(\.part) == ["resolved-name", "resolved-name", "resolved-name"])
        #expect(Set(found.findings.map(\.value)) == ["visitor_id:1", "secret:1"])
        #expect(found.findings.allSatisfy { $0.exchange == 0 && $0.connection == nil && $0.request == "capture" })
        #expect(report(quiet).findings.isEmpty)
    }

    @Test func `a name of the first party is no leak, nor is one without a value`() {
        var tape = quiet
        tape.tunnel(to: "ads.metrike.example", connection: 5, serverName: "ads.metrike.example")
        tape.tunnel(to: "px.example", connection: 6, serverName: "PX.example.")
        #expect(report(tape).findings.isEmpty)
        #expect(report(tape).nameCount == 2)
    }

    @Test func `a value in a host's label is found in Host, and the document that told the host is the cause`() {
        var tape = TapeBuilder()
        let told = "https://8f14e45fceea467fa9d13c1b9a6e0001.px.example/i"
        tape.vast(answer: Markup.vast([told]))
        tape.get(told)
        #expect(report(tape).findings.map(\.cause.kind) == ["server-supplied"])
        #expect(report(tape).findings.map(\.place) == ["header host"])
    }

    @Test func `without a first party nothing is learned, and that is told`() {
        var tape = TapeBuilder(baseURL: nil)
        tape.get("https://px.example/i?uid=1")
        #expect(report(tape).firstParty == nil)
        #expect(report(tape).learned.isEmpty)
        #expect(report(tape).gaps.isEmpty)
        let given = LeakAudit.Given(identities: [(.visitorID, Array(TapeBuilder.otherVisitor.utf8))])
        #expect(report(tape, given).gaps.map(\.part) == ["values of visitor_id"])
    }
}
