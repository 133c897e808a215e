import TestTape
import Testing
import Verification

@Suite("MK-032")
struct AppNamedByUserAgentTests {
    @Test func `the hosts are a remark, each once, and never a finding`() {
        var tape = TapeBuilder()
        tape.serve()
        for _ in 0..<2 { tape.get("https://px.example/i") }
        tape.exchange("GET https://web.example/\nUser-Agent: \(TapeBuilder.browser)\n\n", "HTTP/1.1 204 No\n\n")
        let verdict = tape.verdict("MK-032")
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks == ["the system's User-Agent names the app to px.example"])
        #expect(tape.failing() == [])
    }

    @Test func `hosts beyond the limit are counted`() {
        var tape = TapeBuilder()
        for number in 0..<18 { tape.get("https://px\(number).example/i") }
        #expect(tape.verdict("MK-032")?.remarks.first?.hasSuffix("px15.example and 2 others") == true)
    }

    @Test(arguments: ["News/7", "CFNetwork/1", "News/7 CFNetworking/1"])
    func `another User-Agent is no remark`(agent: String) {
        var tape = TapeBuilder()
        tape.exchange("GET https://px.example/\nUser-Agent: \(agent)\n\n", "HTTP/1.1 204 No\n\n")
        #expect(tape.verdict("MK-032")?.remarks == [])
    }

    @Test func `without a third party nothing is shown`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-032") == .notObserved)
    }
}
