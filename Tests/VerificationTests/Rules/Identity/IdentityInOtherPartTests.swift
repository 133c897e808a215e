import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-034")
struct IdentityInOtherPartTests {
    private func configuration(_ transport: String) -> ContractConfiguration {
        ContractConfiguration(["identity.transport": .text(transport)])
    }

    private var tape: TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.beacon(with: #","ad":"fill-0001""#)
        return tape
    }

    @Test func `by default any part will do, and the remarks name it`() {
        #expect(tape.outcome("MK-034") == .pass)
        #expect(tape.verdict("MK-034")?.remarks == ["beacon: identity in body", "serve: identity in query"])
        #expect(tape.failing() == [])
    }

    @Test func `identity in the body holds where the body is named`() {
        #expect(tape.outcome("MK-034", configuration("body")) == .pass)
    }

    @Test func `identity in the body breaks where the query is named`() {
        #expect(tape.failing(configuration("query")) == ["MK-034"])
    }

    @Test func `identity in the query of a request with a body breaks where the body is named`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.post("\(TapeBuilder.base)/beacon?\(tape.query)", json: #"{"event":"request","in_app_mechanism":"sdk"}"#)
        #expect(tape.outcome("MK-034") == .pass)
        #expect(tape.outcome("MK-034", configuration("query")) == .pass)
        #expect(tape.failing(configuration("body")) == ["MK-034"])
    }

    @Test func `no identity shows nothing`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/serve?zone_id=1", json: "{}")
        #expect(tape.outcome("MK-034") == .notObserved)
    }
}
