import TestTape
import Testing
import Verification

@Suite("MK-151")
struct IdentityInBreakRequestTests {
    private func tape(_ extra: (TapeBuilder) -> String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(["https://video.example/tag?cb=[CACHEBUSTING]"]))
        tape.get("https://video.example/tag?cb=1\(extra(tape))", xml: Markup.vast([]))
        return tape
    }

    @Test func `the break's request as told holds`() {
        #expect(tape { _ in "" }.outcome("MK-151") == .pass)
        #expect(tape { _ in "" }.failing() == [])
    }

    @Test func `identity in the break's request breaks`() {
        #expect(tape { "&\($0.query)" }.failing() == ["MK-151"])
    }
}
