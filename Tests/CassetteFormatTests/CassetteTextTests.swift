import HTTPModel
import Testing

@testable import CassetteFormat

/// Compares two exchanges in everything that stands on a tape.
func expectEqual(_ a: Exchange, _ b: Exchange, _ comment: Comment? = nil) {
    #expect(a.number == b.number, comment)
    #expect(a.connection == b.connection, comment)
    #expect(a.upstream == b.upstream, comment)
    #expect(a.ingress == b.ingress, comment)
    #expect(a.origin == b.origin, comment)
    #expect(a.start == b.start, comment)
    #expect(a.endTime == b.endTime, comment)
    #expect(a.end == b.end, comment)
    #expect(a.tunnel == b.tunnel, comment)
    #expect(a.notes == b.notes, comment)
    #expect(a.requestHTTP2 == b.requestHTTP2, comment)
    #expect(a.responseHTTP2 == b.responseHTTP2, comment)
    #expect(a.request.headBytes == b.request.headBytes, comment)
    #expect(a.request.head?.fields == b.request.head?.fields, comment)
    #expect(a.interim.map(\.time) == b.interim.map(\.time), comment)
    #expect(a.interim.map(\.head.bytes) == b.interim.map(\.head.bytes), comment)
    #expect(a.response?.time == b.response?.time, comment)
    #expect(a.response?.head.bytes == b.response?.head.bytes, comment)
    for (x, y) in [(a.request.body, b.request.body), (a.response?.body ?? .none, b.response?.body ?? .none)] {
        #expect(x.framing == y.framing, comment)
        #expect(x.payload == y.payload, comment)
        #expect(x.payloadSize == y.payloadSize, comment)
        #expect(x.isExternal == y.isExternal, comment)
        #expect(x.digest == y.digest, comment)
        #expect(x.wireSize == y.wireSize, comment)
        #expect(x.arrivals == y.arrivals, comment)
    }
}

@Suite struct CassetteTextTests {
    @Test func `a tape reads as it is written`() throws {
        let script = JournalScript()
        script.client(1)
        script.mark("tracking", "off")
        let number = script.begin("GET /vast/abc?cb=1 HTTP/1.1\r\nHost: ads.example\r\n\r\n")
        script.upstream(1)
        script.note(number, "removed Proxy-Authorization")
        script.response(number, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", upstream: 1)
        script.responseData(number, Array("7;x=1\r\n<VAST>\n\r\n8\r\n</VAST>\n\r\n0\r\nX-T: end\r\n\r\n".utf8))
        script.end(number)
        script.mark("odd key=", "two words")
        script.close()
        #expect(
            CassetteScript(journal: script.bytes).string == """
                fita 1
                tape id=00112233445566778899aabbccddeeff tool=fita/0.1.0 clock=2026-11-29T06:41:48.123456789Z \
                mode=forward listen=127.0.0.1:8080
                . 4676e2e0

                mark t=0.004000012 after=0 tracking=off
                client 1 t=0.002000006 address=127.0.0.1:50001 tls="TLSv1.3 TLS_AES_128_GCM_SHA256" sni=ads.example
                upstream 1 t=0.006000018 origin=https://ads.example local=127.0.0.1:40000 address=127.0.0.1:443 \
                tls=TLSv1.2 chain=ab,cd verified="Hostname mismatch" names=ads.example,*.ads.example
                @ 1 client=1 upstream=1 via=connect origin=https://ads.example t=0.005000015 \
                took=0.005000015 end=complete
                ! "removed Proxy-Authorization"
                > GET /vast/abc?cb=1 HTTP/1.1
                > Host: ads.example
                >
                response t=0.003000009
                < HTTP/1.1 200 OK
                < Transfer-Encoding: chunked
                <
                = chunked 15 sha256:a39884a3f5b9fbd3b28b1cb9cfec32d99c418f22e228f1bcee8244f76d9103b2 chunks=7;x=1,8,0 \
                arrivals=15@0.004000012
                |<VAST>
                |</VAST>
                |
                ^ X-T: end
                ^
                . 9efef613

                mark t=0.011000033 after=1 "odd key="="two words"
                end 1 3839370d

                """)
    }

