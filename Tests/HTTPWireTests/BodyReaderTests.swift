import HTTPModel
import Testing

@testable import HTTPWire

@Suite struct BodyReaderTests {
    /// What a body came to.
    struct Reading: Equatable, CustomStringConvertible {
        var payload: [UInt8] = []
        var count = 0
        var isEnd = false
        var trailer: [UInt8] = []
        var fault: WireFault.Reason?

        var description: String {
            "\(count) bytes, end: \(isEnd), payload: \(String(display: payload)), trailer: \(trailer.count), "
                + "fault: \(fault.map(\.rawValue) ?? "none")"
        }
    }

    private func read(_ framing: BodyFraming, _ pieces: [ArraySlice<UInt8>], _ limits: WireLimits = WireLimits())
        -> Reading
    {
        var reader = BodyReader(framing, limits: limits)
        var reading = Reading()
        for piece in pieces {
            if reading.isEnd || reading.fault != nil { break }
            Array(piece).withUnsafeBufferPointer { buffer in
                do throws(WireFault) {
                    let taken = try reader.read(buffer) { reading.payload += buffer[$0] }
                    reading.count += taken.count
                    reading.isEnd = taken.isEnd
                } catch {
                    reading.fault = error.reason
                }
            }
        }
        reading.trailer = reader.trailerBytes
        return reading
    }

    /// Whole, in two pieces at every byte, and byte by byte: the reading must be the same. A fault may be found before
    /// all content of its buffer was told, so that only the reason is compared then.
    private func readings(_ framing: BodyFraming, _ text: String, _ limits: WireLimits = WireLimits()) -> Reading {
        let bytes = Array(text.utf8)
        let whole = read(framing, [bytes[...]], limits)
        var ways = (0...bytes.count).map { [bytes[..<$0], bytes[$0...]] }
        ways.append(bytes.indices.map { bytes[$0...$0] })
        for (number, pieces) in ways.enumerated() {
            let other = read(framing, pieces, limits)
            if whole.fault != nil {
                #expect(other.fault == whole.fault, "way \(number)")
            } else {
                #expect(other == whole, "way \(number)")
            }
        }
        return whole
    }

    @Test func `a body of known length ends with its last byte`() {
        let reading = readings(.length(5), "helloGET /")
        #expect(reading == Reading(payload: Array("hello".utf8), count: 5, isEnd: true))
        #expect(readings(.length(5), "hel") == Reading(payload: Array("hel".utf8), count: 3))
        #expect(readings(.length(0), "GET /") == Reading(isEnd: true))
        #expect(readings(.none, "GET /") == Reading(isEnd: true))
        #expect(readings(.untilClose, "all") == Reading(payload: Array("all".utf8), count: 3))
        #expect(BodyReader(.length(0)).isAtEnd && BodyReader(.none).isAtEnd)
        #expect(!BodyReader(.chunked).isAtEnd && !BodyReader(.untilClose).isAtEnd)
    }

    @Test func `what was missing at the close is known`() {
        func missing(_ framing: BodyFraming, _ text: String) -> BodyReader.Missing? {
            var reader = BodyReader(framing)
            _ = Array(text.utf8).withUnsafeBufferPointer { buffer in try? reader.read(buffer) }
            return reader.missingAtClose()
        }
        #expect(missing(.length(100), "ten bytes.") == .bytes(90))
        #expect(missing(.length(3), "abc") == nil)
        #expect(missing(.untilClose, "abc") == nil)
        #expect(missing(.chunked, "3\r\nabc\r\n") == .lastChunk)
        #expect(missing(.chunked, "3\r\nabc\r\n0\r\n") == .lastChunk)
        #expect(missing(.chunked, "3\r\nabc\r\n0\r\n\r\n") == nil)
    }

