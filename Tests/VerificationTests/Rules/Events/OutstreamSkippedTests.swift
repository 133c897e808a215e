import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-131")
struct OutstreamSkippedTests {
    private func tape(_ events: [String], mark: String? = "abc outstream") -> TapeBuilder {
        var tape = TapeBuilder()
        if let mark { tape.mark("token_format", mark) }
        tape.video(["start", "complete", "skip", "close", "closeLinear"])
        for event in events { tape.pixel(event) }
        return tape
    }

    @Test func `an outstream ad that ends by itself holds`() {
        #expect(tape(["start", "complete"]).outcome("MK-131") == .pass)
        #expect(tape(["start", "complete"]).failing() == [])
    }

    @Test(arguments: ["skip", "close", "closeLinear"])
    func `a skipped or closed outstream ad breaks`(event: String) {
        #expect(tape(["start", event]).failing() == ["MK-131"])
    }

    @Test func `the configuration names the format as well, and before the marks`() {
        var configuration = ContractConfiguration()
        configuration.tokenFormats = ["abc": .outstream]
        #expect(tape(["start", "skip"], mark: nil).failing(configuration) == ["MK-131"])
        #expect(tape(["start", "skip"], mark: "abc fullscreen").failing(configuration) == ["MK-131"])
    }

    @Test func `a full-screen ad may be skipped`() {
        #expect(tape(["start", "skip"], mark: "abc fullscreen").outcome("MK-131") == .notObserved)
        #expect(tape(["start", "skip"], mark: "abc fullscreen").failing() == [])
    }

    @Test(arguments: [nil, "xyz outstream", "abc banana", "abc"])
    func `without the format it asks for the key`(mark: String?) {
        let verdict = tape(["start", "skip"], mark: mark).verdict("MK-131")
        #expect(verdict?.outcome == .needsConfig)
        #expect(verdict?.reason.contains("formats.tokens") == true)
    }

    @Test func `an ad without a format beside a known one is told of`() {
        var tape = tape(["start", "complete"])
        tape.video(token: "other")
        tape.pixel("start")
        #expect(tape.outcome("MK-131") == .pass)
        #expect(tape.verdict("MK-131")?.remarks.count == 1)
    }
}
