import TestTape
import Testing
import Verification

@Suite("MK-179")
struct ConversionMalformedTests {
    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.conversion(with: #","mk_cid":"c1a2b3c4""# + extra)
        return tape
    }

    @Test(arguments: ["", #","value_cents":4990,"order_id":"o-1""#, #","value_cents":0"#, #","value_cents":null"#])
    func `whole cents and an order hold`(extra: String) {
        #expect(tape(extra).outcome("MK-179") == .pass)
        #expect(tape(extra).failing() == [])
    }

    @Test(arguments: [#","value_cents":49.9"#, #","value_cents":-1"#, #","value_cents":"R$ 49""#, #","order_id":"""#])
    func `another value or an empty order breaks`(extra: String) {
        #expect(tape(extra).failing() == ["MK-179"])
    }

    @Test func `a conversion without a goal breaks`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/conversion?\(tape.query)&mk_cid=c1a2b3c4")
        #expect(tape.failing() == ["MK-179"])
    }
}
