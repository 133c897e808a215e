import LoopbackPeers

/// An exchange that proxies of this kind are known to change.
struct OddExchange: Sendable, CustomStringConvertible {
    let description: String
    var method = "GET"
    var target: [UInt8] = Array("/odd".utf8)
    /// Field lines after Host.
    var fields: [UInt8] = []
    var body: [UInt8] = []
    var answer: [UInt8] = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    var after = RawAnswer.After.keep
    /// Whether the answer is whole; one that is not is never replayed as if it were.
    var isWhole = true

    /// The request as a client of the proxy sends it, and as the origin must see it.
    func request(to origin: String?) -> [UInt8] {
        Array("\(method) ".utf8) + Array((origin ?? "").utf8) + target
            + Array(" HTTP/1.1\r\nHost: origin.test\r\n".utf8)
            + fields + [0x0D, 0x0A] + body
    }

    private static let binary: [UInt8] = (0...255).map { UInt8($0) }

    static let all: [OddExchange] = [
        OddExchange(
            description: "mixed case, duplicate, Latin-1, empty and padded fields over a binary body",
            fields: Array("x-MiXeD: 1\r\nX-Dup: a\r\nx-dup: b\r\nX-L: caf".utf8) + [0xE9]
                + Array("\r\nX-Empty:\r\nX-Pad:  \t padded \t \r\n".utf8),
            answer: Array(
                "HTTP/1.1 200 OK\r\ncOnTeNt-TyPe: application/octet-stream\r\nX-Dup: a\r\nx-dup: b\r\nX-L: caf".utf8)
                + [0xE9] + Array("\r\nX-Empty:\r\nX-Pad:  \t padded \t \r\nContent-Length: 256\r\n\r\n".utf8) + binary),
        OddExchange(
            description: "chunked with an extension, a zero-padded size and a trailer",
            answer: Array(
                ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n3;ext=1\r\nabc\r\n0004\r\ndefg\r\n"
                    + "0\r\nX-T: end\r\n\r\n").utf8)),
        OddExchange(
            description: "204 with Content-Length",
            answer: Array("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n".utf8)),
        OddExchange(
            description: "100 bytes announced, 20 sent, then closed",
            answer: Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n12345678901234567890".utf8), after: .close,
            isWhole: false),
        OddExchange(
            description: "gzip named over plain text",
            answer: Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n<VAST  />".utf8)),
        OddExchange(description: "no reason", answer: Array("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok".utf8)),
        OddExchange(
            description: "UTF-16 XML",
            answer: Array(
                "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-16\r\nContent-Length: 18\r\n\r\n".utf8)
                + [0xFF, 0xFE] + "<VAST/>é".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }),
        OddExchange(
            description: "103, then 200",
            answer: Array(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                    .utf8)),
        OddExchange(
            description: "HTTP/1.0 until close", answer: Array("HTTP/1.0 200 OK\r\nServer: old\r\n\r\nall of it".utf8),
            after: .close),
        OddExchange(
            description: "302 with a raw UTF-8 Location",
            answer: Array("HTTP/1.1 302 Found\r\nLocation: http://o.test/café?é\r\nContent-Length: 0\r\n\r\n".utf8)),
        OddExchange(
            description: "POST of binary", method: "POST",
            fields: Array("Content-Type: application/x-protobuf\r\nContent-Length: 256\r\n".utf8), body: binary),
        OddExchange(
            description: "DELETE with a body", method: "DELETE", fields: Array("Content-Length: 4\r\n".utf8),
            body: Array("gone".utf8)),
        OddExchange(description: "raw UTF-8 target", target: Array("/café?ç=é".utf8)),
        OddExchange(
            description: "brackets, braces, bar in the target", target: Array("/q?[CACHEBUSTING]&x={y}|z".utf8)),
        OddExchange(description: "dots and slashes in the target", target: Array("/..//a/./b/../c".utf8)),
        OddExchange(description: "a URL in the target", target: Array("/ord=1?http://x.y/z?q=1".utf8)),
        // Beyond the sixteen.
        OddExchange(
            description: "a reason of many bytes",
            answer: Array("HTTP/1.1 418 I'm a \"Teapot\": yes # {x}\r\nContent-Length: 0\r\n\r\n".utf8)),
        OddExchange(
            description: "a body that looks like a tape",
            answer: Array(
                "HTTP/1.1 200 OK\r\nContent-Length: 48\r\n\r\n@ 1\n> GET / HTTP/1.1\n|x\r\n\rlone\n\n🐵🙈🙉\nend".utf8)),
        OddExchange(
            description: "a body of one line feed", answer: Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\n".utf8)
        ),
        OddExchange(
            description: "three 103s",
            answer: Array(
                (String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 3)
                    + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").utf8)),
        OddExchange(
            description: "100 that nobody asked for",
            answer: Array("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)),
        OddExchange(
            description: "chunked request with extensions and trailer", method: "POST",
            fields: Array("Transfer-Encoding: chunked\r\n".utf8),
            body: Array("5;a=b\r\nhello\r\n0003\r\nabc\r\n0\r\nX-T: 1\r\n\r\n".utf8)),
        OddExchange(
            description: "chunked, cut before its end",
            answer: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n".utf8), after: .close,
            isWhole: false),
        OddExchange(
            description: "mislabelled deflate",
            answer: Array("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: 7\r\n\r\n".utf8)
                + [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
        OddExchange(
            description: "empty pairs in the query", target: Array("/?a&a=&=b&&".utf8),
            answer: Array("HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n".utf8)),
        OddExchange(
            description: "bytes of GB2312 in the target", target: Array("/x?n=".utf8) + [0xCD, 0xA8, 0xD3, 0xC3]),
        OddExchange(description: "brackets in the query", target: Array("/p?filter[projectType][eq]=3".utf8)),
        OddExchange(description: "a percent-encoded space", target: Array("/products/Product%20Name".utf8)),
        OddExchange(description: "percent-encoded brackets", target: Array("/%5Bid%5D-a.js".utf8)),
        OddExchange(description: "a percent-encoded slash", target: Array("/a%2Fb/c".utf8)),
        OddExchange(description: "a percent-encoded tilde", target: Array("/%7e".utf8)),
        OddExchange(description: "an empty query", target: Array("/?".utf8)),
        OddExchange(description: "two slashes first", target: Array("//other.test/x".utf8)),
        OddExchange(
            description: "stacked codings",
            answer: Array("HTTP/1.1 200 OK\r\nContent-Encoding: deflate, gzip\r\nContent-Length: 3\r\n\r\n".utf8)
                + [0x1F, 0x8B, 0x08]),
        OddExchange(
            description: "HEAD with a length", method: "HEAD",
            answer: Array("HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n".utf8)),
    ]
}
