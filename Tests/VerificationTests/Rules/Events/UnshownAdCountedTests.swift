import TestTape
import Testing
import Verification

@Suite("MK-139")
struct UnshownAdCountedTests {
    private func video(_ events: [String], token: String = "abc", asks: [String]? = nil) -> TapeBuilder {
        var tape = TapeBuilder()
        if let asks { tape.video(asks, token: token) } else { tape.video(token: token) }
        for event in events { tape.pixel(event) }
        tape.serve()
        return tape
    }

    @Test func `a fetched video of which nothing is told holds`() {
        #expect(video([]).outcome("MK-139") == .pass)
        #expect(video([]).failing() == [])
    }

    @Test(arguments: [["impression"], ["firstQuartile"], ["impression", "complete"]])
    func `a video that is counted and never started breaks`(events: [String]) {
        #expect(video(events).failing().contains("MK-139"))
        #expect(video(events).judged().findings.count { $0.code == "MK-139" } == 1)
    }

    @Test func `a shown video is none of this, nor one with an error`() {
        #expect(video(["impression", "start", "complete"]).outcome("MK-139") == .notObserved)
        #expect(video(["impression", "start"]).failing() == [])
        var failed = TapeBuilder()
        failed.vast(
            answer: Markup.vast(["https://px.example/impression"], tracking: [("start", "https://px.example/start")])
                .replacing("<AdTitle>", with: "<Error><![CDATA[https://px.example/error]]></Error><AdTitle>"))
        failed.pixel("impression")
        failed.pixel("error")
        failed.serve()
        #expect(failed.outcome("MK-139") == .notObserved)
    }

    @Test func `an ad that asks for no start may be shown unseen`() {
        #expect(video(["impression"], asks: ["complete"]).failing() == [])
    }

    @Test func `at the end of the recording nothing is seen`() {
        var tape = TapeBuilder()
        tape.video()
        #expect(tape.outcome("MK-139") == .notObserved)
        tape.pixel("impression")
        #expect(tape.outcome("MK-139") == .notObserved)
    }

    @Test func `an answer without an ad, and the publisher's own player, are no ads of the SDK`() {
        var empty = TapeBuilder()
        empty.vast(answer: "<VAST version=\"3.0\"></VAST>")
        empty.serve()
        #expect(empty.outcome("MK-139") == .notObserved)
        var own = TapeBuilder()
        own.mark("token_format", "abc own_player")
        own.video()
        own.pixel("impression")
        own.serve()
        #expect(own.outcome("MK-139") == .notObserved)
    }

    /// What the app does with its interstitial, each with the request that follows.
    private func interstitial(_ steps: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        for step in steps {
            switch step {
            case "preload":
                tape.mark("interstitial", "preload")
                tape.serve(answer: #"{"ad":"fill-0001"}"#)
            case "show": tape.mark("interstitial", "show")
            case "impression": tape.beacon(with: #","ad":"fill-0001""#)
            case "banner's impression": tape.beacon(with: #","ad":"fill-0002""#)
            default: tape.serve(answer: #"{"ad":"fill-0002"}"#)
            }
        }
        return tape
    }

    @Test func `an interstitial that is fetched, and not shown, stays silent`() {
        #expect(interstitial(["preload", "banner"]).outcome("MK-139") == .pass)
        #expect(interstitial(["preload", "impression"]).failing() == ["MK-139"])
        #expect(interstitial(["preload", "banner", "impression"]).failing() == ["MK-139"])
    }

    @Test func `a banner beside it is counted as ever`() {
        #expect(interstitial(["preload", "banner", "banner's impression"]).failing() == [])
    }

    @Test func `a shown interstitial is none of this, nor is an unmarked one`() {
        #expect(interstitial(["preload", "show", "impression", "banner"]).outcome("MK-139") == .notObserved)
        #expect(interstitial(["preload", "show", "impression", "banner"]).failing() == [])
        #expect(interstitial(["banner", "impression"]).outcome("MK-139") == .notObserved)
    }
}
