import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-001")
struct FirstPartyPathUnknownTests {
    private var strict: ContractConfiguration {
        var configuration = ContractConfiguration()
        configuration.knownPaths = ["/px"]
        return configuration
    }

    @Test func `the guide's paths and learned beacons are known`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.beacon()
        tape.beacon("viewable", to: "/signals")
        tape.conversion()
        tape.vast(answer: Markup.vast([TapeBuilder.base + "/told/i?a=1"]))
        tape.get("\(TapeBuilder.base)/told/i?a=1&\(tape.query)")
        #expect(tape.outcome("MK-001") == .pass)
        #expect(tape.outcome("MK-001", strict) == .pass)
    }

    @Test func `an unknown path is listed, and with known paths named it breaks`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("\(TapeBuilder.base)/telemetry?\(tape.query)")
        tape.get("\(TapeBuilder.base)/telemetry?\(tape.query)&again=1")
        #expect(tape.verdict("MK-001")?.outcome == .needsConfig)
        #expect(tape.verdict("MK-001")?.reason.contains("/telemetry") == true)
        #expect(tape.failing(strict) == ["MK-001"])
        #expect(tape.verdict("MK-001", strict)?.findings.count == 1)
    }

    @Test func `a JSON POST without an event is no beacon`() {
        var tape = TapeBuilder()
        tape.post("\(TapeBuilder.base)/log", json: #"{"a":1}"#)
        #expect(tape.outcome("MK-001", strict) == .fail)
    }

    @Test func `a path stands for those below it, and for no other that begins alike`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/px/a/b?\(tape.query)")
        #expect(tape.outcome("MK-001", strict) == .pass)
        tape.get("\(TapeBuilder.base)/pxy?\(tape.query)")
        #expect(tape.outcome("MK-001", strict) == .fail)
    }

    @Test func `what a browser fetches is not the SDK's`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.exchange(
            "GET \(TapeBuilder.base)/favicon.ico\nUser-Agent: \(TapeBuilder.browser)\n\n", "HTTP/1.1 404 No\n\n")
        #expect(tape.outcome("MK-001", strict) == .pass)
    }

    @Test func `paths beyond the limit are counted`() {
        var tape = TapeBuilder()
        for number in 0..<33 { tape.get("\(TapeBuilder.base)/p\(number)?\(tape.query)") }
        #expect(tape.verdict("MK-001", strict)?.findings.count == 32)
        #expect(tape.verdict("MK-001", strict)?.remarks == ["1 requests of further unknown paths"])
    }

    @Test func `without a first-party request nothing is shown`() {
        #expect(TapeBuilder().outcome("MK-001") == .notObserved)
    }
}
