import TestTape
import Testing
import Verification

@Suite("MK-070")
struct VisitorIDInRefusedBeaconTests {
    static let refusal = #"{"tracking":false,"impression":"\#(TapeBuilder.base)/beacon/1","id":"fill-0001"}"#

    private func tape(_ answer: String = refusal, visitor: String?, extra: String = "", path: String = "/beacon/1")
        -> TapeBuilder
    {
        var tape = TapeBuilder()
        tape.serve(answer: answer)
        tape.visitor = visitor
        tape.beacon(with: extra, to: path)
        return tape
    }

    @Test func `a beacon of a refused ad without an ID holds`() {
        #expect(tape(visitor: nil).outcome("MK-070") == .pass)
        #expect(tape(visitor: nil).failing() == [])
    }

    @Test func `a beacon whose URL the answer told breaks with the ID`() {
        #expect(tape(visitor: TapeBuilder.visitor).failing() == ["MK-070"])
    }

    @Test func `a beacon that repeats a value of the answer breaks with the ID`() {
        let tape = tape(visitor: TapeBuilder.visitor, extra: #","fill":"fill-0001""#, path: "/beacon")
        #expect(tape.failing() == ["MK-070"])
    }

    @Test func `a beacon that names the zone breaks with the ID`() {
        let tape = tape(visitor: TapeBuilder.visitor, extra: #","zone_id":12"#, path: "/beacon")
        #expect(tape.failing() == ["MK-070"])
    }

    @Test func `an ad that does not refuse shows nothing`() {
        let tape = tape(#"{"tracking":true,"id":"fill-0001"}"#, visitor: TapeBuilder.visitor)
        #expect(tape.outcome("MK-070") == .notObserved)
        #expect(tape.failing() == [])
    }

    @Test func `the text "false" is no refusal`() {
        let tape = tape(#"{"tracking":"false","id":"fill-0001"}"#, visitor: TapeBuilder.visitor)
        #expect(tape.outcome("MK-070") == .notObserved)
        #expect(tape.failing() == ["MK-076"])
    }
}
