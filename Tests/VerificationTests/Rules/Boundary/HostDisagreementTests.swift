import CassetteFormat
import TestTape
import Testing
import Verification

@Suite("MK-053")
struct HostDisagreementTests {
    private func tape(_ url: String, host: String, ingress: Ingress = .connect) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.exchange("GET \(url)\nHost: \(host)\n\n", "HTTP/1.1 204 No Content\n\n", ingress: ingress)
        return tape
    }

    @Test(arguments: ["px.example", "PX.example", "px.example:443", "px.example."])
    func `one host holds, however it is written`(host: String) {
        #expect(tape("https://px.example/i", host: host).outcome("MK-053") == .pass)
        #expect(tape("https://px.example/i", host: host).failing() == [])
    }

    @Test(arguments: ["ads.metrike.example", "evil.example", "user@px.example", "px.example.evil", "[::1]"])
    func `two hosts break`(host: String) {
        #expect(tape("https://px.example/i", host: host).failing() == ["MK-053"])
    }

    @Test func `a request that was dialled to the ad server and names another is a third party's`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.exchange(
            "GET \(TapeBuilder.base)/i?visitor_id=\(TapeBuilder.visitor)\nHost: evil.example\n\n",
            "HTTP/1.1 204 No Content\n\n")
        #expect(tape.failing() == ["MK-042", "MK-053"])
    }

    @Test func `the name that TLS asked for counts as well`() {
        for (name, failing) in [("ads.metrike.example", [String]()), ("evil.example", ["MK-053"])] {
            var tape = TapeBuilder()
            tape.get("\(TapeBuilder.base)/i")
            var verifier = Verifier()
            let client = ClientConnectionFacts(
                id: 1, opened: 0, client: "127.0.0.1:9", tls: "TLSv1.3", serverName: name)
            for item in tape.items.prefix(1) + [.client(client)] + tape.items.dropFirst() { verifier.take(item) }
            let rules = verifier.finish().rules.filter { $0.verdict.outcome == .fail }.map(\.rule.code)
            #expect(rules.filter { $0 == "MK-053" } == failing, "\(name)")
        }
    }

    @Test func `behind a reverse proxy the client names the proxy`() {
        #expect(tape("https://px.example/i", host: "127.0.0.1", ingress: .reverse).failing() == [])
    }

    @Test func `without requests nothing is seen`() {
        #expect(TapeBuilder().outcome("MK-053") == .notObserved)
    }
}
