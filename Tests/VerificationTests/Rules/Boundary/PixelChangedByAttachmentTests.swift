import TestTape
import Testing
import Verification

@Suite("MK-050")
struct PixelChangedByAttachmentTests {
    private func tape(_ fired: (String) -> String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["\(TapeBuilder.base)/px?b=1&a=%7e"]))
        tape.get("\(TapeBuilder.base)/px?\(fired(tape.query))")
        return tape
    }

    @Test func `identity appended holds`() {
        #expect(tape { "b=1&a=%7e&\($0)" }.outcome("MK-050") == .pass)
        #expect(tape { "b=1&a=%7e&\($0)" }.failing() == [])
    }

    @Test func `another order breaks`() {
        #expect(tape { "a=%7e&b=1&\($0)" }.failing() == ["MK-050"])
    }

    @Test func `another coding breaks`() {
        #expect(tape { "b=1&a=~&\($0)" }.failing() == ["MK-050"])
    }

    @Test func `a dropped parameter breaks`() {
        #expect(tape { "b=1&\($0)" }.failing() == ["MK-050"])
    }

    @Test func `a parameter doubled by the attachment breaks`() {
        #expect(tape { "b=1&a=%7e&b=1&\($0)" }.failing() == ["MK-050"])
    }
}
