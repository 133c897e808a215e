import CassetteFormat
import TestTape
import Testing
import Verification

@Suite("MK-170")
struct ClickIDMissingTests {
    private func tape(_ location: String?, status: Int = 302) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: location, status: status)
        return tape
    }

    @Test(arguments: ["https://shop.example/?mk_cid=c1a2b3c4", "shop://item?mk_cid=c1a2b3c4"])
    func `302 with one mk_cid holds`(location: String) {
        #expect(tape(location).outcome("MK-170") == .pass)
        #expect(tape(location).failing() == [])
    }

    @Test(arguments: [
        "https://shop.example/", "https://shop.example/?mk_cid=", "https://shop.example/?mk_cid=a1&mk_cid=a2",
    ])
    func `none, an empty or two break`(location: String) {
        #expect(tape(location).failing() == ["MK-170"])
    }

    @Test func `another status breaks`() {
        #expect(tape("https://shop.example/?mk_cid=c1a2b3c4", status: 301).failing() == ["MK-170", "MK-188"])
        #expect(tape(nil, status: 200).failing() == ["MK-170"])
    }

    @Test func `a click that was not answered is not judged`() {
        var tape = TapeBuilder()
        tape.exchange(
            "GET \(TapeBuilder.base)/click?\(tape.query)\n\n", nil,
            end: .originUnreachable(code: "connect", detail: ""))
        #expect(tape.outcome("MK-170") == .notObserved)
        #expect(tape.judged().coverage.failures.count == 1)
    }
}
