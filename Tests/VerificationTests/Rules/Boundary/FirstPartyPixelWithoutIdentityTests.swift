import TestTape
import Testing
import Verification

@Suite("MK-041")
struct FirstPartyPixelWithoutIdentityTests {
    private func tape(_ fired: (TapeBuilder) -> String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["\(TapeBuilder.base)/px?e=imp&c=1"]))
        tape.get(fired(tape))
        return tape
    }

    @Test func `a first-party pixel with identity holds`() {
        let tape = tape { "\(TapeBuilder.base)/px?e=imp&c=1&\($0.query)" }
        #expect(tape.outcome("MK-041") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a first-party pixel fired as told breaks`() {
        let tape = tape { _ in "\(TapeBuilder.base)/px?e=imp&c=1" }
        #expect(tape.failing() == ["MK-041"])
        #expect(tape.judged().findings.first?.saw == .words("no app_bundle, app_name, app_version, sdk_version"))
    }

    @Test func `without a document nothing is seen`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-041") == .notObserved)
    }
}
