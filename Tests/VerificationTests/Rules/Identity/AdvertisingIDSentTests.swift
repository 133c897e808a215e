import TestTape
import Testing
import Verification

@Suite("MK-029")
struct AdvertisingIDSentTests {
    @Test func `requests without an advertising ID hold`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-029") == .pass)
        #expect(tape.failing() == [])
    }

    @Test(arguments: [
        "&idfa=00000000-0000-0000-0000-000000000000", "&IFA=A1", "&dev=00000000-0000-0000-0000-000000000000",
    ])
    func `an advertising ID to the server breaks`(extra: String) {
        var tape = TapeBuilder()
        tape.serve(with: extra)
        #expect(tape.failing() == ["MK-029"])
    }

    @Test func `an ad's own number as adid holds`() {
        var tape = TapeBuilder()
        tape.serve(with: "&adid=4711")
        #expect(tape.failing() == [])
    }

    @Test func `an advertising ID added to a told third-party pixel breaks, one the document had does not`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i", "https://px.example/j?ifa=B2"]))
        tape.get("https://px.example/i?idfa=B2")
        tape.get("https://px.example/j?ifa=B2")
        #expect(tape.failing() == ["MK-029"])
        #expect(tape.judged().findings.map(\.exchange) == [2])
    }

    @Test func `one on a path that nobody knows breaks, and nobody is blamed`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/v2/profile?idfa=\(TapeBuilder.otherSession)")
        #expect(tape.failing() == ["MK-029"])
        #expect(tape.judged().findings.map(\.cause) == [.unjoined])
    }
}
