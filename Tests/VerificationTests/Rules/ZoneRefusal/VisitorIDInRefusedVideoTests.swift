import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-078")
struct VisitorIDInRefusedVideoTests {
    private let configuration = ContractConfiguration(["vast.tracking_signal": .text("tracking")])

    private func document(_ type: String, _ text: String) -> String {
        let signal = "<Extensions><Extension type=\"\(type)\"> \(text) </Extension></Extensions>"
        return Markup.vast(["\(TapeBuilder.base)/px?a=1"]).replacing("</Creatives>", with: "</Creatives>\(signal)")
            .replacing("<Ad id=\"1\">", with: "<Ad id=\"video-0001\">")
    }

    private func tape(_ type: String = "tracking", _ text: String = "false", pixel visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: document(type, text))
        tape.visitor = visitor
        tape.get("\(TapeBuilder.base)/px?a=1&\(tape.query)")
        return tape
    }

    @Test func `a pixel without the ID holds`() {
        #expect(tape(pixel: nil).outcome("MK-078", configuration) == .pass)
        #expect(tape(pixel: nil).failing(configuration) == [])
    }

    @Test func `a pixel with the ID breaks where the key names the signal`() {
        #expect(tape(pixel: TapeBuilder.visitor).failing(configuration) == ["MK-078"])
        #expect(tape(pixel: TapeBuilder.visitor).outcome("MK-078") == .notApplicable)
    }

    @Test func `a beacon about that ad breaks`() {
        var tape = tape(pixel: nil)
        tape.visitor = TapeBuilder.visitor
        tape.beacon("viewable", with: #","ad":"video-0001""#)
        #expect(tape.outcome("MK-078", configuration) == .fail)
    }

    @Test(arguments: [("tracking", "true"), ("tracking", ""), ("waterfall", "false")])
    func `another signal refuses nothing`(type: String, text: String) {
        #expect(tape(type, text, pixel: TapeBuilder.visitor).outcome("MK-078", configuration) == .notObserved)
    }

    @Test func `a third party's document refuses nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://other.example/vast", xml: document("tracking", "false"))
        tape.get("\(TapeBuilder.base)/px?a=1&\(tape.query)")
        #expect(tape.outcome("MK-078", configuration) == .notObserved)
    }
}
