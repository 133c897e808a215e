import CassetteFormat
import HTTPModel
import Testing

@Suite struct CRC32CTests {
    /// RFC 3720 §B.4.
    private static let published: [([UInt8], UInt32)] = [
        ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
        ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
        (Array(0..<32), 0x46DD_794E),
        (Array("123456789".utf8), 0xE306_9283),
        ([], 0),
    ]

    @Test(arguments: published)
    func `the checksum is the published one`(bytes: [UInt8], checksum: UInt32) {
        #expect(bytes.withUnsafeBytes { CRC32C.checksum($0) } == checksum)
        #expect(bytes.withUnsafeBytes { CRC32C.byTables($0) } == checksum)
    }

    @Test func `the processor and the tables give one checksum, at any length and alignment`() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
        for start in 0..<16 {
            for end in start...300 {
                bytes[start..<end].withUnsafeBytes { piece in
                    #expect(CRC32C.checksum(piece, after: 7) == CRC32C.byTables(piece, after: 7))
                }
            }
        }
    }

    @Test func `a checksum goes on over pieces of any size`() {
        let bytes = (0..<100).map { UInt8($0) }
        let whole = bytes.withUnsafeBytes { CRC32C.checksum($0) }
        for cut in 0...100 {
            let first = bytes[..<cut].withUnsafeBytes { CRC32C.checksum($0) }
            #expect(bytes[cut...].withUnsafeBytes { CRC32C.checksum($0, after: first) } == whole)
        }
    }
}

