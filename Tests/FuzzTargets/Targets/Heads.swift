import HTTPModel
import HTTPWire

private let grammar = [
    "\r\n", "\r\n\r\n", "\n", "\r", "GET ", "POST ", "HEAD ", "CONNECT ", "OPTIONS * ", "TRACE ", " HTTP/1.1\r\n",
    " HTTP/1.0\r\n", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 101 S\r\nUpgrade: x\r\n\r\n",
    "HTTP/1.1 204 N\r\n", "HTTP/1.1 304 N\r\n", "Host: o.test\r\n", "Host: ", "Content-Length: 3\r\n",
    "Content-Length: ", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: ", "Connection: close\r\n",
    "Connection: upgrade\r\nUpgrade: websocket\r\n", "Connection: ", "Upgrade: h2c\r\n", "Expect: 100-continue\r\n",
    "Max-Forwards: 0\r\n", "http://o.test/", "https://o.test", "http://[::1]:80/", "o.test:443", "3\r\nabc\r\n",
    "0\r\n\r\n", "0\r\nX: y\r\n\r\n", ";a=b", "Proxy-Authorization: x\r\n", "Proxy-Connection: close\r\n", "chunked",
    "keep-alive",
]

extension SeedFiles {
    /// The messages of the bad inputs and of the corpus, each behind a byte that chooses how it is read.
    fileprivate func messages(_ isRequest: Bool, _ choices: [UInt8]) -> [[UInt8]] {
        let own = HTTPMessages.of(isRequest) + (isRequest ? corpus("http1") : [])
        return own.filter { $0.count < 8_192 }.flatMap { bytes in choices.map { [$0] + bytes } }
    }
}

extension FuzzTarget {
    static let requestHead = FuzzTarget(
        "request-head", words: grammar,
        seeds: { $0.messages(true, []) + $0.messages(true, [0]).map { Array($0[1...]) } }
    ) { bytes in
        let whole = try head([bytes[...]]) { (head) throws(WireFault) in try parser.request(head) }
        let cut = try head(Pieces.of(bytes).map { bytes[$0] }) { (head) throws(WireFault) in try parser.request(head) }
        try same(whole, cut)
        // Tapes give the parser heads that no scanner has seen the end of.
        let loose = try? parser.request(bytes)
        if let loose { try judge(loose) }
        let strict = try? strictParser.request(bytes)
        let isOfURIs = loose?.targetBytes.allSatisfy { uriBytes.contains($0) } ?? false
        try must(strict?.target == (isOfURIs ? loose?.target : nil), "where URIs alone are taken, another target")
        guard case .success(let head) = whole else { return }
        try judge(head)
        try must(bytes[head.method].count == head.method.count, "the method is out of bounds")
        for byte in head.targetBytes { try must(byte > 0x20 && byte != 0x7F, "a target with a byte \(byte)") }
    }

    static let responseHead = FuzzTarget(
        "response-head", words: grammar, seeds: { $0.messages(false, [0]).map { Array($0[1...]) } }
    ) { bytes in
        let whole = try head([bytes[...]]) { (head) throws(WireFault) in try parser.response(head) }
        let cut = try head(Pieces.of(bytes).map { bytes[$0] }) { (head) throws(WireFault) in try parser.response(head) }
        try same(whole, cut)
        if let head = try? parser.response(bytes) { try judge(head) }
        guard case .success(let head) = whole else { return }
        try judge(head)
        try must((100...999).contains(head.status), "a status of \(head.status)")
    }

    /// The first byte chooses the framing, the second the length.
    static let messageBody = FuzzTarget(
        "body", words: grammar,
        seeds: { files in
            files.messages(true, [0]).map { message in
                let end = message.indices.first { message[$0...].starts(with: [13, 10, 13, 10]) } ?? 0
                return [3, 0] + message[min(end + 4, message.count)...]
            } + [[1, 5] + Array("helloGET /".utf8), [2, 0] + Array("all".utf8)]
        }
    ) { bytes in
        guard bytes.count >= 2 else { return }
        let framing: BodyFraming =
            switch bytes[0] % 4 {
            case 0: .none
            case 1: .length(Int(bytes[1]))
            case 2: .untilClose
            default: .chunked
            }
        let content = Array(bytes[2...])
        let whole = BodyOutcome(framing, [content[...]])
        try must(whole == BodyOutcome(framing, Pieces.of(content).map { content[$0] }), "\(whole) cut otherwise")
        try must(whole.taken <= content.count, "more bytes were taken than there are")
        try must(whole.payload.count <= content.count, "the content is longer than its bytes")
        if framing == .length(Int(bytes[1])) {
            try must(whole.payload.count <= Int(bytes[1]), "longer than its length")
        }
    }

