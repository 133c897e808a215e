import TestTape
import Testing
import Verification

@Suite("MK-036")
struct VisitorIDSurvivesReinstallTests {
    private func tape(_ launch: String, visitor: String, app: String = "br.com.news") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.mark("launch", launch)
        tape.session = TapeBuilder.otherSession
        tape.visitor = visitor
        tape.app[0].1 = app
        tape.serve()
        tape.beacon()
        return tape
    }

    @Test(arguments: ["reinstall", "install"])
    func `a new value after an installation holds, the old one breaks once`(launch: String) {
        #expect(tape(launch, visitor: TapeBuilder.otherVisitor).outcome("MK-036") == .pass)
        let kept = tape(launch, visitor: TapeBuilder.visitor)
        #expect(kept.failing() == ["MK-036"])
        #expect(kept.verdict("MK-036")?.findings.count == 1)
        #expect(tape(launch, visitor: TapeBuilder.visitor.uppercased()).failing().contains("MK-036"))
    }

    @Test func `a relaunch keeps the value and shows nothing of an installation`() {
        #expect(tape("relaunch", visitor: TapeBuilder.visitor).outcome("MK-036") == .notObserved)
    }

    @Test func `the installation of another app shows nothing of this one`() {
        var tape = tape("install", visitor: TapeBuilder.otherVisitor, app: "br.com.shop")
        tape.mark("launch", "relaunch")
        tape.app[0].1 = "br.com.news"
        tape.session = "aab3238922bcc25a6f606eb525ffdc56"
        tape.visitor = TapeBuilder.visitor
        tape.serve()
        #expect(tape.outcome("MK-036") == .notObserved)
    }

    @Test func `the value of one tape on the next, which begins with an installation, breaks`() throws {
        var first = TapeBuilder()
        first.serve()
        var second = TapeBuilder()
        second.mark("launch", "reinstall")
        second.session = TapeBuilder.otherSession
        second.serve()
        let (tapes, judgement) = TapeBuilder.joined([first, second])
        #expect(judgement.findings.map(\.code) == ["MK-036"])
        let finding = try #require(judgement.findings.first)
        #expect(ExchangeLabels(tapes).label(finding.exchange) == "B#1")
        #expect(ExchangeLabels(tapes).labelled(finding.message).contains("visitor_id of A#1"))
    }
}
