import TestTape
import Testing
import Verification

@Suite("MK-045")
struct IdentityOnMisreadURLTests {
    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://ads.metrike.example@evil.example/i"]))
        tape.get("https://evil.example/i\(extra)")
        return tape
    }

    @Test func `the base host as user information is another host`() {
        #expect(tape("").outcome("MK-045") == .pass)
        #expect(tape("").failing() == [])
    }

    @Test func `identity to a host that was misread breaks`() {
        #expect(tape("?app_bundle=br.com.news").failing() == ["MK-045"])
    }

    @Test func `without such a URL nothing is seen`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-045") == .notObserved)
    }
}
