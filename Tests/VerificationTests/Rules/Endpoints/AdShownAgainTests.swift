import TestTape
import Testing
import Verification

@Suite("MK-012")
struct AdShownAgainTests {
    private static let answer = #"{"ad_id":"mk1234567890","image_url":"https://cdn.example/a.gif"}"#
    private static let name = #","ad_id":"mk1234567890""#

    private func tape(_ steps: (inout TapeBuilder) -> Void) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: Self.answer)
        steps(&tape)
        return tape
    }

    @Test func `a fresh answer before each show holds`() {
        let tape = tape {
            $0.beacon(with: Self.name)
            $0.get("https://cdn.example/a.gif")
            $0.serve(answer: #"{"ad_id":"mk0987654321"}"#)
            $0.beacon(with: #","ad_id":"mk0987654321""#)
        }
        #expect(tape.outcome("MK-012") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a second impression after the creative came again breaks`() {
        let tape = tape {
            $0.beacon(with: Self.name)
            $0.get("https://cdn.example/a.gif")
            $0.beacon(with: Self.name)
        }
        #expect(tape.failing() == ["MK-012", "MK-121"])
    }

    @Test func `a second impression after viewable breaks, once for each show`() {
        let tape = tape {
            for _ in 0..<3 {
                $0.beacon(with: Self.name)
                $0.wait(seconds: 1)
                $0.beacon("viewable", with: Self.name)
            }
        }
        #expect(tape.verdict("MK-012")?.findings.count == 2)
    }

    @Test func `two impressions in a row are another rule's`() {
        let tape = tape {
            $0.beacon(with: Self.name)
            $0.beacon(with: Self.name)
        }
        #expect(tape.failing() == ["MK-121"])
    }

    @Test func `beacons that name a zone alone say nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.serve()
        for event in ["impression", "viewable", "impression"] { tape.beacon(event, with: #","zone_id":12"#) }
        #expect(tape.outcome("MK-012") == .notObserved)
    }
}
