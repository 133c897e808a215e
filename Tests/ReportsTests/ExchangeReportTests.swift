import CassetteFormat
import Foundation
import HTTPModel
import Reports
import TestTape
import Testing
import Verification

@Suite struct ExchangeReportTests {
    private func list(_ tape: TapeBuilder, reveals: Bool = false) -> ExchangeList {
        ExchangeList(tape.items, tape.judged(), reveals: reveals) { "digest of \($0.count)" }
    }

    private func page(_ number: Int, _ tape: TapeBuilder, reveals: Bool = false) throws -> String {
        let exchanges = tape.items.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
        let exchange = try #require(exchanges.first { $0.number == number })
        return ExchangePage(exchange, tape.judged(), reveals: reveals).text
    }

    @Test func `the list of a recording`() throws {
        try expectGolden(list(SampleTapes.faulty).text, "list.txt")
    }

    @Test func `the list as JSON lines`() throws {
        let lines = list(SampleTapes.faulty).jsonLines
        try expectGolden(String(decoding: lines, as: UTF8.self), "list.jsonl")
        for line in lines.split(separator: 0x0A) { _ = try JSONSerialization.jsonObject(with: Data(line)) }
    }

    @Test func `one exchange in full`() throws {
        try expectGolden(page(5, SampleTapes.faulty), "page.txt")
    }

    @Test func `an exchange over HTTP/2 says so`() throws {
        var tape = TapeBuilder()
        tape.get("https://px.example/i")
        tape.get("https://px.example/j")
        let items = tape.items.map { item -> TapeItem in
            guard case .exchange(var exchange) = item, exchange.number == 2 else { return item }
            exchange.requestHTTP2 = HTTP2HeadFacts(stream: 7, pseudoFields: [":method", ":path"])
            exchange.responseHTTP2 = HTTP2HeadFacts(stream: 9, pseudoFields: [])
            return .exchange(exchange)
        }
        let judged = tape.judged()
        let list = ExchangeList(items, judged) { "\($0.count)" }
        let lines = list.text.split(separator: "\n")
        #expect(!lines[0].hasSuffix("h2") && lines[1].hasSuffix("  h2"))
        let json = String(decoding: list.jsonLines, as: UTF8.self).split(separator: "\n")
        #expect(!json[0].contains("h2_stream"))
        #expect(json[1].contains(#""h2_stream":7"#) && json[1].contains(#""origin_h2_stream":9"#))
        guard case .exchange(let exchange)? = items.last(where: { if case .exchange = $0 { true } else { false } })
        else { return }
        let page = ExchangePage(exchange, judged).text
        #expect(page.contains("over HTTP/2 (stream 7, :method :path), answered over HTTP/2 (stream 9)"))
    }

    @Test(arguments: [
        ("GET http://ads.example/a b?visitor_id=v1 HTTP/1.1\r\nHost: x\r\n\r\n", "", "GET", "http://ads.example/a b?"),
        ("GET /caf\u{E9}\u{202E} HTTP/1.1\r\n\r\n", "", "GET", "/caf\u{E9}"),
        ("POST /serve HTTP/9.9\nHost: x\n\n", "ads.example", "POST", "https://ads.example/serve  (refused)"),
        ("M-SEARCH *", "", "M-SEARCH", "*  (refused)"), ("GET ", "", "-", "-  (refused)"),
        ("\u{1}\u{2} x HTTP/1.1\r\n", "", "-", "-  (refused)"), (":method: GET\r\n", "", "-", "-  (refused)"),
        ("", "ads.example", "-", "ads.example:443  (refused)"),
    ])
    func `of a refused request the list has what can be read, and no origin that was not`(
        head: String, host: String, method: String, url: String
    ) {
        var tape = TapeBuilder()
        tape.get("https://px.example/i")
        let items = tape.items.map { item -> TapeItem in
            guard case .exchange(var exchange) = item else { return item }
            exchange.request.head = nil
            exchange.request.headBytes = Array(head.utf8)
            exchange.origin = ServerOrigin(scheme: .https, host: host, port: 443)
            exchange.end = .refused("at byte 0: test")
            return .exchange(exchange)
        }
        let line = ExchangeList(items, tape.judged()) { "\($0.count)" }.text
        #expect(line.split(separator: " ")[2] == method)
        #expect(line.contains(" \(url)"))
        #expect(!line.contains("http://:80") && !line.contains("v1"))
        #expect(!line.unicodeScalars.contains("\u{202E}"))
    }