    private static let parser = HeadParser(limits: limits)
    private static let strictParser = {
        var strict = limits
        strict.takesURIsOnly = true
        return HeadParser(limits: strict)
    }()
    /// RFC 3986 §2.
    private static let uriBytes = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%".utf8)

    /// Low, so that the limits are met.
    private static let limits: WireLimits = {
        var limits = WireLimits()
        limits.headBytes = 2_048
        limits.fieldBytes = 1_024
        limits.targetBytes = 512
        limits.fieldCount = 32
        return limits
    }()

    private static func head<Head: MessageHead>(
        _ pieces: [ArraySlice<UInt8>], _ parse: (UnsafeBufferPointer<UInt8>) throws(WireFault) -> Head
    ) throws -> Result<Head, WireFault>? {
        var scanner = HeadScanner(limits: limits)
        var buffer: [UInt8] = []
        for piece in pieces {
            buffer += piece
            do {
                guard let end = try buffer.withUnsafeBufferPointer({ try scanner.end(in: $0) }) else { continue }
                try must(end <= buffer.count && end <= limits.headBytes, "a head ends at \(end)")
                return .success(
                    try buffer.withUnsafeBufferPointer { try parse(UnsafeBufferPointer(rebasing: $0[..<end])) })
            } catch let fault as WireFault { return .failure(fault) }
        }
        return nil
    }

    private static func same<Head: MessageHead>(
        _ one: Result<Head, WireFault>?, _ other: Result<Head, WireFault>?
    ) throws {
        switch (one, other) {
        case (nil, nil): break
        case (.success(let one)?, .success(let other)?):
            try must(one.bytes == other.bytes && one.fields == other.fields, "cut, the head is another")
        case (.failure(let one)?, .failure(let other)?): try must(one == other, "\(one) and, cut, \(other)")
        default: throw Violation(description: "whole \(String(describing: one)), cut \(String(describing: other))")
        }
    }

    /// The lines make up the whole head, and nothing in them can end a line.
    private static func judge(_ head: some MessageHead) throws {
        var place = head.fields.first?.line.lowerBound ?? head.bytes.count - 2
        try must(head.bytes[..<place].suffix(2) == [13, 10], "the start line has no end")
        try must(!head.bytes[..<(place - 2)].contains { $0 == 13 || $0 == 10 || $0 == 0 }, "a break in the start line")
        for field in head.fields {
            try must(field.line.lowerBound == place, "lines leave bytes out")
            try must(field.name.lowerBound == place && !field.name.isEmpty, "a name is not at its line's start")
            try must(field.name.upperBound < field.value.lowerBound, "name and value overlap")
            try must(field.value.upperBound <= field.line.upperBound - 2, "a value goes past its line")
            let line = head.bytes[field.line]
            try must(line.suffix(2) == [13, 10], "a line has no end")
            try must(!line.dropLast(2).contains { $0 == 13 || $0 == 10 || $0 == 0 }, "a break in a line")
            place = field.line.upperBound
        }
        try must(head.bytes[place...] == [13, 10], "the head does not end where its lines do")
    }
}

/// What a body reader made of some bytes.
private struct BodyOutcome: Equatable {
    var payload: [UInt8] = []
    var trailer: [UInt8] = []
    var taken = 0
    var isEnd = false
    var fault: WireFault.Reason?

    init(_ framing: BodyFraming, _ pieces: [ArraySlice<UInt8>]) {
        var limits = WireLimits()
        limits.chunkLineBytes = 64
        limits.chunkExtensionBytes = 128
        limits.trailerBytes = 128
        var reader = BodyReader(framing, limits: limits)
        isEnd = reader.isAtEnd
        for piece in pieces where !isEnd {
            do throws(WireFault) {
                let bytes = Array(piece)
                let step = try Self.read(&reader, bytes) { payload += bytes[$0] }
                taken += step.count
                isEnd = step.isEnd
            } catch {
                fault = error.reason
                taken = 0
                return
            }
        }
        if isEnd { trailer = reader.trailerBytes }
    }

    private static func read(
        _ reader: inout BodyReader, _ bytes: [UInt8], _ payload: (Range<Int>) -> Void
    ) throws(WireFault) -> BodyReader.Taken {
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<BodyReader.Taken, WireFault> in
            do throws(WireFault) { return .success(try reader.read(buffer, payload: payload)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
