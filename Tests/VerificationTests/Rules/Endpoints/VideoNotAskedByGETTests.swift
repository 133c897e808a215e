import TestTape
import Testing
import Verification

@Suite("MK-003")
struct VideoNotAskedByGETTests {
    private func tape(_ method: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.exchange(
            "\(method) \(TapeBuilder.base)/vast/abc?\(tape.query)\nUser-Agent: \(TapeBuilder.agent)\n\n",
            "HTTP/1.1 204 No Content\n\n")
        return tape
    }

    @Test func `GET holds`() {
        #expect(tape("GET").outcome("MK-003") == .pass)
        #expect(tape("GET").failing() == [])
    }

    @Test(arguments: ["POST", "HEAD"])
    func `another method breaks`(method: String) {
        #expect(tape(method).failing() == ["MK-003"])
    }

    @Test func `without video nothing is shown`() {
        #expect(TapeBuilder().outcome("MK-003") == .notObserved)
    }
}