    @Test func `the page inflates the messages of a WebSocket, and shows each where it ends`() {
        func frame(_ isFromClient: Bool, _ first: UInt8, _ payload: [UInt8]) -> WebSocketFrame {
            WebSocketFrame(
                isFromClient: isFromClient, time: 0, first: first, mask: nil,
                body: TapedBody(
                    framing: .length, payload: payload, payloadSize: payload.count, isExternal: false, digest: "",
                    wireSize: payload.count, arrivals: []))
        }
        // The examples of RFC 7692 §7.2.3.
        let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        let again: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]
        let frames = [
            frame(true, 0x41, Array(hello[..<3])), frame(true, 0x89, []), frame(true, 0x80, Array(hello[3...])),
            frame(true, 0xC1, again), frame(false, 0x01, Array("pla".utf8)), frame(false, 0x80, Array("in".utf8)),
            frame(false, 0xC2, hello), frame(false, 0xC1, again),
        ]
        func lines(_ extensions: String) -> [String] {
            var tape = TapeBuilder()
            tape.exchange(
                "GET https://px.example/live", "HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\n\(extensions)\n")
            guard case .exchange(var exchange)? = tape.items.last else { return [] }
            exchange.frames = frames
            let page = ExchangePage(exchange, tape.judged()).text
            return page.split(separator: "\n").suffix(frames.count).map(String.init)
        }
        let agreed = "Sec-WebSocket-Extensions: x, Permessage-Deflate; server_no_context_takeover\n"
        let shown = lines(agreed).map { String($0.drop { $0 != ">" && $0 != "<" }) }
        #expect(
            shown == [
                "> text, more follows, 3 bytes, compressed", "> ping, 0 bytes",
                "> continuation, 4 bytes, 5 inflated: Hello", "> text, 5 bytes, compressed, 5 inflated: Hello",
                "< text, more follows, 3 bytes", "< continuation, 2 bytes: plain",
                "< binary, 7 bytes, compressed, 5 inflated",
                "< text, 5 bytes, compressed (deflate content stops at byte 3: it breaks the coding's rules "
                    + "(invalid distance too far back))",
            ])
        #expect(lines("").contains { $0.hasSuffix("compressed (compressed in a way that was not agreed on)") })
    }

    @Test func `no page or list shows a personal value unless told to`() throws {
        let tape = SampleTapes.faulty
        for reveals in [false, true] {
            var texts = [list(tape, reveals: reveals).text]
            texts.append(String(decoding: list(tape, reveals: reveals).jsonLines, as: UTF8.self))
            for number in 1...9 { texts.append(try page(number, tape, reveals: reveals)) }
            for value in [TapeBuilder.visitor, TapeBuilder.session, "c1a2b3c4"] {
                #expect(texts.contains { $0.contains(value) } == reveals)
            }
        }
    }

    @Test func `personal names are masked where no base host is known`() throws {
        var tape = TapeBuilder(baseURL: nil)
        tape.get("https://a.example/?visitor_id=\(TapeBuilder.visitor)&lat=-23.55", json: #"{"mk_cid":"c1a2b3c4"}"#)
        #expect(list(tape).text.contains("visitor_id={visitor_id:?}&lat={lat:?}"))
        #expect(try page(1, tape).contains(#"{"mk_cid":"{mk_cid:?}"}"#))
    }

    @Test func `a terminal obeys nothing that a page shows`() throws {
        var tape = TapeBuilder()
        tape.exchange(
            "POST https://a.example/\nContent-Type: text/plain\n\na\u{1B}]0;x\u{07}\u{202E}b\u{200B}\u{9B}c\tok",
            "HTTP/1.1 200 OK\nContent-Type: text/plain\n\n\u{7F}")
        let page = try page(1, tape)
        #expect(page.contains(#"a\u{1b}]0;x\u{07}\u{202e}b\u{200b}\u{9b}c"# + "\tok"))
        #expect(page.contains(#"\u{7f}"#))
        let allowed: Set<Unicode.Scalar> = ["\n", "\t"]
        #expect(page.unicodeScalars.allSatisfy { allowed.contains($0) || ($0.value >= 0x20 && $0.value != 0x7F) })
    }

    @Test func `a live line names what was found`() throws {
        var verifier = Verifier()
        var lines: [String] = []
        for item in SampleTapes.faulty.items {
            let glimpse = verifier.see(item)
            if case .exchange(let exchange) = item { lines.append(LiveLine(exchange, glimpse).text + "\n") }
        }
        try expectGolden(lines.joined(), "live.txt")
    }
}

@Suite struct TimeTextTests {
    private func wall(_ seconds: Int64, _ time: UInt64 = 0) -> String {
        TimeText.wall(
            time,
            TapeHeader(
                id: "", tool: "", wallSeconds: seconds, wallNanoseconds: 0, mode: "", listen: "", contract: nil,
                baseURL: nil))
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_709_164_799, "2024-02-28T23:59:59.000Z"), (4_102_444_800, "2100-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.000Z"),
        ] as [(Int64, String)])
    func `wall clock`(seconds: Int64, text: String) {
        #expect(wall(seconds) == text)
    }

    @Test func `milliseconds are cut, not rounded`() {
        #expect(wall(0, 1_999_999_999) == "1970-01-01T00:00:01.999Z")
        #expect(TimeText.seconds(12_345_999_999) == "12.345")
    }
}
