import CassetteFormat
import SDKContracts
import TestTape
import Testing
import Verification

/// What a file of another tool has lost makes the rules that need it blind, not wrong.
@Suite struct LostEvidenceTests {
    private func judged(_ tape: TapeBuilder, _ losses: [Int: TapeLosses], whole: TapeLosses = []) -> Judgement {
        var verifier = Verifier()
        for item in tape.items {
            if case .exchange(var exchange) = item {
                exchange.losses = losses[exchange.number] ?? []
                verifier.take(.exchange(exchange))
            } else {
                verifier.take(item)
            }
        }
        if !whole.isEmpty { verifier.take(.losses(whole)) }
        return verifier.finish()
    }

    private func verdict(_ judgement: Judgement, _ code: String) -> RuleVerdict? {
        judgement.rules.first { $0.rule.code == code }?.verdict
    }

    @Test func `a pass over lost content is not observed, and says whose`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.beacon()
        tape.beacon("viewable")
        #expect(verdict(judged(tape, [:]), "MK-020")?.outcome == .pass)
        let verdict = verdict(judged(tape, [2: .requestContent, 3: .requestContent]), "MK-020")
        #expect(verdict?.outcome == .notObserved)
        #expect(
            verdict?.reason
                == "the file does not tell the content of first-party requests (of #2 and 1 more); "
                + "a recording by fita would show it")
    }

    @Test func `an absence in lost content is no breach, a value that is there still is`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.post("\(TapeBuilder.base)/beacon", json: #"{"event":"impression"}"#)
        #expect(judged(tape, [:]).findings.map(\.code).contains("MK-020"))
        let lost = judged(tape, [2: .requestContent])
        #expect(verdict(lost, "MK-020")?.outcome == .notObserved)

        var off = TapeBuilder()
        off.mark("tracking", "off")
        off.serve()
        #expect(judged(off, [1: .requestContent]).findings.map(\.code) == ["MK-061"])
    }

    @Test func `what is told in other bytes convicts nobody`() {
        var tape = TapeBuilder()
        tape.app[1].1 = "Caf%C3%A9"
        tape.serve()
        #expect(judged(tape, [:]).findings.map(\.code) == ["MK-028"])
        #expect(verdict(judged(tape, [1: .target]), "MK-028")?.outcome == .notObserved)
    }

    @Test func `a breach beside a lost one stays, with a remark`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.post("\(TapeBuilder.base)/beacon", json: #"{"event":"impression"}"#)
        tape.post("\(TapeBuilder.base)/beacon", json: #"{"event":"viewable"}"#)
        let verdict = verdict(judged(tape, [2: .requestContent]), "MK-020")
        #expect(verdict?.outcome == .fail)
        #expect(verdict?.findings.map(\.exchange) == [3])
        #expect(verdict?.remarks.last?.contains("(of #2)") == true)
    }

    @Test func `cookies that the writer took out are not observed to be absent`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(verdict(judged(tape, [:]), "MK-030")?.outcome == .pass)
        let verdict = verdict(judged(tape, [:], whole: .cookies), "MK-030")
        #expect(verdict?.outcome == .notObserved)
        #expect(verdict?.reason.contains("the Cookie fields (of every exchange)") == true)
        tape.get("\(TapeBuilder.base)/serve?zone_id=1&\(tape.query)", fields: "Cookie: a=b\n")
        #expect(self.verdict(judged(tape, [:], whole: .cookies), "MK-030")?.outcome == .fail)
    }

    @Test func `what is lost of another party's exchange blinds no rule of this one`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://px.example/i")
        let judgement = judged(tape, [2: [.requestContent, .target, .answerContent]])
        #expect(verdict(judgement, "MK-020")?.outcome == .pass)
        #expect(verdict(judgement, "MK-042")?.outcome == .notObserved)
    }

    private func gapped(_ tape: TapeBuilder, exchanges: ClosedRange<Int>?) -> Judgement {
        var verifier = Verifier()
        for item in tape.items { verifier.take(item) }
        verifier.take(.gap(TapeGap(start: 1, end: 2, exchanges: exchanges, reason: "No space left on device")))
        return verifier.finish()
    }

    @Test func `where exchanges are missing in a gap nothing passes, nothing is missed, and what is there convicts`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.post("\(TapeBuilder.base)/beacon", json: #"{"event":"impression"}"#)
        tape.get("https://px.example/i?app_bundle=br.com.news")
        let whole = gapped(tape, exchanges: nil)
        let missing = gapped(tape, exchanges: 9...12)
        #expect(whole.coverage.notes.contains { $0.contains("no exchange began in it") })
        #expect(whole.findings.contains { $0.places.isEmpty } && whole.findings.contains { !$0.places.isEmpty })
        #expect(missing.findings == whole.findings.filter { !$0.places.isEmpty })
        #expect(whole.rules.contains { $0.verdict.outcome == .pass })
        #expect(missing.rules.allSatisfy { $0.verdict.outcome != .pass })
        let passed = whole.rules.first { $0.verdict.outcome == .pass }?.rule.code ?? ""
        #expect(verdict(missing, passed)?.reason.contains("4 exchanges (#9 to #12) began in it") == true)
    }

    @Test func `a gap on a joined tape has that tape's numbers`() {
        var join = TapeJoin()
        var verifier = Verifier()
        for place in 1...2 {
            var tape = TapeBuilder()
            tape.serve()
            join.begin("\(place)", nil) { verifier.take($0) }
            for item in tape.items { join.see(item) { verifier.take($0) } }
            let gap = TapeGap(start: 1, end: 2, exchanges: 2...3, reason: "No space left on device")
            join.see(.gap(gap)) { verifier.take($0) }
        }
        join.finish { verifier.take($0) }
        let judgement = verifier.finish()
        #expect(judgement.sightings.map(\.number) == [1, 4])
        #expect(judgement.coverage.notes.map { $0.prefix(3) } == ["A: ", "B: "])
        #expect(judgement.coverage.notes.allSatisfy { $0.contains("2 exchanges (#2 to #3)") })
    }

    @Test func `on joined tapes the losses of one are those of the recording`() {
        var join = TapeJoin()
        var verifier = Verifier()
        for place in 1...2 {
            var tape = TapeBuilder()
            tape.serve()
            join.begin("\(place)", nil) { verifier.take($0) }
            for item in tape.items { join.see(item) { verifier.take($0) } }
            if place == 1 { join.see(.losses(.cookies)) { verifier.take($0) } }
        }
        join.finish { verifier.take($0) }
        #expect(verdict(verifier.finish(), "MK-030")?.outcome != .pass)
    }
}
