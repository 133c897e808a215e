import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-052")
struct HostUnexpectedTests {
    private func configuration(_ hosts: String...) -> ContractConfiguration {
        var configuration = ContractConfiguration()
        configuration.expectedHosts = hosts
        return configuration
    }

    private func tape(_ hosts: String...) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        for host in hosts { tape.get("https://\(host)/i") }
        return tape
    }

    @Test func `named hosts hold`() {
        let tape = tape("a.example", "B.example", "x.cdn.example")
        #expect(tape.outcome("MK-052", configuration("a.example", "b.Example", ".cdn.example")) == .pass)
    }

    @Test(arguments: ["b.example", "x.a.example", "cdn.example", "mycdn.example", "xa.example"])
    func `any other host breaks, once`(host: String) {
        let tape = tape(host, host)
        #expect(tape.failing(configuration("a.example", ".cdn.example")) == ["MK-052"])
        #expect(tape.verdict("MK-052", configuration("a.example", ".cdn.example"))?.findings.count == 1)
    }

    @Test func `hosts beyond the limit are counted`() {
        var tape = TapeBuilder()
        for number in 0..<65 { tape.get("https://h\(number).example/i") }
        #expect(tape.verdict("MK-052", configuration("a.example"))?.findings.count == 64)
        #expect(tape.verdict("MK-052", configuration("a.example"))?.remarks == ["1 further hosts"])
    }

    @Test func `the document that led there is told`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i"]))
        tape.get("https://px.example/i")
        let finding = tape.verdict("MK-052", configuration("a.example"))?.findings.first
        #expect(finding?.cause == .serverSupplied(at: "#1:2"))
    }

    @Test func `without a list nothing is judged`() {
        #expect(tape("b.example").outcome("MK-052") == .notApplicable)
        #expect(tape().outcome("MK-052", configuration("a.example")) == .notObserved)
    }
}