@Suite struct JournalTests {
    private static let small: [UInt8] = {
        let script = JournalScript()
        script.client(1)
        script.simple("/a", "first")
        script.upstream(1)
        script.mark("tracking", "off")
        let slow = script.begin("POST /slow HTTP/1.1\r\nHost: ads.example\r\nContent-Length: 4\r\n\r\n")
        script.requestData(slow, Array("ab".utf8))
        script.simple("/b", "second")
        script.requestData(slow, Array("cd".utf8))
        script.interim(slow, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        script.response(slow, "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n", upstream: 1)
        script.note(slow, "a note")
        script.responseData(slow, Array("3;x=1\r\nabc\r\n0".utf8))
        script.responseData(slow, Array("004\r\ndefg\r\n0\r\nX-T: end\r\n\r\n".utf8))
        script.end(slow)
        script.simple("/c", "third")
        script.close()
        return script.bytes
    }()

    @Test func `exchanges are put together from their frames`() throws {
        let (items, damage) = assemble(Self.small)
        #expect(damage.isEmpty)
        #expect(items.notes.isEmpty)
        #expect(items.exchanges.map(\.number) == [1, 3, 2, 4])
        let slow = items.exchanges[2]
        #expect(slow.end == .complete)
        #expect(slow.upstream == 1)
        #expect(slow.request.body.payload == Array("abcd".utf8))
        #expect(slow.request.body.framing == .length)
        #expect(slow.request.body.arrivals.map(\.upTo) == [2, 4])
        #expect(slow.interim.map(\.head.status) == [103])
        #expect(slow.notes == ["a note"])
        let body = try #require(slow.response?.body)
        #expect(body.payload == Array("abcdefg".utf8))
        #expect(body.wireBytes == Array("3;x=1\r\nabc\r\n0004\r\ndefg\r\n0\r\nX-T: end\r\n\r\n".utf8))
        guard case .chunked(let layout) = body.framing else {
            Issue.record("the framing is not chunked")
            return
        }
        #expect(layout.chunks.map { String(display: $0.line) } == ["3;x=1", "0004", "0"])
        #expect(layout.trailer == Array("X-T: end\r\n\r\n".utf8))
    }

    @Test func `a journal cut at every byte yields every exchange that had ended before`() {
        let whole = Self.small
        // Where each end frame ends: found by cutting.
        var seen = 0
        for size in 0...whole.count {
            let (items, _) = assemble(Array(whole[..<size]))
            let complete = items.exchanges.filter { $0.end == .complete }
            #expect(complete.count >= seen, "cut at \(size)")
            seen = complete.count
            for exchange in items.exchanges where exchange.end != .complete {
                #expect(exchange.end == .recorderDied)
            }
            if size == whole.count {
                #expect(complete.count == 4)
            } else {
                #expect(!items.notes.isEmpty || size < 40, "cut at \(size) is told")
            }
        }
    }

    @Test func `a flipped byte is told and loses at most the exchange it touches`() {
        let whole = assemble(Self.small).items.exchanges.sorted { $0.number < $1.number }
        for place in 0..<Self.small.count {
            var bytes = Self.small
            bytes[place] ^= 0x41
            let (items, damage) = assemble(bytes)
            #expect(!damage.isEmpty, "flip at \(place) is not told")
            let complete = items.exchanges.filter { $0.end == .complete }
            #expect(complete.count >= 3, "flip at \(place) loses more than one")
            for exchange in complete {
                let original = whole[exchange.number - 1]
                #expect(exchange.request.headBytes == original.request.headBytes)
                #expect(exchange.response?.head.bytes == original.response?.head.bytes)
                #expect(exchange.response?.body.wireBytes == original.response?.body.wireBytes)
                #expect(exchange.request.body.wireBytes == original.request.body.wireBytes)
            }
        }
    }

    @Test func `a frame that is missing or stands again is told`() {
        let script = JournalScript()
        script.simple("/a", "first")
        let start = script.bytes.count
        let number = script.begin("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        script.response(number, "HTTP/1.1 200 OK\r\n\r\n")
        let dataStart = script.bytes.count
        script.responseData(number, Array("data".utf8))
        let dataEnd = script.bytes.count
        script.end(number)
        script.close()
        let bytes = script.bytes

        let (dropped, missing) = assemble(Array(bytes[..<dataStart] + bytes[dataEnd...]))
        #expect(missing.map(\.kind) == [.missing])
        #expect(dropped.exchanges.map(\.end) == [.complete, .recorderDied])

        let (doubled, repeated) = assemble(Array(bytes[..<dataEnd] + bytes[dataStart...]))
        #expect(repeated.map(\.kind) == [.repeated])
        #expect(doubled.exchanges.map(\.end) == [.complete, .complete])

        let (headless, _) = assemble(Array(bytes[..<start] + bytes[dataStart...]))
        #expect(headless.exchanges.map(\.number) == [1])
        #expect(headless.notes.contains { $0.hasPrefix("exchange 2 is lost") })
    }

    @Test func `a length of four gigabytes costs neither memory nor the frames behind it`() {
        var bytes = Self.small
        // The second frame's length.
        let second = bytes.withUnsafeBytes { buffer -> Int in
            var reader = JournalReader(buffer)
            _ = reader.next()
            return reader.position
        }
        for place in 4..<8 { bytes[second + place] = 0xFF }
        let (items, damage) = assemble(bytes)
        #expect(damage.map(\.kind) == [.broken, .missing])
        #expect(items.exchanges.count == 4)
    }

    @Test func `content at the limit is kept and over it is counted and hashed`() throws {
        final class Spill: BodySpill {
            var content: [UInt8] = []
            var digests: [String] = []
            func append(exchange: Int, side: BodySide, _ bytes: UnsafeRawBufferPointer) { content += bytes }
            func finish(exchange: Int, side: BodySide, digest: String) { digests.append(digest) }
        }
        var limits = TapeLimits()
        limits.bodyBytes = 10
        for size in [10, 11, 25] {
            let content = (0..<size).map { UInt8($0) }
            let script = JournalScript()
            let number = script.begin("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            script.response(number, "HTTP/1.1 200 OK\r\n\r\n")
            for byte in content { script.responseData(number, [byte]) }
            script.end(number)
            let spill = Spill()
            let (items, _) = assemble(script.bytes, limits: limits, spill: spill)
            let body = try #require(items.exchanges[0].response?.body)
            #expect(body.payloadSize == size)
            #expect(body.digest == TapedBody.digest(of: content))
            #expect(body.isExternal == (size > 10))
            #expect(body.payload == (size > 10 ? [] : content))
            #expect(spill.content == (size > 10 ? content : []))
            #expect(spill.digests == (size > 10 ? [body.digest] : []))
        }
    }

    @Test func `arrivals over the limit are thinned and the last one stays`() throws {
        var limits = TapeLimits()
        limits.arrivals = 8
        let script = JournalScript()
        let number = script.begin("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        script.response(number, "HTTP/1.1 200 OK\r\n\r\n")
        for byte in 0..<100 { script.responseData(number, [UInt8(byte)]) }
        script.end(number)
        let arrivals = try #require(assemble(script.bytes, limits: limits).items.exchanges[0].response?.body.arrivals)
        #expect(arrivals.count <= 8)
        #expect(arrivals.count >= 4)
        #expect(arrivals.last?.upTo == 100)
        #expect(arrivals.map(\.upTo) == arrivals.map(\.upTo).sorted())
    }

    @Test(arguments: [
        "", "5", "5\r", "5\r\n", "5\r\nhel", "5\r\nhello", "5\r\nhello\r", "5\r\nhello\r\n", "5\r\nhello\r\n0",
        "5\r\nhello\r\n0\r\n", "5\r\nhello\r\n0\r\nX: y\r\n", "5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\nextra",
        "zz\r\nhello", "5\r\nhelloworld",
        "5\r\nhello\r\nzz\r\nmore", "0\r\n\r\n", "1\r\na\r\n1\r\nb\r\n000;z=\"q\"\r\n\r\n",
        "5\r\nhello\rX", "ffffffffffffffffff\r\nx",
    ])
    func `the layout of chunks gives the wire's bytes again, however it is cut`(wire: String) throws {
        let bytes = Array(wire.utf8)
        for cut in 0...bytes.count {
            let script = JournalScript()
            let number = script.begin("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            script.response(number, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            script.responseData(number, Array(bytes[..<cut]))
            script.responseData(number, Array(bytes[cut...]))
            script.end(number)
            let body = try #require(assemble(script.bytes).items.exchanges[0].response?.body)
            #expect(body.wireBytes == bytes)
            #expect(body.wireSize == bytes.count)
            guard case .chunked(let layout) = body.framing else {
                Issue.record("the framing is not chunked")
                return
            }
            #expect(layout.wireSize(payloadSize: body.payloadSize) == bytes.count)
        }
    }

    @Test func `every end keeps its words`() {
        let ends: [ExchangeEnd] = [
            .complete, .clientAborted, .originAborted, .short,
            .originUnreachable(code: "resolve", detail: "no such host"), .originFault("not HTTP"), .refused("bad"),
            .recorderDied, .tunnelClosed, .missed,
        ]
        let script = JournalScript()
        for end in ends {
            script.end(script.begin("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), end)
        }
        #expect(assemble(script.bytes).items.exchanges.map(\.end) == ends)
    }
}
