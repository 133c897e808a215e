import TestTape
import Testing
import Verification

@Suite("MK-009")
struct CategoryLookedUpByDeviceTests {
    @Test func `serve alone holds`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-009") == .pass)
        #expect(tape.failing() == [])
    }

    @Test(arguments: [("lookup?id=1", ["MK-009"]), ("search?term=1", [])] as [(String, [String])])
    func `a lookup breaks, another address does not`(path: String, failing: [String]) {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://itunes.apple.com/\(path)")
        #expect(tape.failing() == failing)
    }

    @Test func `without serve nothing is shown`() {
        #expect(TapeBuilder().outcome("MK-009") == .notObserved)
    }
}
