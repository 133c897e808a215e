import TestTape
import Testing
import Verification

@Suite("MK-188")
struct ClickRedirectCacheableTests {
    private func tape(_ fields: String, status: Int = 302) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.exchange(
            "GET \(TapeBuilder.base)/click?\(tape.query)\nUser-Agent: \(TapeBuilder.safari)\n\n",
            "HTTP/1.1 \(status) Found\n\(fields)Location: https://shop.example/?mk_cid=c1a2b3c4\n\n")
        return tape
    }

    @Test(arguments: [
        "", "Cache-Control: no-store\n", "Cache-Control: private, max-age=600\n", "Cache-Control: max-age=0\n",
        "Expires: 0\n", "Expires: Thu, 01 Jan 1970 00:00:00 GMT\nDate: Mon, 30 Nov 2026 10:00:00 GMT\n",
    ])
    func `a 302 that no cache keeps holds`(fields: String) {
        #expect(tape(fields).outcome("MK-188") == .pass)
        #expect(tape(fields).failing() == [])
    }

    @Test(arguments: [
        "Cache-Control: max-age=600\n", "Cache-Control: public, s-maxage=60, max-age=0\n",
        "Expires: Tue, 01 Dec 2026 10:00:00 GMT\nDate: Mon, 30 Nov 2026 10:00:00 GMT\n",
    ])
    func `a 302 that may be kept breaks`(fields: String) {
        #expect(tape(fields).failing() == ["MK-188"])
    }

    @Test func `a 301 is kept unless told otherwise`() {
        #expect(tape("", status: 301).failing() == ["MK-170", "MK-188"])
        #expect(tape("Cache-Control: no-store\n", status: 301).failing() == ["MK-170"])
    }

    @Test func `a click without mk_cid is not judged`() {
        #expect(TapeBuilder().outcome("MK-188") == .notObserved)
    }
}
