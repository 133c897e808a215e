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

    @Test(arguments: [
        "?lat=-23.5505199&lon=-46.6333094", "?lat=-23.5&lon=-46.6", "?ll=-23.5,-46.6", "?g=%5B-46.633%2C-23.551%5D",
        "?p=eyJnZW8iOlstNDYuNjMsLTIzLjU1XX0", "?ll=-23551000,-46633000",
    ])
    func `the app's coordinate at another precision, in another order or under a coding breaks`(fired: String) {
        let verdict = tape(fired).verdict("MK-095")
        #expect(tape(fired).failing().filter { $0 != "MK-097" } == ["MK-095"])
        #expect(verdict?.findings.first?.places.count == 2)
        #expect(verdict?.findings.first?.message == "the coordinate (lat, lon) sent to a third party")
    }

    @Test(arguments: ["?v=2.3&w=4.6", "?lat=23.55&lon=46.63", "?ll=-24.5,-46.6", "?d=M-23.5,-46.6"])
    func `numbers that look alike hold`(fired: String) {
        #expect(tape(fired).failing() == [])
    }

    @Test func `nought is no place that is looked for`() {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.beacon(with: #","lat":0.0,"lon":0.0,"accuracy":1000"#)
        tape.get("https://geo.example/px?volume=0.0&lat=0.00&lon=0.00")
        #expect(tape.outcome("MK-095") == .pass)
    }

    @Test(arguments: ["?ll=-23.55,-46.63", "?ll=-23.55%2C-46.63", "?ll=x&a=-23.55&b=-46.63"])
    func `the app's coordinate at a third party breaks`(fired: String) {
        #expect(tape(fired).failing() == ["MK-095"])
    }
}
