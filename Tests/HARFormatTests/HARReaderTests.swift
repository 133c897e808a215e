import CassetteFormat
import HTTPModel
import HTTPWire
import Testing

@testable import HARFormat

@Suite struct HARReaderTests {
    @Test func `an entry becomes an exchange with heads, content and times`() throws {
        let fields = HARText.fields(["Host": "ads.example", "User-Agent": "News/7"])
        let answer = HARText.fields(["Content-Type": "text/plain", "Content-Length": "2"])
        let read = try ReadHAR(
            HARText.log([
                HARText.entry(
                    request: HARText.request(headers: fields), response: HARText.response(headers: answer))
            ]))
        let exchange = try #require(read.exchanges.first)
        #expect(read.header?.tool == "Tool 7")
        #expect(read.header?.mode == HARReader.mode)
        #expect(read.header?.wallSeconds == 1_772_359_200)
        #expect(exchange.number == 1)
        #expect(exchange.origin == ServerOrigin(scheme: .https, host: "ads.example", port: 443))
        #expect(
            String(display: exchange.request.headBytes)
                == "GET /serve?zone=1 HTTP/1.1\r\nHost: ads.example\r\nUser-Agent: News/7\r\n\r\n")
        #expect(exchange.request.head?.bytes == exchange.request.headBytes)
        let response = try #require(exchange.response)
        #expect(
            String(display: response.head.bytes)
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n")
        #expect(response.body.payload == Array("ok".utf8))
        #expect(response.body.framing == .length)
        #expect(exchange.end == .complete)
        #expect((exchange.start, response.time, exchange.endTime) == (0, 10_000_000, 12_000_000))
        #expect(read.losses == [.heads])
        #expect(exchange.notes == [HARLoss.Kind.heads.words])
    }

    @Test func `nine entries of ten are taken and the tenth is listed`() throws {
        var entries = (0..<10).map { HARText.entry(request: HARText.request(url: "https://a.example/\($0)")) }
        entries[3] = HARText.entry(request: #"{"method":"GET","url":"https://a.example/3","headers":[{"name":oops}]}"#)
        let read = try ReadHAR("\u{FEFF}" + HARText.log(entries))
        #expect(read.exchanges.map(\.number) == [1, 2, 3, 5, 6, 7, 8, 9, 10])
        #expect(read.report.refusedCount == 1)
        let refusal = try #require(read.report.refusals.first)
        #expect(refusal.exchange == 4)
        let offset = try #require(refusal.offset)
        let text = Array(("\u{FEFF}" + HARText.log(entries)).utf8)
        #expect(text[offset...].starts(with: #"{"name":oops}"#.utf8) || text[offset...].starts(with: "oops".utf8))
    }

    @Test(arguments: ["http/2.0", "HTTP/2.0", "h2", "h3", "unknown", ""])
    func `a head of another version is told as HTTP 1 and marked`(_ version: String) throws {
        let (exchange, losses) = try HARText.only(
            HARText.entry(request: HARText.request(version: version), response: HARText.response(version: version)))
        #expect(exchange.request.head?.version == .http11)
        #expect(exchange.response?.head.version == .http11)
        #expect(losses.contains(.version))
    }

    @Test func `fields may be pairs, or one object`() throws {
        for headers in [#"[["X-A","1"],["X-B",null]]"#, #"{"X-A":"1","X-B":null}"#] {
            let (exchange, _) = try HARText.only(HARText.entry(request: HARText.request(headers: headers)))
            #expect(exchange.request.head?.text("x-a") == "1")
            #expect(exchange.request.head?.text("x-b") == "")
        }
    }

    @Test func `timings that are null or missing are no times`() throws {
        let (exchange, losses) = try HARText.only(
            HARText.entry(more: #","timings":{"dns":null,"ssl":null,"send":1,"wait":4,"receive":2}"#))
        #expect(exchange.response?.time == 5_000_000)
        #expect(exchange.endTime == 7_000_000)
        #expect(!losses.contains(.timingsMissing))
        let (bare, bareLosses) = try HARText.only(HARText.entry(more: ""))
        #expect(bare.endTime == 0)
        #expect(bareLosses.isSuperset(of: [.timingsMissing, .durationMissing]))
    }

    @Test func `pseudo fields give the host and stay out of the head`() throws {
        let headers = HARText.fields([
            ":method": "GET", ":authority": "ads.example:443", ":path": "/serve?zone=1", "a": "b",
        ])
        let (exchange, losses) = try HARText.only(
            HARText.entry(request: HARText.request(version: "h2", headers: headers)))
        #expect(
            String(display: exchange.request.headBytes)
                == "GET /serve?zone=1 HTTP/1.1\r\nHost: ads.example:443\r\na: b\r\n\r\n")
        #expect(losses.isSuperset(of: [.pseudoFields, .hostMade]))
        #expect(!losses.contains(.pseudoDiffers))
    }

    @Test func `the query is made only where the URL has none`() throws {
        let pairs = #","queryString":[{"name":"a b","value":"1"},{"name":"c","value":""}]"#
        let (made, losses) = try HARText.only(
            HARText.entry(request: HARText.request(url: "https://a.example/p#f", more: pairs)))
        #expect(made.request.head.map { String(display: $0.targetBytes) } == "/p?a%20b=1&c=")
        #expect(losses.contains(.queryMade))
        let (kept, none) = try HARText.only(
            HARText.entry(request: HARText.request(url: "https://a.example/p?a+b=1", more: pairs)))
        #expect(kept.request.head.map { String(display: $0.targetBytes) } == "/p?a+b=1")
        #expect(!none.contains(.queryMade))
    }

    @Test(arguments: [
        ("https://u:p@a.example:8443", "/", "a.example:8443"), ("http://A.example/x y", "/x%20y", "A.example"),
        ("https://[::1]:444/q?[x]={y}|z", "/q?[x]={y}|z", "[::1]:444"), ("wss://a.example/é", "/é", "a.example"),
        ("https://a.example/a/../b//c/./d?&&a&=b", "/a/../b//c/./d?&&a&=b", "a.example"),
        ("https://a.example?x", "/?x", "a.example"),
    ])
    func `a target stands as the URL has it`(_ url: String, _ target: String, _ host: String) throws {
        let (exchange, _) = try HARText.only(HARText.entry(request: HARText.request(url: url)))
        let head = try #require(exchange.request.head)
        #expect(String(display: head.targetBytes) == target)
        #expect(head.text("host") == host)
    }

    @Test func `cookies told only as a list become a Cookie field`() throws {
        let more = #","cookies":[{"name":"id","value":"7"},{"name":"s","value":"x"}]"#
        let (exchange, losses) = try HARText.only(HARText.entry(request: HARText.request(more: more)))
        #expect(exchange.request.head?.text("cookie") == "id=7; s=x")
        #expect(losses.contains(.cookieMade))
    }

    @Test func `Set-Cookie lines told as one are taken apart`() throws {
        let headers = HARText.fields(["set-cookie": #"a=1\nb=2"#])
        let (exchange, losses) = try HARText.only(HARText.entry(response: HARText.response(headers: headers)))
        #expect(exchange.response?.head.values(of: "set-cookie").map { String(display: $0) } == ["a=1", "b=2"])
        #expect(losses.contains(.fieldSplit))
    }

    @Test(arguments: [
        HARText.request(method: #"GET / HTTP/1.1\r\nX: "#), HARText.request(url: #"https://a.example/\r\nX:%20y"#),
        HARText.request(url: #"https://a\r\nX: y/"#), HARText.request(headers: HARText.fields([#"A: b\r\nX"#: "y"])),
        HARText.request(headers: HARText.fields(["A": #"b\r\nX: y"#])),
        HARText.request(headers: HARText.fields(["": "y"])),
        HARText.request(headers: HARText.fields([":authority": #"h\r\nX: y"#])),
        HARText.request(more: #","cookies":[{"name":"a","value":"b\r\nX: y"}]"#),
        HARText.request(more: #","postData":{"mimeType":"t/x\r\nX: y","text":"a"}"#),
    ])
    func `a line end in what makes a request's head refuses the entry`(_ request: String) throws {
        let read = try ReadHAR(HARText.log([HARText.entry(request: request), HARText.entry()]))
        #expect(read.exchanges.map(\.number) == [2])
        #expect(read.report.refusals.map(\.code) == [.head])
    }

    @Test(arguments: [
        HARText.response(reason: #"OK\r\nX: y"#), HARText.response(headers: HARText.fields(["A": #"b\nX: y"#])),
        HARText.response(headers: HARText.fields(["Set-Cookie": #"a=1\r\nX: y"#])),
        HARText.response(content: #"{"mimeType":"t/x\r\nX: y","text":"a"}"#),
        HARText.response(status: "302", more: #","redirectURL":"/\r\nX: y""#), HARText.response(status: "\"200\""),
        HARText.response(status: "1000"), HARText.response(status: "99"), HARText.response(status: "null"),
    ])
    func `what no answer's head can have refuses the entry`(_ response: String) throws {
        let read = try ReadHAR(HARText.log([HARText.entry(response: response), HARText.entry()]))
        #expect(read.exchanges.map(\.number) == [2])
        #expect(read.report.refusals.map(\.code) == [.head])
    }

    @Test(arguments: ["_failureText", "_error"])
    func `an answer that failed is never a whole one`(_ name: String) throws {
        let failed = HARText.entry(
            response: HARText.response(
                headers: HARText.fields(["content-encoding": "gzip"]), content: #"{"size":-1}"#,
                more: ",\"\(name)\":\"net::ERR_ABORTED\""))
        let entries = [
            failed, HARText.entry(response: HARText.response(content: #"{"size":16,"text":"<h1>Success</h1>"}"#)),
        ]
        let read = try ReadHAR(HARText.log(entries))
        #expect(read.exchanges.map(\.end) == [.clientAborted, .complete])
        #expect(read.exchanges[0].response?.body.isExternal == true)
        #expect(read.exchanges[1].response?.body.payload == Array("<h1>Success</h1>".utf8))
    }

    @Test func `status 0 and a missing response are no answers`() throws {
        for response in [HARText.response(status: "0", reason: ""), nil] {
            let (exchange, losses) = try HARText.only(HARText.entry(response: response))
            #expect(exchange.response == nil)
            #expect(exchange.end == .recorderDied)
            #expect(losses.contains(.noAnswer))
        }
    }

    @Test func `what was never on the wire is left out and counted`() throws {
        let entries = [
            HARText.entry(more: #","_fromCache":"disk""#),
            HARText.entry(response: HARText.response(status: "307", reason: "Internal Redirect")),
            HARText.entry(request: HARText.request(url: "data:text/plain,x")), HARText.entry(),
        ]
        let read = try ReadHAR(HARText.log(entries))
        #expect(read.exchanges.map(\.number) == [4])
        #expect(read.report.loss(.notSent)?.entries == [1, 2])
        #expect(read.report.loss(.notHTTP)?.entries == [3])
        #expect(read.report.refusedCount == 0)
    }

    @Test func `exchanges come and are numbered in the order of their starts`() throws {
        let starts = ["2026-03-01T10:00:02Z", nil, "2026-03-01T11:00:00.5+01:00", "2026-03-01T10:00:01Z"]
        let read = try ReadHAR(HARText.log(starts.map { HARText.entry(start: $0) }))
        #expect(read.exchanges.map(\.number) == [1, 2, 3, 4])
        let entries = read.exchanges.map { $0.notes.last { $0.hasPrefix("entry ") } }
        #expect(entries == [3, 4, 1, 2].map { "entry \($0) of the file" })
        #expect(read.exchanges.map(\.start) == [0, 500_000_000, 1_500_000_000, 1_500_000_000])
        #expect(read.header?.wallNanoseconds == 500_000_000)
        #expect(read.losses.isSuperset(of: [.entryOrder, .startMissing]))
    }

    @Test func `a redirect told beside its answer is made a field or marked as followed`() throws {
        let more = #","redirectURL":"https://b.example/x""#
        let (moved, made) = try HARText.only(
            HARText.entry(response: HARText.response(status: "302", reason: "Found", more: more)))
        #expect(moved.response?.head.text("location") == "https://b.example/x")
        #expect(made.contains(.locationMade))
        let (_, followed) = try HARText.only(HARText.entry(response: HARText.response(more: more)))
        #expect(followed.contains(.redirectFollowed))
    }

    @Test func `a file that breaks off gives the entries before the break`() throws {
        let whole = HARText.log([HARText.entry(), HARText.entry(), HARText.entry()])
        let bytes = Array(whole.utf8)
        for cut in 1..<bytes.count {
            let part = Array(bytes[..<cut])
            guard let read = try? ReadHAR(part) else {
                #expect(throws: TapeError.self) { try ReadHAR(part) }
                continue
            }
            #expect(read.report.damage != nil)
            #expect(read.exchanges.map(\.number) == Array(1...3).prefix(read.exchanges.count).map(\.self))
            #expect(read.report.refusedCount == 0)
        }
        #expect(try ReadHAR(bytes).report.damage == nil)
    }

    @Test(
        arguments: [
            ("", TapeError.Code.empty), ("[]", .syntax), ("{}", .notATape), (#"{"log":[2,1]}"#, .syntax),
            (#"{"log":{"entries":null}}"#, .syntax), (#"{"log":{}}"#, .notATape), (#"{"log":{"entries":[]}"#, nil),
            (#"{"request":{"log":{"entries":[]}}}"#, .notATape),
        ] as [(String, TapeError.Code?)])
    func `a text without entries is refused`(_ text: String, _ code: TapeError.Code?) throws {
        guard let code else {
            #expect(try ReadHAR(text).report.damage?.code == .syntax)
            return
        }
        let error = #expect(throws: TapeError.self) { try ReadHAR(text) }
        #expect(error?.code == code)
        #expect(error?.offset != nil)
    }

    @Test func `a HAR file is known by its first bytes`() {
        func isHAR(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { HARReader.isHAR($0) } }
        #expect(isHAR("\u{FEFF} {\n \"log\" : {\n \"version"))
        #expect(isHAR(#"{"comment":"x{","log":{"#))
        for other in ["", "fita 1\n", "{", #"{"log":["#, #"{"log":"#, #"{"a":{"log":{"#, #"[{"log":{"#, "\u{F1}z"] {
            #expect(!isHAR(other))
        }
    }

    @Test func `bytes that are not UTF-8 come back from half surrogates`() throws {
        let headers = HARText.fields(["X-L": #"caf\udce9"#, "X-P": #"\ud83d\ude00"#])
        let (exchange, losses) = try HARText.only(
            HARText.entry(request: HARText.request(url: #"https://a.example/\udcc3\udca9"#, headers: headers)))
        let head = try #require(exchange.request.head)
        #expect(Array(head.targetBytes) == [0x2F, 0xC3, 0xA9])
        #expect(head.first("x-l").map(Array.init) == Array("caf".utf8) + [0xE9])
        #expect(head.text("x-p") == "😀")
        #expect(losses.contains(.rawBytes))
    }

    @Test func `sorted field lines of a whole file are named`() throws {
        let sorted = HARText.fields(["accept": "*/*", "cookie": "a=b", "host": "h", "user-agent": "u"])
        let entry = HARText.entry(request: HARText.request(headers: sorted))
        #expect(
            try ReadHAR(HARText.log(Array(repeating: entry, count: 8))).losses.isSuperset(of: [.fieldOrder, .fieldCase])
        )
        #expect(
            try ReadHAR(HARText.log(Array(repeating: entry, count: 7))).losses.isDisjoint(with: [
                .fieldOrder, .fieldCase,
            ]))
    }
}
