import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-014")
struct RequestWithoutTLSTests {
    private func tape(_ scheme: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("\(scheme)://ads.metrike.example/vast/abc?\(tape.query)", xml: Markup.vast([]))
        return tape
    }

    @Test func `https holds`() {
        #expect(tape("https").outcome("MK-014") == .pass)
        #expect(tape("https").failing() == [])
    }

    @Test func `http breaks`() {
        #expect(tape("http").failing() == ["MK-014"])
        #expect(tape("http").judged().findings.map(\.severity) == [.p1])
    }

    @Test func `a third party without TLS is not meant`() {
        var tape = tape("https")
        tape.get("http://cdn.example/a.gif")
        #expect(tape.failing() == [])
    }

    @Test(arguments: [
        ("ignore", RuleVerdict.Outcome.notApplicable, nil), ("info", .pass, nil),
        ("warn", .fail, Severity?.some(.p3)),
        ("fail", .fail, .p1),
    ])
    func `the key says what it counts`(weight: String, outcome: RuleVerdict.Outcome, severity: Severity?) {
        let configuration = ContractConfiguration(["first_party.plain_http": .text(weight)])
        let verdict = tape("http").verdict("MK-014", configuration)
        #expect(verdict?.outcome == outcome)
        #expect(verdict?.findings.first?.severity == severity)
        #expect(verdict?.remarks.isEmpty == (weight != "info"))
    }

    @Test func `nothing of the ad server shows nothing`() {
        var tape = TapeBuilder()
        tape.get("http://cdn.example/a.gif")
        #expect(tape.outcome("MK-014") == .notObserved)
    }

    @Test func `whom it is due to is told`() {
        #expect(tape("http").judged().findings.map(\.cause) == [.sdkSent])
        var told = TapeBuilder()
        let pixel = "http://ads.metrike.example/px?\(told.query)"
        told.vast(answer: Markup.vast([pixel]))
        told.get(pixel)
        #expect(told.verdict("MK-014")?.findings.map(\.cause.kind) == ["server-supplied"])
        var redirected = TapeBuilder()
        redirected.get("https://shop.example/a", redirect: "http://ads.metrike.example/b")
        redirected.get("http://ads.metrike.example/b")
        #expect(redirected.verdict("MK-014")?.findings.map(\.cause.kind) == ["redirect"])
        var page = TapeBuilder()
        page.get("http://ads.metrike.example/news")
        #expect(page.verdict("MK-014")?.findings.map(\.cause) == [.unjoined])
        var web = TapeBuilder()
        web.exchange(
            "GET http://ads.metrike.example/news\nUser-Agent: Mozilla/5.0 (iPhone)\n\n", "HTTP/1.1 204 No Content\n\n")
        #expect(web.verdict("MK-014")?.findings.map(\.cause) == [.webView])
    }
}
