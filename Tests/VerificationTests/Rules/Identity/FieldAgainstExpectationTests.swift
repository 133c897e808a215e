import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-033")
struct FieldAgainstExpectationTests {
    private func configuration(_ key: String, _ word: String) -> ContractConfiguration {
        ContractConfiguration(["expect.\(key)": .text(word)])
    }

    private func tape(visitor: String? = TapeBuilder.visitor) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.visitor = visitor
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.beacon(with: #","ad":"fill-0001""#)
        return tape
    }

    @Test func `without an expectation nothing is judged`() {
        #expect(tape().outcome("MK-033") == .notApplicable)
        #expect(tape().outcome("MK-033", configuration("beacon.device_type", "may")) == .notApplicable)
    }

    @Test func `what must be there and is there holds`() {
        #expect(tape().outcome("MK-033", configuration("beacon.session_id", "must")) == .pass)
        #expect(tape().failing(configuration("beacon.session_id", "must")) == [])
    }

    @Test func `what must be there and is missing breaks`() {
        #expect(tape().failing(configuration("beacon.device_type", "must")) == ["MK-033"])
        #expect(tape().failing(configuration("serve.device_type", "must")) == ["MK-033"])
    }

    @Test func `what must not be there and is there breaks`() {
        #expect(tape().failing(configuration("serve.session_id", "never")) == ["MK-033"])
        #expect(tape().failing(configuration("serve.device_type", "never")) == [])
    }

    @Test func `another endpoint is not meant`() {
        #expect(tape().outcome("MK-033", configuration("click.device_type", "must")) == .notObserved)
    }

    @Test func `a pixel and a conversion have their own keys`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["\(TapeBuilder.base)/px?a=1"]))
        tape.get("\(TapeBuilder.base)/px?a=1&\(tape.query)")
        tape.conversion(with: #","mk_cid":"c1a2b3c4""#)
        for endpoint in ["vast", "pixel", "conversion"] {
            #expect(tape.failing(configuration("\(endpoint).device_type", "must")) == ["MK-033"], "\(endpoint)")
        }
    }

    @Test func `a visitor ID that may not be sent is not missed`() {
        let must = configuration("serve.visitor_id", "must")
        #expect(tape(visitor: nil).failing(must) == ["MK-033"])
        var off = TapeBuilder()
        off.mark("tracking", "off")
        off.visitor = nil
        off.serve()
        #expect(off.outcome("MK-033", must) == .notObserved)
        var refused = TapeBuilder()
        refused.serve(answer: #"{"tracking":false}"#)
        refused.visitor = nil
        refused.serve(answer: "{}")
        #expect(refused.failing(must) == [])
        refused.serve()
        #expect(refused.failing(must) == ["MK-033"])
    }

    @Test func `an address for the publisher's player has four fields alone`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast([]))
        var must = configuration("vast.device_type", "must")
        #expect(tape.failing(must) == ["MK-033"])
        must.tokenFormats = ["abc": .ownPlayer]
        #expect(!tape.failing(must).contains("MK-033"))
    }
}
