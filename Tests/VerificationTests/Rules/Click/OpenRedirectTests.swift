import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-192")
struct OpenRedirectTests {
    private func tape(_ parameter: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: "https://shop.example/?mk_cid=c1a2b3c4", with: parameter)
        return tape
    }

    @Test(arguments: ["", "&page_url=https%3A%2F%2Fnews.example%2F1", "&to=https%3A%2F%2Fshop.example%2F&sig=ab12"])
    func `a destination that the server knows, or has signed, holds`(parameter: String) {
        #expect(tape(parameter).outcome("MK-192") == .pass)
        #expect(tape(parameter).failing() == [])
    }

    @Test(arguments: ["&to=https%3A%2F%2Fshop.example%2F", "&url=https://shop.example/"])
    func `a destination that stands in the link breaks`(parameter: String) {
        #expect(tape(parameter).failing() == ["MK-192"])
    }

    @Test func `a campaign of the configuration holds`() {
        var configuration = ContractConfiguration()
        configuration.landingURLs = ["https://shop.example/"]
        #expect(tape("&to=https%3A%2F%2Fshop.example%2F").outcome("MK-192", configuration) == .pass)
    }

    @Test func `a click that was not redirected is not judged`() {
        #expect(TapeBuilder().outcome("MK-192") == .notObserved)
    }
}
