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

    /// An app, the app it advertises, and the first again: it keeps its visitor ID though it was installed anew.
    static var lives: [TapeBuilder] {
        var first = TapeBuilder()
        first.serve()
        first.click(to: "https://shop.example/?mk_cid=c1a2b3c4")
        first.get("https://shop.example/?mk_cid=c1a2b3c4")
        first.mark("tracking", "off")
        var shop = TapeBuilder()
        shop.app[0].1 = "br.com.shop"
        shop.app[1].1 = "Shop"
        shop.visitor = TapeBuilder.otherVisitor
        shop.session = TapeBuilder.otherSession
        shop.conversion(with: #","mk_cid":"c1a2b3c5""#)
        var again = TapeBuilder()
        again.mark("launch", "reinstall")
        again.session = "f0935e4c-d594-4b1f-8d1c-2b1f2f1a0005"
        again.serve()
        again.exchange("CONNECT https://pinned.example/\n\n", nil, end: .tunnelClosed, ingress: .tunnel)
        return [first, shop, again]
    }

    static var clean: TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.beacon()
        tape.get("https://px.example/i")
        return tape
    }
}
