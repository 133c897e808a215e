import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-007")
struct OwnPlayerMeasuredTests {
    private func configuration(_ formats: [String: ContractConfiguration.AdFormat]) -> ContractConfiguration {
        var configuration = ContractConfiguration()
        configuration.tokenFormats = formats
        return configuration
    }

    private var own: ContractConfiguration { configuration(["abc": .ownPlayer]) }

    private func tape(_ then: (inout TapeBuilder) -> Void = { _ in }) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast("abc", answer: Markup.vast([]).replacing("Ad id=\"1\"", with: "Ad id=\"ad-77\""))
        then(&tape)
        return tape
    }

    @Test func `an own player's ad without a beacon holds`() {
        #expect(tape().outcome("MK-007", own) == .pass)
        #expect(tape().failing(own) == [])
    }

    @Test(arguments: ["abc", "ad-77"])
    func `a beacon that names the token or its ad breaks`(name: String) {
        let tape = tape { $0.beacon("viewable", with: #","ad_id":"\#(name)""#) }
        #expect(tape.failing(own) == ["MK-007"])
        #expect(tape.failing(configuration(["abc": .outstream])) == [])
    }

    @Test func `the request event is another rule's`() {
        #expect(tape { $0.beacon("request", with: #","ad_id":"abc""#) }.failing(own) == ["MK-123"])
    }

    @Test func `the display ad's beacon is not of the player`() {
        let tape = tape {
            $0.serve(answer: #"{"ad_id":"mk12345678"}"#)
            $0.beacon("viewable", with: #","ad_id":"mk12345678""#)
        }
        #expect(tape.outcome("MK-007", own) == .pass)
    }

    @Test func `a beacon of no known ad leaves it open`() {
        #expect(tape { $0.beacon("viewable", with: #","x":"q""#) }.outcome("MK-007", own) == .notObserved)
    }

    @Test func `without a format a token leaves it open, with another it is none of this`() {
        #expect(tape().outcome("MK-007") == .needsConfig)
        #expect(tape().outcome("MK-007", configuration(["abc": .outstream])) == .notApplicable)
        #expect(TapeBuilder().outcome("MK-007", own) == .notObserved)
        var empty = TapeBuilder()
        empty.vast("abc", answer: "<VAST version=\"3.0\"></VAST>")
        #expect(empty.outcome("MK-007", own) == .notObserved)
    }
}
