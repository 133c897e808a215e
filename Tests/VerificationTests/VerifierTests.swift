import CassetteFormat
import SDKContracts
import TestTape
import Testing
import Verification

@Suite struct VerifierTests {
    private var tape: TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.beacon(with: #","ad":"fill-0001""#)
        tape.get("https://px.example/i?uid=\(TapeBuilder.visitor)")
        tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
        tape.get("https://go.example/r?mk_cid=c1a2b3c4", redirect: "https://shop.example/")
        return tape
    }

    private func judgement(_ items: [TapeItem], _ limits: VerifierLimits = VerifierLimits()) -> Judgement {
        var verifier = Verifier(limits: limits)
        for item in items { verifier.see(item) }
        return verifier.finish()
    }

    @Test func `exchanges that end out of order are judged alike`() {
        let inOrder = judgement(tape.items)
        let reversed = judgement([tape.items[0]] + tape.items.dropFirst().reversed())
        #expect(inOrder.findings == reversed.findings)
        #expect(inOrder.rules == reversed.rules)
        #expect(!inOrder.findings.isEmpty)
    }

    @Test func `what is said at once is said at the end as well`() {
        var verifier = Verifier()
        let live = tape.items.flatMap { verifier.see($0).findings }
        let final = verifier.finish().findings
        #expect(live.map(\.code) == ["MK-047", "MK-173"])
        #expect(live.allSatisfy(final.contains))
    }

    @Test func `a judgement can be asked for in between`() {
        var verifier = Verifier()
        for item in tape.items.dropLast() { verifier.see(item) }
        let before = verifier.finish()
        #expect(before.findings.map(\.code) == ["MK-047"])
        verifier.see(tape.items[tape.items.count - 1])
        #expect(verifier.finish().findings.map(\.code) == ["MK-047", "MK-173"])
    }

    @Test func `a host that is asked for ads with identity is taken as the base host`() {
        var tape = TapeBuilder(baseURL: nil)
        tape.serve()
        #expect(tape.judged().coverage.baseHost == .known(host: "ads.metrike.example", .inferred))
        tape.get("https://two.example/serve?\(tape.query)")
        #expect(tape.judged().coverage.baseHost == .ambiguous(["ads.metrike.example", "two.example"]))
    }

    @Test func `a named base URL goes before the tape's`() {
        let configuration = ContractConfiguration(baseURL: "https://other.example")
        #expect(tape.judged(configuration).coverage.baseHost == .known(host: "other.example", .configuration))
    }

    @Test func `an answer at the limit is read, one byte more is said not to be`() {
        let answer = #"{"tracking":false,"a":"fill-0001"}"#
        var tape = TapeBuilder()
        tape.serve(answer: answer)
        tape.beacon(with: #","a":"fill-0001""#)
        var limits = VerifierLimits(answerSize: answer.utf8.count)
        #expect(judgement(tape.items, limits).findings.map(\.code) == ["MK-070"])
        limits.answerSize -= 1
        let judgement = judgement(tape.items, limits)
        #expect(judgement.findings.isEmpty)
        #expect(judgement.coverage.unread.map(\.exchange) == [1])
    }

    @Test func `coverage says what could not be seen`() {
        var tape = tape
        tape.exchange("CONNECT https://pinned.example/\n\n", nil, end: .tunnelClosed, ingress: .tunnel)
        tape.exchange("GET https://down.example/\n\n", nil, end: .clientAborted)
        tape.mark("clock_scale", "60")
        let coverage = tape.judged().coverage
        #expect(coverage.exchangeCount == 7)
        #expect(coverage.tunnels.map(\.host) == ["pinned.example"])
        #expect(coverage.failures.map(\.host) == ["down.example"])
        #expect(coverage.clockScale == "60")
        #expect(coverage.counts.filter { $0.party == .first }.map(\.role) == ["serve", "beacon", "click"])
    }
}
