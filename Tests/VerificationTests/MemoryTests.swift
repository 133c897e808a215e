import CassetteFormat
import SDKContracts
import TestTape
import Testing

@testable import Verification

/// What the verifier forgets of a long recording, and what it does not.
@Suite struct MemoryTests {
    @Test func `a set of numbers knows its members and the last one up to a number`() {
        var set = NumberSet()
        let numbers = [1, 63, 64, 65, 128, 1_000_000_000_000, 5]
        for number in numbers { set.insert(number) }
        for number in numbers { #expect(set.contains(number)) }
        for number in [0, 2, 62, 66, 127, 129, 999_999_999_999] { #expect(!set.contains(number)) }
        #expect(
            [0, 1, 4, 5, 62, 63, 127, 128, .max].map { set.last(upTo: $0) }
                == [nil, 1, 1, 5, 5, 63, 65, 128, 1_000_000_000_000])
        #expect(NumberSet().last(upTo: 7) == nil)
    }

    @Test func `a map of numbers gives back what it was given`() {
        var map = NumberMap()
        map[3] = 0
        map[4_000_000_000] = 7
        #expect(map[3] == 0 && map[4_000_000_000] == 7 && map[4] == nil && map[-1] == nil)
        map[3] = nil
        #expect(map[3] == nil)
    }

    @Test func `findings at the limit are kept, one more is counted`() throws {
        var tape = TapeBuilder()
        tape.app.removeAll()
        tape.beacon()
        let finding = try #require(tape.judged().findings.first)
        var log = RuleLog()
        for _ in 0..<RuleLog.findingCount { log.findings.append(finding) }
        #expect(log.verdict("x", wouldShow: "y").reason == "10000 findings")
        log.findings.append(finding)
        let verdict = log.verdict("x", wouldShow: "y")
        #expect(verdict.findings.count == RuleLog.findingCount)
        #expect(verdict.reason == "10000 findings, and 1 more that are not kept")
    }

    /// Values of a person that are learned late are looked for in what came before.
    @Test func `a value that the first party shows last is found in a third party's first request`() {
        var tape = TapeBuilder()
        tape.get("https://third.example/px?u=\(TapeBuilder.visitor)")
        tape.serve()
        #expect(tape.judged().findings.map(\.code).contains("MK-047"))
    }
}