    @Test(arguments: [
        ("3\r\nabc\r\n0\r\n\r\nGET", "abc", "\r\n"),
        ("3;ext=1\r\nabc\r\n0004\r\ndefg\r\n0\r\nX-T: end\r\n\r\n", "abcdefg", "X-T: end\r\n\r\n"),
        ("A\r\n0123456789\r\n00;x=\"\t y\"\r\n\r\n", "0123456789", "\r\n"),
        ("a;b;c=d; e = f\r\n0123456789\r\n0\r\nA: 1\r\nB:\r\n\r\n", "0123456789", "A: 1\r\nB:\r\n\r\n"),
        ("0000\r\n\r\n", "", "\r\n"),
        ("2\r\n\r\n\r\n0\r\n\r\n", "\r\n", "\r\n"),
    ])
    func `a chunked body gives its content and keeps its trailer apart`(text: String, content: String, trailer: String)
    {
        let reading = readings(.chunked, text)
        let rest = text.hasSuffix("GET") ? 3 : 0
        #expect(
            reading
                == Reading(
                    payload: Array(content.utf8), count: text.utf8.count - rest, isEnd: true,
                    trailer: Array(trailer.utf8)))
    }

    @Test(arguments: [
        ("0x3\r\nabc\r\n0\r\n\r\n", WireFault.Reason.chunkSize),
        ("+3\r\nabc\r\n", .chunkSize),
        ("-0\r\n\r\n", .chunkSize),
        ("\r\n\r\n", .chunkSize),
        (" 3\r\nabc\r\n", .chunkSize),
        ("3 \r\nabc\r\n", .chunkSize),
        ("3 ;a\r\nabc\r\n", .chunkSize),
        ("3\nabc\n0\n\n", .chunkSize),
        ("3letters\r\nabc\r\n", .chunkSize),
        (";a\r\n", .chunkSize),
        ("3\rabc\r\n", .bareCarriageReturn),
        ("3;a\nabc\r\n", .bareLineFeed),
        ("3;a\u{0}\r\nabc\r\n", .chunkExtension),
        ("2\r\r;a\r\n02\r\n", .bareCarriageReturn),
        ("3\r\nabcdef\r\n0\r\n\r\n", .chunkEnd),
        ("3\r\nabc\n0\r\n\r\n", .chunkEnd),
        ("3\r\nabc\rX", .chunkEnd),
        ("3\r\nabc\r\n\r\n0\r\n\r\n", .chunkSize),
        ("8000000000000000\r\n", .chunkSizeTooLong),
        ("10000000000000003\r\n", .chunkSizeTooLong),
        ("00000000000000003\r\n", .chunkSizeTooLong),
        ("0\r\n\n", .bareLineFeed),
        ("0\r\nA: b\n\r\n", .bareLineFeed),
        ("0\r\nA: b\rX\r\n\r\n", .bareCarriageReturn),
        ("0\r\nno colon\r\n\r\n", .fieldName),
        ("0\r\n A: b\r\n\r\n", .foldedField),
        ("0\r\nContent-Length: 9\r\n\r\n", .trailerField),
        ("0\r\nA: b\r\nhost: other.test\r\n\r\n", .trailerField),
        ("0\r\nTransfer-Encoding: chunked\r\n\r\n", .trailerField),
        ("0\r\nConnection: close\r\n\r\n", .trailerField),
    ])
    func `a chunked body that two readers could read differently is a fault`(text: String, expected: WireFault.Reason) {
        #expect(readings(.chunked, text).fault == expected)
    }

    @Test func `each limit of a chunked body holds at its edge`() {
        let text = "00a;xyz\r\n0123456789\r\n1;pq\r\n-\r\n0;z\r\nA: b\r\n\r\n"
        let edges: [(any WritableKeyPath<WireLimits, Int> & Sendable, Int, WireFault.Reason)] = [
            // The longest size line is "00a;xyz"; extensions are counted with their semicolons.
            (\.chunkLineBytes, 7, .chunkExtensionTooLong), (\.chunkSizeDigits, 3, .chunkSizeTooLong),
            (\.chunkExtensionBytes, 9, .chunkExtensionTooLong), (\.trailerBytes, 8, .trailerTooLong),
        ]
        for (path, value, expected) in edges {
            var limits = WireLimits()
            limits[keyPath: path] = value
            #expect(readings(.chunked, text, limits).fault == nil)
            limits[keyPath: path] = value - 1
            #expect(readings(.chunked, text, limits).fault == expected)
        }
    }

    @Test func `the largest chunk size is taken without overflow`() {
        // 2^62 - 1 bytes announced: the reader waits for them.
        let reading = readings(.chunked, "3FFFFFFFFFFFFFFF\r\nabc")
        #expect(reading.fault == nil && !reading.isEnd && reading.payload == Array("abc".utf8))
    }
}
