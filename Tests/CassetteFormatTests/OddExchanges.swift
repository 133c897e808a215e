import CassetteFormat
import HTTPModel

/// Exchanges that recorders are known to lose or to change.
struct OddExchange: CustomStringConvertible, Sendable {
    let name: String
    var request = Array("GET /x HTTP/1.1\r\nHost: o.example\r\n\r\n".utf8)
    var requestBody: [UInt8] = []
    var interim: [String] = []
    var response = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    var body: [UInt8] = []
    var end = ExchangeEnd.complete

    var description: String { name }

    func write(to script: JournalScript) {
        let number = script.begin(
            request, connection: 1, ingress: .absolute,
            origin: ServerOrigin(scheme: .http, host: "o.example", port: 80))
        script.requestData(number, requestBody)
        for head in interim { script.interim(number, head) }
        script.response(number, response)
        for byte in body { script.responseData(number, [byte]) }
        script.end(number, end)
    }

    private static func get(_ target: [UInt8]) -> [UInt8] {
        Array("GET ".utf8) + target + Array(" HTTP/1.1\r\nHost: o.example\r\n\r\n".utf8)
    }

    static let all: [OddExchange] = [
        OddExchange(
            name: "mixed case, duplicate, Latin-1, empty and padded fields, binary body",
            response: Array("HTTP/1.1 200 OK\r\nX-a: 1\r\nx-A: 2\r\nX-L: caf".utf8) + [0xE9]
                + Array("\r\nX-Empty:\r\nX-Pad: \t  v  \t\r\n\r\n".utf8),
            body: [0, 0, 0xC5, 0x48, 0x23, 0x2A, 0xF5, 0xC8, 0x05, 0xFF]),
        OddExchange(
            name: "chunked with extension, padded size and trailer",
            response: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n".utf8),
            body: Array("3;ext=\"a b,*%\"\r\nabc\r\n0004\r\ndefg\r\n0\r\nX-T: end\r\n\r\n".utf8)),
        OddExchange(
            name: "204 with Content-Length", response: Array("HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\n".utf8)),
        OddExchange(
            name: "short body", response: Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8),
            body: Array("twenty bytes of text".utf8), end: .short),
        OddExchange(
            name: "mislabelled gzip", response: Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8),
            body: Array("<VAST  />".utf8)),
        OddExchange(name: "no reason", response: Array("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n".utf8)),
        OddExchange(name: "empty reason", response: Array("HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n".utf8)),
        OddExchange(name: "UTF-16 document", body: [0xFF, 0xFE] + "<VAST/>".utf16.flatMap { [UInt8($0 & 255), 0] }),
        OddExchange(
            name: "interim responses",
            interim: ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n"],
            body: Array("ok".utf8)),
        OddExchange(name: "HTTP/1.0 until close", response: Array("HTTP/1.0 200 OK\r\n\r\n".utf8), body: [0x61]),
        OddExchange(
            name: "raw UTF-8 Location",
            response: Array("HTTP/1.1 302 Found\r\nLocation: /é?x=ü\r\nContent-Length: 0\r\n\r\n".utf8)),
        OddExchange(
            name: "binary POST",
            request: Array("POST / HTTP/1.1\r\nHost: o.example\r\nContent-Length: 4\r\n\r\n".utf8),
            requestBody: [0, 1, 0xFF, 0x0A]),
        OddExchange(
            name: "DELETE with body",
            request: Array("DELETE / HTTP/1.1\r\nHost: o.example\r\nContent-Length: 4\r\n\r\n".utf8),
            requestBody: Array("a=b\n".utf8)),
        OddExchange(name: "raw UTF-8 target", request: get(Array("/é".utf8))),
        OddExchange(name: "GB2312 target", request: get(Array("/x?n=".utf8) + [0xCD, 0xA8, 0xD3, 0xC3])),
        OddExchange(name: "marks in target", request: get(Array("/a/../b//c/[x]{y}|z?ord=1?http://x/&&".utf8))),
        OddExchange(
            name: "status line with quotes",
            response: Array("HTTP/1.1 418 I'm a \"Teapot\": yes # {x}\r\n\r\n".utf8)),
        OddExchange(
            name: "body that is a cassette",
            body: Array(
                """
                fita 1\ntape id=x\n. 00000000\n\n@ 1\n> GET / HTTP/1.1\r\n>\n= length 3\n|x\r\n\n🐵🙈🙉\n
                end 1 00000000
                """.utf8)),
        OddExchange(name: "lone CR", body: Array("a\rb\r\r\nc".utf8)),
        OddExchange(name: "only a line feed", body: [0x0A]),
        OddExchange(name: "only line feeds", body: [0x0A, 0x0A, 0x0A]),
        OddExchange(name: "no final newline", body: Array("a\nb".utf8)),
        OddExchange(name: "a final newline", body: Array("a\nb\n".utf8)),
        OddExchange(name: "gutter marks", body: Array("|\n||x\n@ 9\n. 12345678\n".utf8)),
        OddExchange(name: "character over a boundary", body: [UInt8](repeating: 0x61, count: 99) + Array("éb".utf8)),
        OddExchange(name: "lone lead byte", body: [0x61, 0xC3]),
        OddExchange(name: "C1 control", body: Array("a\u{85}b".utf8)),
        OddExchange(name: "NUL", body: [0x61, 0, 0x62]),
        OddExchange(
            name: "refused bytes", request: Array("GET / HTTP/1.1\nHost: a\r\rX%\u{7}".utf8) + [0xFF],
            end: .refused("a line ends without CR")),
        OddExchange(
            name: "cut chunk", response: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
            body: Array("5\r\nhello\r\n5;x\r\nwo".utf8), end: .originAborted),
        OddExchange(
            name: "equal chunks", response: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
            body: Array("1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n".utf8)),
        OddExchange(
            name: "unreachable origin",
            end: .originUnreachable(code: "resolve", detail: "no \"such\" host\n\u{1B}[0m é")),
    ]
}
