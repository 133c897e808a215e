import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-008")
struct ContentURLOnInterstitialTests {
    private static let address = "&page_url=https%3A%2F%2Fnews.example%2F1"

    private var formats: ContractConfiguration {
        var configuration = ContractConfiguration()
        configuration.zoneFormats = ["12": .banner, "13": .interstitial]
        return configuration
    }

    private func tape(banner: String, interstitial: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(zone: 12, with: banner)
        tape.serve(zone: 13, with: interstitial)
        return tape
    }

    @Test func `the banner's address holds`() {
        let tape = tape(banner: Self.address, interstitial: "")
        #expect(tape.outcome("MK-008", formats) == .pass)
        #expect(tape.failing(formats) == [])
    }

    @Test func `the interstitial's address breaks`() {
        let tape = tape(banner: "", interstitial: Self.address)
        #expect(tape.failing(formats) == ["MK-008"])
    }

    @Test func `without formats an address leaves it open, none at all holds`() {
        #expect(tape(banner: Self.address, interstitial: "").outcome("MK-008") == .needsConfig)
        #expect(tape(banner: "", interstitial: "").outcome("MK-008") == .pass)
    }

    @Test func `an address under another name leaves it open`() {
        let other = "&u=https%3A%2F%2Fnews.example%2F1"
        #expect(tape(banner: "", interstitial: other).outcome("MK-008", formats) == .needsConfig)
        #expect(tape(banner: "", interstitial: other).outcome("MK-008") == .needsConfig)
        // The name is known: what else has an address is something else.
        #expect(tape(banner: Self.address, interstitial: other).outcome("MK-008", formats) == .pass)
        #expect(tape(banner: "", interstitial: "&u=https").outcome("MK-008", formats) == .pass)
    }

    @Test func `without an interstitial it is none of this`() {
        var tape = TapeBuilder()
        #expect(tape.outcome("MK-008", formats) == .notObserved)
        tape.serve(zone: 12, with: Self.address)
        #expect(tape.outcome("MK-008", formats) == .notApplicable)
    }
}
