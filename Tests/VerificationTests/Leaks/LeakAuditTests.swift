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
