import TestTape
import Testing
import Verification

@Suite("MK-071")
struct VisitorIDInRefusedClickTests {
    private func tape(visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"tracking":false,"click":"\#(TapeBuilder.base)/click?ad=7"}"#)
        tape.visitor = visitor
        tape.exchange(
            "GET \(TapeBuilder.base)/click?ad=7&\(tape.query)\nUser-Agent: \(TapeBuilder.safari)\n\n",
            "HTTP/1.1 302 Found\nLocation: https://shop.example/?mk_cid=c1a2b3c4\n\n")
        return tape
    }

    @Test func `the click of a refused ad without an ID holds`() {
        #expect(tape(visitor: nil).outcome("MK-071") == .pass)
        #expect(tape(visitor: nil).failing() == [])
    }

    @Test func `the click of a refused ad with the ID breaks`() {
        #expect(tape(visitor: TapeBuilder.visitor).failing() == ["MK-071"])
    }
}
