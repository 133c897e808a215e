import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-184")
struct ClickOutsideBrowserTests {
    private func tape(
        _ agent: String?, method: String = "GET", base: String = TapeBuilder.base
    ) -> TapeBuilder {
        var tape = TapeBuilder()
        let field = agent.map { "User-Agent: \($0)\n" } ?? ""
        tape.exchange(
            "\(method) \(base)/click?\(tape.query)\n\(field)\n",
            "HTTP/1.1 302 Found\nLocation: https://shop.example/?mk_cid=c1a2b3c4\n\n")
        return tape
    }

    @Test(arguments: [
        TapeBuilder.safari,
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            + " Version/17.4 Safari/605.1.15",
    ])
    func `Safari holds, on a tablet too`(agent: String) {
        #expect(tape(agent).outcome("MK-184") == .pass)
        #expect(tape(agent).failing() == [])
    }

    @Test(arguments: [TapeBuilder.agent, "\(TapeBuilder.browser) (KHTML, like Gecko) Mobile/15E148", nil])
    func `the app, a web view or nobody breaks`(agent: String?) {
        #expect(tape(agent).failing() == ["MK-184"])
    }

    @Test func `another method breaks`() {
        #expect(tape(TapeBuilder.safari, method: "HEAD").failing() == ["MK-184", "MK-195"])
    }

    @Test func `a click in clear breaks`() {
        let failing = tape(TapeBuilder.safari, base: "http://ads.metrike.example").failing()
        #expect(failing == ["MK-014", "MK-184"])
    }

    @Test func `no click shows nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-184") == .notObserved)
    }
}
