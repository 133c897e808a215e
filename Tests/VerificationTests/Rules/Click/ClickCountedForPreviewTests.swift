import TestTape
import Testing
import Verification

@Suite("MK-195")
struct ClickCountedForPreviewTests {
    private func tape(_ method: String, _ fields: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.exchange(
            "\(method) \(TapeBuilder.base)/click?\(tape.query)\n\(fields)\n",
            "HTTP/1.1 302 Found\nLocation: https://shop.example/?mk_cid=c1a2b3c4\n\n")
        return tape
    }

    @Test func `a person's browser holds`() {
        #expect(tape("GET", "User-Agent: \(TapeBuilder.safari)\n").outcome("MK-195") == .pass)
    }

    @Test(arguments: [
        ("GET", "User-Agent: \(TapeBuilder.safari)\nSec-Purpose: prefetch;prerender\n"),
        ("GET", "User-Agent: \(TapeBuilder.safari)\nX-Purpose: preview\n"),
    ])
    func `a preview breaks`(method: String, fields: String) {
        #expect(tape(method, fields).failing() == ["MK-195"])
    }

    @Test(arguments: [("HEAD", "User-Agent: \(TapeBuilder.safari)\n"), ("GET", "User-Agent: WhatsApp/2.23\n")])
    func `a preview that is no browser's GET breaks that rule too`(method: String, fields: String) {
        #expect(tape(method, fields).failing() == ["MK-184", "MK-195"])
    }

    @Test func `a click that gives no ID is not judged`() {
        var tape = TapeBuilder()
        tape.click(to: "https://shop.example/")
        #expect(tape.outcome("MK-195") == .notObserved)
    }
}
