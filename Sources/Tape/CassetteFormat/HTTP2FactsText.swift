import HTTPModel

/// Facts of HTTP/2 in a journal's frame and on the line that opens a block.
extension HTTP2HeadFacts {
    /// The payload of an `http2` frame: side, stream, names, line numbers.
    package func journalPayload(_ side: BodySide) -> [UInt8] {
        var payload = PayloadWriter()
        payload.integer(side.rawValue)
        payload.integer(UInt32(truncatingIfNeeded: stream))
        payload.integer(UInt32(truncatingIfNeeded: pseudoFields.count))
        for name in pseudoFields { payload.text(name) }
        payload.integer(UInt32(truncatingIfNeeded: neverIndexed.count))
        for line in neverIndexed { payload.integer(UInt32(truncatingIfNeeded: line)) }
        return payload.bytes
    }

    /// Nil when the payload is broken.
    static func read(journalPayload bytes: UnsafeRawBufferPointer) -> (side: BodySide, facts: HTTP2HeadFacts)? {
        var payload = PayloadReader(bytes)
        guard let side = payload.integer(UInt8.self).flatMap(BodySide.init), let stream = payload.integer(UInt32.self),
            let nameCount = payload.integer(UInt32.self)
        else { return nil }
        var facts = HTTP2HeadFacts(stream: Int(stream), pseudoFields: [])
        for _ in 0..<nameCount {
            guard let name = payload.text() else { return nil }
            facts.pseudoFields.append(name)
        }
        guard let lineCount = payload.integer(UInt32.self) else { return nil }
        for _ in 0..<lineCount {
            guard let line = payload.integer(UInt32.self) else { return nil }
            facts.neverIndexed.append(Int(line))
        }
        return (side, facts)
    }
}

extension TextWriter {
    /// `h2=STREAM order=…,… never=…` of the request, `origin-h2=STREAM origin-never=…` of the answer.
    mutating func http2(_ exchange: Exchange) {
        if let request = exchange.requestHTTP2 {
            field("h2", request.stream)
            field("order", request.pseudoFields.joined(separator: ","))
            if !request.neverIndexed.isEmpty { field("never", lines(request.neverIndexed)) }
        }
        if let response = exchange.responseHTTP2 {
            field("origin-h2", response.stream)
            if !response.neverIndexed.isEmpty { field("origin-never", lines(response.neverIndexed)) }
        }
    }

    private func lines(_ numbers: [Int]) -> String { numbers.map { String($0) }.joined(separator: ",") }
}

extension TextReader {
    mutating func http2Request() throws(Fault) -> HTTP2HeadFacts? {
        guard take(" h2=") else { return nil }
        let stream = try number()
        try expect(" order=")
        let order = try value()
        let names = order.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return HTTP2HeadFacts(stream: stream, pseudoFields: names, neverIndexed: try lines(" never="))
    }

    mutating func http2Response() throws(Fault) -> HTTP2HeadFacts? {
        guard take(" origin-h2=") else { return nil }
        let stream = try number()
        return HTTP2HeadFacts(stream: stream, pseudoFields: [], neverIndexed: try lines(" origin-never="))
    }

    private mutating func lines(_ key: StaticString) throws(Fault) -> [Int] {
        guard take(key) else { return [] }
        var lines = [try number()]
        while take(",") { lines.append(try number()) }
        return lines
    }
}
