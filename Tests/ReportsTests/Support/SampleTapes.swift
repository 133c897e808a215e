import CassetteFormat
import TestTape

enum SampleTapes {
    /// A break of a third party that gets identity, a pixel that gets the visitor ID, a lost click ID, a tunnel.
    static var faulty: TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("launch", "cold")
        tape.serve(answer: #"{"ad":"fill-0001","tracking":true}"#)
        tape.beacon(with: #","ad":"fill-0001""#)
        tape.vmap(answer: Markup.vmap(["https://video.example/tag?cb=[CACHEBUSTING]"]))
        tape.get("https://video.example/tag?cb=1&\(tape.query)", xml: Markup.vast(["https://px.example/i?c=1"]))
        tape.get("https://px.example/i?c=1&uid=\(TapeBuilder.visitor)", fields: "X-Note: a\u{202E}b\n")
        tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
        tape.get("https://go.example/r?mk_cid=c1a2b3c4", redirect: "https://shop.example/")
        tape.exchange(
            "CONNECT https://pinned.example/\n\n", nil, end: .tunnelClosed, ingress: .tunnel)
        tape.exchange(
            "GET https://down.example/x\n\n", nil, end: .originUnreachable(code: "connect", detail: "refused"))
        return tape
    }

    static var clean: TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.beacon()
        tape.get("https://px.example/i")
        return tape
    }
}
