import TestTape
import Testing
import Verification

@Suite("MK-127")
struct LateViewabilityVerdictTests {
    private func tape(_ seconds: UInt64, _ event: String?, scale: String? = nil, later: Bool = true) -> TapeBuilder {
        var tape = TapeBuilder()
        if let scale { tape.mark("clock_scale", scale) }
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.beacon(with: #","ad":"fill-0001""#)
        tape.wait(milliseconds: seconds * 1000)
        if let event { tape.beacon(event, with: #","ad":"fill-0001""#) }
        if later { tape.serve(answer: #"{"ad":"fill-0002"}"#) }
        return tape
    }

    @Test func `silence for half an hour, and traffic after it, holds`() {
        #expect(tape(1860, nil).outcome("MK-127") == .pass)
        #expect(tape(1860, nil).failing() == [])
    }

    @Test(arguments: ["viewable", "notViewable", "viewUndetermined"])
    func `an outcome after half an hour breaks`(event: String) {
        #expect(tape(1800, event).failing() == ["MK-127"])
        #expect(tape(86_400, event).failing() == ["MK-127"])
    }

    @Test func `an outcome that follows other traffic after half an hour breaks too`() {
        var tape = tape(1860, nil)
        tape.beacon("notViewable", with: #","ad":"fill-0001""#)
        #expect(tape.failing() == ["MK-127"])
    }

    @Test(arguments: [1, 1790] as [UInt64])
    func `an outcome within half an hour is none of this`(seconds: UInt64) {
        #expect(tape(seconds, "viewable").outcome("MK-127") == .notObserved)
        #expect(tape(seconds, "viewable").failing() == [])
    }

    @Test func `silence to the end of the recording, or of the process, is not seen`() {
        #expect(tape(1860, nil, later: false).outcome("MK-127") == .notObserved)
        #expect(tape(600, nil).outcome("MK-127") == .notObserved)
        var relaunched = tape(0, nil, later: false)
        relaunched.session = TapeBuilder.otherSession
        relaunched.wait(milliseconds: 3_600_000)
        relaunched.serve()
        #expect(relaunched.outcome("MK-127") == .notObserved)
    }

    @Test func `a clock at which half an hour is nothing shows nothing`() {
        #expect(tape(1, nil, scale: "3600").outcome("MK-127") == .pass)
        #expect(tape(1, "notViewable", scale: "3600").failing() == ["MK-127"])
        #expect(tape(1, "notViewable", scale: "3601").outcome("MK-127") == .notObserved)
        #expect(tape(1, "viewable", scale: "1000000").failing() == [])
    }
}