    @Test func `what another tool did not tell comes back, and no other word is taken for it`() throws {
        let script = JournalScript()
        script.end(script.begin("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), .complete)
        script.close()
        var exchange = try #require(assemble(script.bytes).items.exchanges.first)
        exchange.losses = [.target, .answerBytes, .times]
        let cassette = CassetteScript([.exchange(exchange), .losses(.cookies)])
        #expect(cassette.string.contains("end=complete lost=target,answer-bytes,times\n"))
        #expect(cassette.string.contains("\nlost cookies\n"))
        let items = try cassette.items()
        #expect(items.exchanges.map(\.losses) == [[.target, .answerBytes, .times]])
        #expect(items.contains { if case .losses(.cookies) = $0 { true } else { false } })
        for loss in (0..<9).map({ TapeLosses(rawValue: 1 << $0) }) { #expect(TapeLosses(text: loss.text) == loss) }
        for text in ["", "times,target", "target,target", "target,", "size", "Target"] {
            #expect(TapeLosses(text: text) == nil, "\(text)")
        }
    }

    @Test func `every end, a tunnel, words of the recorder and all facts come back`() throws {
        var header = JournalScript.header
        header.mode = "reverse http://a b"
        header.contract = "metrike \"1\""
        header.baseURL = ""
        let script = JournalScript(header: header)
        script.client(1)
        script.upstream(2)
        script.frame(.note, Array("a gap\tof \u{7}é".utf8))
        let ends: [ExchangeEnd] = [
            .complete, .clientAborted, .originAborted, .short, .originUnreachable(code: "tls", detail: ""),
            .originFault("x=y"), .refused(" "), .recorderDied, .missed,
        ]
        for end in ends { script.end(script.begin("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), end) }
        let number = script.begin("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", connection: 3, ingress: .tunnel)
        script.frame(.tunnelCount, exchange: number, TunnelCount(sent: 12, received: 345).journalPayload)
        script.end(number, .tunnelClosed)
        script.close()
        let originals = assemble(script.bytes).items
        let cassette = CassetteScript(
            originals.exchanges.map { .exchange($0) }
                + originals.filter { if case .exchange = $0 { false } else { true } },
            header: header)
        let items = try cassette.items()
        for (read, original) in zip(items.exchanges, originals.exchanges) { expectEqual(read, original) }
        #expect(items.exchanges.map(\.end) == ends + [.tunnelClosed])
        #expect(items.notes == originals.notes)
        guard case .header(let read) = originals[0] else {
            Issue.record("no header")
            return
        }
        #expect(read == header)
        #expect(CassetteScript(items, header: header).text == cassette.text)
        let line = #"mode="reverse http://a b" listen=127.0.0.1:8080 contract="metrike \"1\"" base="""#
        #expect(cassette.string.contains(line))
        let facts = items.compactMap { item -> UpstreamConnectionFacts? in
            if case .upstream(let facts) = item { facts } else { nil }
        }
        #expect(facts.map(\.chain) == [["ab", "cd"]])
        #expect(facts.map(\.verification) == ["Hostname mismatch"])
        #expect(facts.map(\.names) == [["ads.example", "*.ads.example"]])
    }

    @Test(arguments: OddExchange.all)
    func `an odd exchange comes back byte for byte`(odd: OddExchange) throws {
        let script = JournalScript()
        odd.write(to: script)
        script.close()
        let original = try #require(assemble(script.bytes).items.exchanges.first)
        #expect(original.request.headBytes == odd.request)
        #expect(original.request.body.wireBytes == odd.requestBody)
        #expect(original.response?.head.bytes == odd.response)
        #expect(original.response?.body.wireBytes == odd.body)
        let cassette = CassetteScript(journal: script.bytes)
        let items = try cassette.items()
        #expect(items.exchanges.count == 1)
        expectEqual(items.exchanges[0], original)
        let again = CassetteScript(items)
        #expect(again.text == cassette.text)
        #expect(again.blobs == cassette.blobs)
    }

    @Test func `random exchanges come back byte for byte`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let alphabet: [UInt8] = [0x0A, 0x0D, 0x20, 0x25, 0x2E, 0x40, 0x7C, 0x61, 0x7F, 0x80, 0xC3, 0xA9, 0, 0x22, 0x5C]
        func bytes(_ upTo: Int) -> [UInt8] {
            let isText = Bool.random(using: &random)
            return (0..<Int.random(in: 0...upTo, using: &random)).map { _ in
                isText ? UInt8.random(in: 0x20..<0x7F, using: &random) : alphabet.randomElement(using: &random) ?? 0
            }
        }
        let script = JournalScript()
        for _ in 0..<300 {
            let number = script.begin(
                bytes(60), connection: Int.random(in: 1...9, using: &random),
                ingress: Ingress.allCases.randomElement(using: &random) ?? .connect,
                origin: ServerOrigin(
                    scheme: .http, host: ["a.example", "::1", ""].randomElement(using: &random) ?? "",
                    port: UInt16.random(in: 1...UInt16.max, using: &random)))
            script.requestData(number, bytes(30))
            if Bool.random(using: &random) {
                let lines = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 1...9, using: &random)
                }
                let facts = HTTP2HeadFacts(stream: 1, pseudoFields: [":method", ":path"], neverIndexed: lines)
                script.http2(number, .request, facts)
            }
            if Bool.random(using: &random) { script.note(number, String(decoding: bytes(20), as: UTF8.self)) }
            let isChunked = Bool.random(using: &random)
            script.response(number, "HTTP/1.1 200 OK\r\n\(isChunked ? "Transfer-Encoding: chunked\r\n" : "")\r\n")
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let piece = bytes(40)
                if isChunked { script.responseData(number, Array((String(piece.count, radix: 16) + "\r\n").utf8)) }
                script.responseData(number, piece)
                if isChunked { script.responseData(number, bytes(1).isEmpty ? [0x0D, 0x0A] : [0x0D]) }
            }
            if Bool.random(using: &random) { script.end(number, .refused(String(decoding: bytes(20), as: UTF8.self))) }
            if Bool.random(using: &random) {
                script.mark(String(decoding: bytes(9), as: UTF8.self), String(decoding: bytes(9), as: UTF8.self))
            }
        }
        let originals = assemble(script.bytes).items.exchanges.sorted { $0.number < $1.number }
        let cassette = CassetteScript(journal: script.bytes)
        let items = try cassette.items()
        #expect(items.exchanges.count == originals.count)
        for (read, original) in zip(items.exchanges, originals) { expectEqual(read, original, "seed \(seed)") }
        let again = CassetteScript(items)
        #expect(again.text == cassette.text, "seed \(seed)")
        #expect(again.blobs == cassette.blobs, "seed \(seed)")
    }

    @Test(arguments: [
        (0, false), (1, false), (65_536, false), (65_537, true),
    ])
    func `a clean content stands in the text up to the limit`(size: Int, isBlob: Bool) throws {
        let script = JournalScript()
        let number = script.begin("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        script.response(number, "HTTP/1.1 200 OK\r\n\r\n")
        script.responseData(number, [UInt8](repeating: 0x61, count: size))
        script.end(number)
        let cassette = CassetteScript(journal: script.bytes)
        #expect(cassette.blobs.isEmpty == !isBlob)
        #expect(try cassette.items().exchanges[0].response?.body.payloadSize == size)
    }
}

@Suite struct CassetteDamageTests {
    private static let small: CassetteScript = {
        let script = JournalScript()
        script.client(1)
        script.simple("/a", "first\nbody")
        script.mark("tracking", "off")
        script.simple("/b", "second")
        script.simple("/c", "third\n")
        script.close()
        return CassetteScript(journal: script.bytes)
    }()

    @Test func `a cassette cut at every byte yields every block before the cut`() throws {
        let whole = try Self.small.items().exchanges
        var seen = 0
        for size in 0...Self.small.text.count {
            var cut = Self.small
            cut.text = Array(cut.text[..<size])
            let (items, errors, remarks, part) = cut.tolerant()
            let exchanges = items.exchanges
            #expect(exchanges.count >= seen, "cut at \(size)")
            seen = exchanges.count
            for (read, original) in zip(exchanges, whole) { expectEqual(read, original) }
            if size < Self.small.text.count - 1 { #expect(!errors.isEmpty || !remarks.isEmpty, "cut at \(size)") }
            if let part {
                #expect(part.end == .recorderDied)
                let original = whole[part.number - 1]
                #expect(part.request.headBytes == original.request.headBytes)
                let content = part.response?.body.payload ?? []
                #expect(original.response?.body.payload.starts(with: content) == true, "cut at \(size)")
            }
        }
        #expect(seen == 3)
    }

    @Test func `a flipped bit is told and loses one block at most`() throws {
        let whole = try Self.small.items().exchanges
        for place in 0..<Self.small.text.count {
            for bit in [0, 5] {
                var flipped = Self.small
                flipped.text[place] ^= 1 << UInt8(bit)
                let (items, errors, remarks, _) = flipped.tolerant()
                if place < 7 { continue }
                #expect(!errors.isEmpty || !remarks.isEmpty, "flip at \(place) is not told")
                #expect(items.exchanges.count >= 2, "flip at \(place)")
                for read in items.exchanges { expectEqual(read, whole[read.number - 1], "flip at \(place)") }
            }
        }
    }

    /// The places of the blocks, each with the empty line before it.
    private func blocks(_ text: String) -> [String] {
        var blocks = text.components(separatedBy: "\n\n")
        let end = blocks.removeLast()
        return blocks + [end]
    }

    @Test func `a copy is left out, a moved block is put in place and a missing one is told`() throws {
        let parts = blocks(Self.small.string)
        #expect(parts.count == 5)
        func cassette(_ order: [Int]) -> CassetteScript {
            var script = Self.small
            script.text = Array(order.map { parts[$0] }.joined(separator: "\n\n").utf8)
            return script
        }
        let copy = cassette([0, 1, 2, 2, 3, 4]).tolerant()
        #expect(copy.errors.isEmpty)
        #expect(copy.items.exchanges.map(\.number) == [1, 2, 3])
        #expect(copy.remarks.map(\.code) == [.twice, .gap])
        let moved = cassette([0, 3, 2, 1, 4]).tolerant()
        #expect(moved.errors.isEmpty)
        #expect(moved.items.exchanges.map(\.number) == [1, 2, 3])
        #expect(moved.remarks.allSatisfy { $0.code == .order } && !moved.remarks.isEmpty)
        let missing = cassette([0, 1, 3, 4]).tolerant()
        #expect(missing.errors.isEmpty)
        #expect(missing.items.exchanges.map(\.number) == [1, 3])
        #expect(missing.remarks.map(\.code) == [.gap, .gap])
        let joined = cassette([0, 1, 2, 3, 4, 0, 1, 2, 3, 4]).tolerant()
        #expect(joined.errors.map(\.code) == [.afterEnd])
        #expect(joined.items.exchanges.count == 3)
        let headerOnly = cassette([0]).tolerant()
        #expect(headerOnly.items.exchanges.isEmpty)
    }

    @Test(arguments: [
        ("", TapeError.Code.empty), ("\u{0}\u{1} not a tape", .notATape), ("fita 999\ntape x\n", .version),
        ("fita -1\n", .notATape), ("fita \n", .notATape), ("fita 1", .notATape), ("fita 1x\n", .notATape),
    ])
    func `what is no cassette of this version is refused with its reason`(text: String, code: TapeError.Code) {
        var script = Self.small
        script.text = Array(text.utf8)
        let error = #expect(throws: TapeError.self) { try script.items() }
        #expect(error?.code == code)
    }

    /// Changes a line of a block and makes its checksum right again.
    private func edited(_ old: String, _ new: String) throws -> CassetteScript {
        var parts = blocks(Self.small.string)
        let index = try #require(parts.firstIndex { $0.contains(old) })
        let lines = parts[index].replacing(old, with: new).split(separator: "\n", omittingEmptySubsequences: false)
        let body = "\n" + lines.dropLast().joined(separator: "\n") + "\n"
        let checksum = Array(body.utf8).withUnsafeBytes { CRC32C.checksum($0) }
        let hex = String(checksum, radix: 16)
        parts[index] = body.dropFirst() + ". " + String(repeating: "0", count: 8 - hex.count) + hex
        var script = Self.small
        script.text = Array(parts.joined(separator: "\n\n").utf8)
        return script
    }

    @Test(
        arguments: [
            ("GET /b", "GET /bb", nil), ("= length 6", "= length 9223372036854775807", .size),
            ("= length 6", "= length 5", .size), ("= length 6", "= length 7", .size), ("|second", "|secont", .digest),
            ("|second", "|second\n|", .size), ("200 OK", "-200 OK", .head), ("200 OK", "99 OK", .head),
            ("Content-Length: 6", "Content-Length: 6\n<\n< <script>", .head),
            ("origin=https:", "origin=file:", .syntax),
            ("end=complete", "end=done", .syntax), ("via=connect", "via=magic", .syntax),
            ("sha256:", "sha256:../", .syntax), ("@ 2 ", "@ 0 ", .syntax), ("@ 2 ", "@ 99999999999999999999 ", .syntax),
            ("response t=", "answer t=", .syntax), ("> Host", ">Host", .syntax), ("> Host", ">%%4", .syntax),
            ("= length 6", "= chunked 6", nil), ("took=", "took=-", nil), ("@ 2 ", "@ 2  ", .syntax),
        ] as [(String, String, TapeError.Code?)])
    func `a changed block whose checksum is right is judged by its content`(
        old: String, new: String, code: TapeError.Code?
    ) throws {
        let script = try edited(old, new)
        let (items, errors, _, _) = script.tolerant()
        #expect(errors.map(\.code) == (code.map { [$0] } ?? []), "\(old) → \(new)")
        #expect(items.exchanges.count == (code == nil ? 3 : 2))
    }

    @Test func `requests are read alone, with the damage that stands between them`() throws {
        var script = Self.small
        #expect(try script.requests().map { try $0.get().number } == [1, 2, 3])
        script = try edited("> Host", ">Host")
        let edited = try script.requests()
        #expect(edited.count == 3 && (try? edited[1].get())?.number == 2 && (try? edited[2].get())?.number == 3)
        #expect(throws: TapeError.self) { try edited[0].get() }
        script.text = Array(Self.small.string.replacing("|second", with: "|secont").utf8)
        let damaged = try script.requests()
        #expect(damaged.count == 3)
        let error = #expect(throws: TapeError.self) { try damaged[1].get() }
        #expect(error?.code == .checksum)
    }

    @Test func `of a block only what is wanted is read, whatever its request holds`() throws {
        let script = JournalScript()
        script.client(1)
        let number = script.begin("POST /t HTTP/1.1\r\nHost: ads.example\r\nTransfer-Encoding: chunked\r\n\r\n")
        script.requestData(number, Array("5\r\nr t=1\r\n2\r\n\n<\r\n0\r\nX-T: i\r\n\r\n".utf8))
        script.upstream(1)
        script.response(number, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", upstream: 1)
        script.responseData(number, [0, 1, 2, 3])
        script.end(number)
        script.close()
        var tape = CassetteScript(journal: script.bytes)
        let whole = try #require(try tape.items().exchanges.first)
        #expect(whole.request.body.payload == Array("r t=1\n<".utf8))
        #expect(whole.response?.body.payload == [0, 1, 2, 3])

        let answer = try tape.answer()
        #expect(answer.response?.head.bytes == whole.response?.head.bytes)
        #expect(answer.response?.body.isExternal == true && answer.response?.body.digest == whole.response?.body.digest)
        #expect(answer.number == whole.number && answer.end == whole.end)

        // The blob of the answer is not asked for.
        tape.blobs = [:]
        let request = try tape.request()
        #expect(request.head?.bytes == whole.request.headBytes)
        #expect(request.content == whole.request.body.payload)
        #expect(request.number == whole.number && request.origin == whole.origin && !request.isRefused)
        let heads = try #require(try tape.items(reading: .withoutAnswerContents).exchanges.first)
        #expect(heads.response?.head.bytes == whole.response?.head.bytes)
        #expect(heads.response?.body.payload == [])
        #expect(throws: TapeError.self) { try tape.items() }
    }

    @Test func `damage at the limit is told place by place and over it reading stops`() throws {
        for (count, isOver) in [(10, false), (11, true)] {
            var limits = TapeLimits()
            limits.damages = 10
            let parts = blocks(Self.small.string)
            let text = parts[0] + "\n" + String(repeating: ". nothing\n", count: count) + "\n" + parts[1] + "\n"
            try Array(text.utf8).withUnsafeBytes { bytes in
                let reader = try CassetteReader(bytes, limits: limits)
                var codes: [TapeError.Code] = []
                var items = 0
                while true {
                    do throws(TapeError) {
                        guard try reader.next() != nil else { break }
                        items += 1
                    } catch {
                        codes.append(error.code)
                    }
                }
                #expect(codes.filter { $0 == .checksum }.count == 10)
                #expect(codes.contains(.limit) == isOver)
            }
        }
    }

    @Test func `an error says where, what and why, and what to do`() throws {
        let script = try edited("|second", "|secont")
        let error = try #require(script.tolerant().errors.first).at("banner.fita")
        #expect(error.exchange == 2)
        #expect(error.description.hasPrefix("error[T007]: a body does not match its digest\n  at    banner.fita:"))
        #expect(error.description.contains("\n  saw   sha256:"))
        #expect(error.description.contains("\n  do    "))
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: separator) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}

@Suite struct CivilTimeTests {
    @Test(
        arguments: [
            (0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
            (1_795_934_508, 123_000_000, "2026-11-29T06:41:48.123Z"), (-1, 1, "1969-12-31T23:59:59.000000001Z"),
            (253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
            (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
        ] as [(Int64, Int32, String)])
    func `a moment has one text`(seconds: Int64, nanoseconds: Int32, text: String) throws {
        #expect(CivilTime.text(seconds: seconds, nanoseconds: nanoseconds) == text)
        let read = try #require(CivilTime.parse(text))
        #expect(read == (seconds, nanoseconds))
    }
}
