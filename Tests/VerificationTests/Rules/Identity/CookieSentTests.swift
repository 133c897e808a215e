import TestTape
import Testing
import Verification

@Suite("MK-030")
struct CookieSentTests {
    @Test func `requests without cookies hold`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-030") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a cookie from the SDK breaks`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/serve?\(tape.query)", fields: "Cookie: uid=1; a=b\n")
        #expect(tape.failing() == ["MK-030"])
        #expect(tape.judged().findings.first?.saw == .words("Cookie with uid, a"))
    }

    @Test func `the browser's cookies at a click are a remark`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.exchange(
            "GET \(TapeBuilder.base)/click?\(tape.query)\nUser-Agent: \(TapeBuilder.safari)\nCookie: s=1\n\n",
            "HTTP/1.1 302 Found\nLocation: https://shop.example/?mk_cid=c1a2b3c4\n\n")
        #expect(tape.failing() == [])
        #expect(tape.verdict("MK-030")?.remarks == ["#2: the browser sent its own cookies"])
    }
}
