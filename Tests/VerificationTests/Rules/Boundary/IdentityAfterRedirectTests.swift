import TestTape
import Testing
import Verification

@Suite("MK-046")
struct IdentityAfterRedirectTests {
    private func tape(location: String, fired: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["\(TapeBuilder.base)/px?e=1"]))
        tape.get("\(TapeBuilder.base)/px?e=1&\(tape.query)", redirect: location)
        tape.get(fired)
        return tape
    }

    @Test func `a redirect to another host without identity holds`() {
        let tape = tape(location: "https://sync.example/?p=1", fired: "https://sync.example/?p=1")
        #expect(tape.outcome("MK-046") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `identity echoed by the server's Location breaks and names the redirect`() {
        let url = "https://sync.example/?visitor_id=\(TapeBuilder.visitor)"
        let tape = tape(location: url, fired: url)
        #expect(tape.failing() == ["MK-046"])
        #expect(tape.judged().findings.first?.cause == .redirect(exchange: 2))
    }

    @Test func `identity attached again after a redirect breaks and names the SDK`() {
        let tape = tape(
            location: "https://sync.example/?p=1", fired: "https://sync.example/?p=1&app_bundle=br.com.news")
        #expect(tape.failing() == ["MK-046"])
        #expect(tape.judged().findings.first?.cause == .sdkAttached(absentFrom: "#2"))
    }
}
