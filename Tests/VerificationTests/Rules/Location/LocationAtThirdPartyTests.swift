import TestTape
import Testing
import Verification

@Suite("MK-095")
struct LocationAtThirdPartyTests {
    private func tape(_ fired: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.vast(answer: Markup.vast(["https://geo.example/px?ll=[LATLONG]"]))
        tape.beacon(with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#)
        tape.get("https://geo.example/px\(fired)")
        return tape
    }

    @Test(arguments: ["?ll=-2", "?ll=-23.55,10.00"])
    func `no coordinate at a third party holds`(fired: String) {
        #expect(tape(fired).outcome("MK-095") == .pass)
        #expect(tape(fired).failing() == [])
    }

    @Test(arguments: ["?ll=-23.55,-46.63", "?ll=-23.55%2C-46.63", "?ll=x&a=-23.55&b=-46.63"])
    func `the app's coordinate at a third party breaks`(fired: String) {
        #expect(tape(fired).failing() == ["MK-095"])
    }
}
