import Testing

@testable import HTTPWire

@Suite struct HeadScannerTests {
    enum Outcome: Equatable, CustomStringConvertible {
        case end(Int)
        case more
        case fault(WireFault.Reason)

        var description: String {
            switch self {
            case .end(let count): "end at \(count)"
            case .more: "more"
            case .fault(let reason): "fault: \(reason)"
            }
        }
    }

    /// Feeds growing prefixes of the bytes, the last being all of them, until there is an outcome.
    private func scan(_ bytes: [UInt8], upTo prefixes: [Int], limit: Int? = nil) -> Outcome {
        var limits = WireLimits()
        if let limit { limits.headBytes = limit }
        var scanner = HeadScanner(limits: limits)
        for prefix in prefixes {
            let outcome = bytes[..<prefix].withContiguousStorageIfAvailable { buffer -> Outcome in
                do throws(WireFault) { return try scanner.end(in: buffer).map(Outcome.end) ?? .more } catch {
                    return .fault(error.reason)
                }
            }
            if let outcome, outcome != .more { return outcome }
        }
        return .more
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", Outcome.end(18)),
        ("GET / HTTP/1.1\r\nA: b\r\n\r\n", .end(24)),
        ("\r\nGET / HTTP/1.1\r\n\r\n", .end(20)),
        ("\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n", .end(24)),
        ("GET / HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n", .end(18)),
        ("GET / HTTP/1.1\r\n\r", .more),
        ("\r", .more),
        ("", .more),
        ("GET / HTTP/1.1\n\r\n", .fault(.bareLineFeed)),
        ("GET / HTTP/1.1\r\n\n", .fault(.bareLineFeed)),
        ("GET / HTTP/1.1\r\nA: b\n\r\n", .fault(.bareLineFeed)),
        ("\n", .fault(.bareLineFeed)),
        // A CR in a line is the parser's to refuse: only line feeds end lines.
        ("GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", .end(26)),
        ("GET / HTTP/1.1\r\n\rX\r\n\r\n", .end(22)),
    ])
    func `the end of a head is where the empty line ends, however the bytes come`(text: String, expected: Outcome) {
        let bytes = Array(text.utf8)
        #expect(scan(bytes, upTo: [bytes.count]) == expected)
        for cut in 0...bytes.count { #expect(scan(bytes, upTo: [cut, bytes.count]) == expected, "cut at \(cut)") }
        #expect(scan(bytes, upTo: Array(0...bytes.count)) == expected)
    }

    @Test func `a head of the limit passes and one byte more does not`() {
        let head = Array("GET / HTTP/1.1\r\nA: b\r\n\r\n".utf8)
        let next = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        for rest in [[], next] {
            let bytes = head + rest
            #expect(scan(bytes, upTo: [bytes.count], limit: head.count) == .end(head.count))
            #expect(scan(bytes, upTo: [bytes.count], limit: head.count - 1) == .fault(.headTooLong))
        }
        #expect(scan(head, upTo: [head.count - 2], limit: head.count - 1) == .more)
        #expect(scan(head, upTo: [head.count - 1], limit: head.count - 1) == .fault(.headTooLong))
    }
}
