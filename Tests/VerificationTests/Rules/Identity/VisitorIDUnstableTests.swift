import TestTape
import Testing
import Verification

@Suite("MK-025")
struct VisitorIDUnstableTests {
    @Test func `one UUID through two launches holds`() {
        var tape = TapeBuilder()
        tape.mark("launch", "cold")
        tape.serve()
        tape.mark("launch", "relaunch")
        tape.session = TapeBuilder.otherSession
        tape.serve()
        #expect(tape.outcome("MK-025") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a change within a process breaks`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.visitor = TapeBuilder.otherVisitor
        tape.beacon()
        #expect(tape.failing() == ["MK-025"])
    }

    @Test func `a new one at a relaunch breaks, after a reinstallation it holds`() {
        for (launch, expected) in [("relaunch", ["MK-025"]), ("reinstall", [])] {
            var tape = TapeBuilder()
            tape.mark("launch", "cold")
            tape.serve()
            tape.mark("launch", launch)
            tape.session = TapeBuilder.otherSession
            tape.visitor = TapeBuilder.otherVisitor
            tape.serve()
            #expect(tape.failing() == expected)
        }
    }

    @Test func `a change between processes that no mark explains is not judged`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.session = TapeBuilder.otherSession
        tape.visitor = TapeBuilder.otherVisitor
        tape.serve()
        #expect(tape.outcome("MK-025") == .needsConfig)
    }

    @Test(arguments: ["", "42", "00000000-0000-0000-0000-000000000000", "8f14e45fceea467fa9d13c1b9a6e0001"])
    func `a value that is no UUID breaks`(value: String) {
        var tape = TapeBuilder()
        tape.visitor = value
        tape.serve()
        #expect(tape.failing() == ["MK-025"])
    }

    @Test func `a change from tape to tape breaks after a relaunch, and is not judged where nothing tells it`() {
        for (launch, expected) in [
            ("relaunch", RuleVerdict.Outcome.fail), ("reinstall", .pass), (nil, .needsConfig),
        ] {
            var first = TapeBuilder()
            first.serve()
            var second = TapeBuilder()
            if let launch { second.mark("launch", launch) }
            second.session = TapeBuilder.otherSession
            second.visitor = TapeBuilder.otherVisitor
            second.serve()
            let judgement = TapeBuilder.joined([first, second]).judgement
            #expect(judgement.rules.first { $0.rule.code == "MK-025" }?.verdict.outcome == expected)
        }
    }
}
