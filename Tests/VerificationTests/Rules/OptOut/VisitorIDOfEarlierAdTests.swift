import TestTape
import Testing
import Verification

@Suite("MK-064")
struct VisitorIDOfEarlierAdTests {
    private func tape(after visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"first-0001"}"#)
        tape.mark("tracking", "off")
        tape.visitor = visitor
        tape.beacon(with: #","ad":"first-0001""#)
        return tape
    }

    @Test func `a beacon of an earlier ad without an ID holds`() {
        #expect(tape(after: nil).outcome("MK-064") == .pass)
        #expect(tape(after: nil).failing() == [])
    }

    @Test func `a beacon of an earlier ad with the ID breaks`() {
        #expect(tape(after: TapeBuilder.visitor).failing() == ["MK-064"])
    }

    @Test func `a first-party pixel of an earlier VAST with the ID breaks`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["\(TapeBuilder.base)/px?e=1"]))
        tape.mark("tracking", "off")
        tape.get("\(TapeBuilder.base)/px?e=1&\(tape.query)")
        #expect(tape.failing() == ["MK-064"])
    }
}
