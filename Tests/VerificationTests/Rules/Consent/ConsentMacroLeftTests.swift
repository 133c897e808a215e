import TestTape
import Testing
import Verification

@Suite("MK-196")
struct ConsentMacroLeftTests {
    private func tape(_ query: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.get("https://px.example/i?\(query)")
        return tape
    }

    @Test(arguments: [
        "gdpr=1", "gdpr=%24", "a=[1]", "a=$%7B", "a=%5BCACHEBUSTING%5D", "a=[APPBUNDLE]", "a=%5BGDPRX%5D", "GDPR=1",
        "a=[GDPR", "a=%24%7BGDPR_CONSENT_%7D", "a=%24%7BGDPR_CONSENT_75a%7D",
    ])
    func `signals and other macros hold`(query: String) {
        #expect(tape(query).outcome("MK-196") == .pass)
    }

    @Test(arguments: [
        "g=%24%7BGDPR%7D", "g=%24%7bGDPR_CONSENT_755%7d", "g=$%7BGDPR_CONSENT_12%7D", "g=[GDPRCONSENT]",
        "g=%5BGDPRCONSENT%5D", "g=%24%7BUS_PRIVACY%7D", "g=%24%7BGPP_STRING_12%7D&h=1", "a=[X]&g=[GDPR]",
    ])
    func `a consent macro that was left breaks`(query: String) {
        #expect(tape(query).failing() == ["MK-196"])
    }

    @Test func `without requests nothing is seen`() {
        #expect(TapeBuilder().outcome("MK-196") == .notObserved)
    }
}
