import HTTPModel
import Testing

@testable import HTTPWire

@Suite struct LenientHeadTests {
    private func repaired(_ text: String) -> (text: String, relaxations: [HeadRelaxation]) {
        let result = Array(text.utf8).withUnsafeBufferPointer { LenientHead.repaired($0) }
        return (String(decoding: result.bytes, as: UTF8.self), result.relaxations)
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\nA: 1\n\n", "HTTP/1.1 200 OK\r\nA: 1\r\n\r\n", [.bareLineFeed]),
            ("HTTP/1.1 200 OK\r\nA: 1\r\n\n", "HTTP/1.1 200 OK\r\nA: 1\r\n\r\n", [.bareLineFeed]),
            ("HTTP/1.1 200 OK\r\nA: 1\r\n\t 2\r\n\r\n", "HTTP/1.1 200 OK\r\nA: 1 2\r\n\r\n", [.foldedField]),
            ("HTTP/1.1 200 OK\r\nA \t: 1\r\n\r\n", "HTTP/1.1 200 OK\r\nA: 1\r\n\r\n", [.spaceBeforeColon]),
            ("HTTP/1.1 200 \u{1B}[1m\r\n\r\n", "HTTP/1.1 200 \r\n\r\n", [.reason]),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", [.lengthBesideCoding]
            ),
            (
                "HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\nB: 1\r\n\r\n", "HTTP/1.1 204 No\r\nB: 1\r\n\r\n",
                [.codingWithoutBody]
            ),
            (
                "HTTP/1.1 103 E\nA : 1\n 2\n\n", "HTTP/1.1 103 E\r\nA: 1 2\r\n\r\n",
                [.bareLineFeed, .foldedField, .spaceBeforeColon]
            ),
        ] as [(String, String, [HeadRelaxation])])
    func `a sloppy head is repaired and each repair is named`(text: String, whole: String, used: [HeadRelaxation])
        throws
    {
        let result = repaired(text)
        #expect(result.text == whole)
        #expect(result.relaxations == used)
        _ = try HeadParser().response(Array(result.text.utf8))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nA: caf\u{E9}:  x\r\nB:\r\n\r\n", "HTTP/1.1 200\r\n\r\n", "HTTP/1.0 404 \r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n",
    ])
    func `a strict head stays as it is`(text: String) {
        #expect(repaired(text).text == text)
        #expect(repaired(text).relaxations.isEmpty)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\nA: b\rC: d\n\n", "HTTP/1.1 200 OK\nA: b\u{0}\n\n", "HTTP/1.1 200 OK\n folded first\n\n",
        "HTTP/1.1 200 OK\ngarbage\n\n", "HTTP/1.1 2 OK\n\n", "\n\n", "HTTP/1.1 200\u{0} OK\n\n",
    ])
    func `what has no one reading is not forgiven`(text: String) {
        #expect(throws: WireFault.self) { try HeadParser().response(Array(repaired(text).text.utf8)) }
    }

    @Test func `the end of a lenient head is found however its lines end and its bytes come`() throws {
        for text in [
            "HTTP/1.1 200 OK\nA: 1\n\nbody", "HTTP/1.1 200 OK\r\nA: 1\n\r\nbody", "HTTP/1.1 200 OK\r\nA: 1\r\n\nb",
        ] {
            let bytes = Array(text.utf8)
            let end = bytes.count - (text.hasSuffix("body") ? 4 : 1)
            for cut in 0...end {
                var scanner = HeadScanner(limits: WireLimits(), acceptsBareLineFeed: true)
                let first = try bytes[..<cut].withUnsafeBufferPointer { try scanner.end(in: $0) }
                #expect(first == (cut == end ? end : nil))
                if first == nil { #expect(try bytes.withUnsafeBufferPointer { try scanner.end(in: $0) } == end) }
            }
        }
    }
}
