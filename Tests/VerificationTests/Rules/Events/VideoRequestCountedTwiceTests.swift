import TestTape
import Testing
import Verification

@Suite("MK-123")
struct VideoRequestCountedTwiceTests {
    private func tape(_ event: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast("token-1", answer: Markup.vast([]))
        tape.beacon(event, with: #","token":"token-1""#)
        return tape
    }

    @Test func `another event holds`() {
        #expect(tape("click").outcome("MK-123") == .pass)
        #expect(tape("click").failing() == [])
    }

    @Test func `a request event with the token breaks`() {
        #expect(tape("request").failing() == ["MK-123"])
    }

    @Test func `a request event with the ad that came breaks`() {
        var tape = TapeBuilder()
        let vast = Markup.vast([]).replacing("Ad id=\"1\"", with: "Ad id=\"ad-77\"")
        tape.vast("token-1", answer: vast)
        tape.beacon("request", with: #","ad_id":"ad-77""#)
        #expect(tape.failing() == ["MK-123"])
    }
}
