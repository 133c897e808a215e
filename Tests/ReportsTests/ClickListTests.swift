import Foundation
import Reports
import TestTape
import Testing
import Verification

@Suite struct ClickListTests {
    /// One click to a conversion, one by a page into an app, one that is lost.
    private var tape: TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"fill-0001","click_url":"\#(TapeBuilder.base)/click?ad=fill-0001"}"#)
        tape.exchange(
            "GET \(TapeBuilder.base)/click?ad=fill-0001&\(tape.query)\n\n",
            "HTTP/1.1 302 Found\nLocation: https://shop.example/offer?mk_cid=c1a2b3c4\n\n")
        tape.get("https://shop.example/offer?mk_cid=c1a2b3c4")
        tape.conversion(with: #","mk_cid":"c1a2b3c4""#)
        tape.click(to: "https://go.example/r?mk_cid=d5e6f7a8")
        tape.exchange(
            "GET https://go.example/r?mk_cid=d5e6f7a8\n\n",
            "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<script>location='shop://item?mk_cid=d5e6f7a8'</script>")
        tape.click(to: "https://go.example/q?mk_cid=e9f0a1b2", with: "&n=1")
        tape.get("https://go.example/q?mk_cid=e9f0a1b2", redirect: "https://shop.example/e9f0a1b2")
        return tape
    }

    @Test func `the ways of the clicks`() throws {
        try expectGolden(ClickList(tape.judged()).text, "clicks.txt")
    }

    @Test func `the ways of the clicks as JSON`() throws {
        let json = ClickList(tape.judged()).json
        try expectGolden(String(decoding: json, as: UTF8.self), "clicks.json")
        _ = try JSONSerialization.jsonObject(with: Data(json))
    }

    @Test func `no click ID is shown unless told to`() {
        for reveals in [false, true] {
            let list = ClickList(tape.judged(), reveals: reveals)
            let text = list.text + String(decoding: list.json, as: UTF8.self)
            for id in ["c1a2b3c4", "d5e6f7a8", "e9f0a1b2"] { #expect(text.contains(id) == reveals) }
        }
    }

    @Test func `a recording without clicks says so`() {
        #expect(ClickList(TapeBuilder().judged()).text == "no click in this recording\n")
    }
}
