import TestTape
import Testing
import Verification

@Suite("MK-085")
struct AdsLostInChildDirectedAppTests {
    private func tape(marked: Bool = true, _ events: [String], shows: Bool = true) -> TapeBuilder {
        var tape = TapeBuilder()
        if marked { tape.mark("child_directed", "1") }
        tape.isChild = true
        tape.visitor = nil
        tape.serve(answer: #"{"ad_id":"mk12345678","image_url":"https://cdn.example/a.gif"}"#)
        if shows { tape.get("https://cdn.example/a.gif") }
        for event in events { tape.beacon(event, with: #","ad_id":"mk12345678""#) }
        return tape
    }

    @Test(arguments: [true, false])
    func `an ad that is counted holds`(marked: Bool) {
        #expect(tape(marked: marked, ["request", "impression"]).outcome("MK-085") == .pass)
        #expect(tape(marked: marked, ["request", "impression"]).failing() == [])
    }

    @Test func `an ad that is shown and not counted breaks`() {
        #expect(tape(["request", "viewable"]).failing() == ["MK-085"])
    }

    @Test func `an ad that is not shown, or events without names, leave it open`() {
        #expect(tape(["request"], shows: false).outcome("MK-085") == .notObserved)
        #expect(tape([]).outcome("MK-085") == .notObserved)
        #expect(TapeBuilder().outcome("MK-085") == .notObserved)
    }

    @Test func `in another app it is none of this`() {
        var tape = TapeBuilder()
        tape.mark("child_directed", "0")
        tape.serve()
        #expect(tape.outcome("MK-085") == .notApplicable)
    }
}
