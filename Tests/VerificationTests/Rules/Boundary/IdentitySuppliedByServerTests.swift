import TestTape
import Testing
import Verification

@Suite("MK-051")
struct IdentitySuppliedByServerTests {
    @Test func `an answer with clean URLs of other hosts holds`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i?c=1"]))
        #expect(tape.outcome("MK-051") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `the server's own AdTagURI with the visitor ID breaks, and the SDK is not blamed`() {
        let tag = "https://video.example/tag?ppid=\(TapeBuilder.visitor)"
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap([tag]))
        tape.get(tag, xml: Markup.vast([]))
        #expect(tape.failing() == ["MK-051"])
        #expect(tape.judged().findings.map(\.exchange) == [1])
        #expect(tape.judged().findings.first?.cause.kind == "server-supplied")
    }

    @Test func `an identity field in the server's pixel URL breaks`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i?app_bundle=br.com.news"]))
        tape.get("https://px.example/i?app_bundle=br.com.news")
        #expect(tape.failing() == ["MK-051"])
    }
}
