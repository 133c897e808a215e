import SDKContracts
import TestTape
import Testing
import Verification

/// The pitfalls of click-ID propagation, CL-01 to CL-32, one tape each. CL-33 is the replay's: it is tested there.
@Suite struct ClickRowTests {
    private static let rows = Array(ClickRow.all.enumerated())

    private func tape(_ row: ClickRow) -> TapeBuilder {
        var tape = TapeBuilder()
        row.tape(&tape)
        return tape
    }

    @Test func `every row from 1 to 32 is there`() {
        let expected = (1...32).map { "CL-\($0 < 10 ? "0" : "")\($0)" }
        #expect(Set(ClickRow.all.map(\.code)) == Set(expected))
    }

    @Test(arguments: rows)
    func `a row shows in the judgement`(index: Int, row: ClickRow) throws {
        let judgement = tape(row).judged()
        for saying in row.says {
            switch saying {
            case .finding(let code, let words):
                let messages = judgement.findings.filter { $0.code == code }.map(\.message)
                #expect(messages.contains { $0.contains(words) }, "\(row.code) \(row.what): \(messages)")
            case .remark(let code, let words):
                let remarks = judgement.rules.first { $0.rule.code == code }?.verdict.remarks ?? []
                #expect(remarks.contains { $0.contains(words) }, "\(row.code) \(row.what): \(remarks)")
            case .outcome(let code, let outcome):
                let verdict = judgement.rules.first { $0.rule.code == code }?.verdict
                #expect(verdict?.outcome == outcome, "\(row.code) \(row.what): \(code)")
            case .coverage(let words):
                let texts = judgement.coverage.failures.map(\.text)
                #expect(texts.contains { $0.contains(words) }, "\(row.code) \(row.what): \(texts)")
            }
        }
    }

    /// What is asked and told at each hop, in order.
    @Test(arguments: rows)
    func `the walk knows the state of the ID at each hop`(index: Int, row: ClickRow) throws {
        guard !row.states.isEmpty else { return }
        let chain = try #require(tape(row).judged().clicks.last)
        let states = chain.hops.flatMap { [$0.asked?.rawValue, $0.link?.state.rawValue].compactMap(\.self) }
        #expect(states == row.states, "\(row.code) \(row.what)")
    }

    @Test func `no row of the click family fails another rule unrelated to it`() throws {
        for row in ClickRow.all {
            let findings = tape(row).judged().findings
            let own = Set(row.says.compactMap { if case .finding(let code, _) = $0 { code } else { nil } })
            let related = own.flatMap { AllRules.rule($0)?.description.related ?? [] }
            // Where no rule fails by itself, what the row's chain needs to be a chain may still be a breach.
            guard !own.isEmpty else { continue }
            let others = Set(findings.map(\.code)).subtracting(own).subtracting(related)
            #expect(others.isEmpty, "\(row.code) \(row.what): \(others)")
        }
    }

    @Test func `chains, hops and open links keep to their limits`() throws {
        var tape = TapeBuilder()
        let limits = ClickLimits()
        for index in 0...limits.chains { tape.click(to: "https://shop.example/?mk_cid=c\(index)x") }
        let judgement = tape.judged()
        #expect(judgement.clicks.count == limits.chains)
        #expect(judgement.forgottenClicks == 1)
        #expect(judgement.clicks.first?.click == 2)

        var long = TapeBuilder()
        long.click(to: "https://go.example/0?mk_cid=c1a2b3c4")
        for index in 0..<limits.hops + 4 {
            long.get("https://go.example/\(index)?mk_cid=c1a2b3c4", redirect: "/\(index + 1)?mk_cid=c1a2b3c4")
        }
        #expect(long.judged().clicks.first?.hops.count == limits.hops)
    }

    @Test func `a conversion is tied to the click whose ID it carries`() {
        var tape = TapeBuilder()
        tape.click(to: ClickRow.landing)
        tape.get(ClickRow.landing)
        let number = tape.conversion(with: #","mk_cid":"c1a2b3c4""#)
        #expect(tape.judged().clicks.first?.conversions == [number])
    }
}
