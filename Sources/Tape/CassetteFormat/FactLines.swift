import HTTPModel

/// Reads the lines that hold facts: `tape`, `client`, `upstream`, `mark`, `note`, `lost`, and the line that opens a
/// block.
enum FactLines {
    typealias Fault = TextReader.Fault

    static func header(_ line: TextReader) throws(Fault) -> TapeHeader {
        var reader = line
        try reader.expect("tape id=")
        let id = try reader.value()
        try reader.expect(" tool=")
        let tool = try reader.value()
        try reader.expect(" clock=")
        let clock = try reader.value()
        guard let time = CivilTime.parse(clock) else {
            throw Fault(saw: clock, why: "a clock is a date and a time of ISO 8601 in UTC")
        }
        try reader.expect(" mode=")
        let mode = try reader.value()
        try reader.expect(" listen=")
        let listen = try reader.value()
        let contract = try optional(" contract=", &reader)
        let baseURL = try optional(" base=", &reader)
        let redacted = try optional(" redacted=", &reader)
        try end(reader)
        return TapeHeader(
            id: id, tool: tool, wallSeconds: time.seconds, wallNanoseconds: time.nanoseconds, mode: mode,
            listen: listen, contract: contract, baseURL: baseURL, redacted: redacted)
    }

    static func item(_ line: TextReader) throws(Fault) -> TapeItem {
        var reader = line
        if reader.take("client ") { return .client(try client(&reader)) }
        if reader.take("upstream ") { return .upstream(try upstream(&reader)) }
        if reader.take("mark t=") { return .mark(try mark(&reader)) }
        if reader.take("gap t=") {
            let gap = try TapeGap(&reader)
            try end(reader)
            return .gap(gap)
        }
        if reader.take("note t=") {
            let time = try reader.time()
            try reader.expect(" ")
            let text = try reader.quoted()
            try end(reader)
            return .note(time: time, text: text)
        }
        if reader.take("lost ") {
            let losses = try losses(&reader)
            try end(reader)
            return .losses(losses)
        }
        throw reader.fault("no such line is known")
    }

    private static func losses(_ reader: inout TextReader) throws(Fault) -> TapeLosses {
        let text = try reader.value()
        guard let losses = TapeLosses(text: text) else { throw Fault(saw: text, why: "no such loss is known") }
        return losses
    }

    private static func client(_ reader: inout TextReader) throws(Fault) -> ClientConnectionFacts {
        let id = try reader.number()
        try reader.expect(" t=")
        let opened = try reader.time()
        try reader.expect(" address=")
        let address = try reader.value()
        let tls = try optional(" tls=", &reader)
        let name = try optional(" sni=", &reader)
        let failure = try optional(" failure=", &reader)
        try end(reader)
        return ClientConnectionFacts(
            id: id, opened: opened, client: address, tls: tls, serverName: name, tlsFailure: failure)
    }

    private static func upstream(_ reader: inout TextReader) throws(Fault) -> UpstreamConnectionFacts {
        let id = try reader.number()
        try reader.expect(" t=")
        let opened = try reader.time()
        try reader.expect(" origin=")
        let origin = try reader.origin()
        try reader.expect(" local=")
        let local = try reader.value()
        try reader.expect(" address=")
        let remote = try reader.value()
        let tls = try optional(" tls=", &reader)
        let chain = try optional(" chain=", &reader)
        let verification = try optional(" verified=", &reader)
        let names = try optional(" names=", &reader)
        try end(reader)
        func list(_ text: String?) -> [String] {
            text.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
        }
        return UpstreamConnectionFacts(
            id: id, opened: opened, origin: origin, local: local, remote: remote, tls: tls, chain: list(chain),
            verification: verification, names: list(names))
    }

    private static func mark(_ reader: inout TextReader) throws(Fault) -> Mark {
        let time = try reader.time()
        try reader.expect(" after=")
        let after = try reader.number()
        try reader.expect(" ")
        let key: String
        if reader.isAtQuote {
            key = try reader.quoted()
        } else {
            let word = reader.word()
            guard !word.isEmpty else { throw reader.fault("a key must stand here") }
            key = String(decoding: reader.bytes[word], as: UTF8.self)
        }
        try reader.expect("=")
        let value = try reader.value()
        try end(reader)
        return Mark(time: time, afterExchange: after, key: key, value: value)
    }

    /// What the line that opens a block says up to the exchange's end.
    struct Opening {
        let number: Int
        let connection: Int
        let upstream: Int?
        let ingress: Ingress
        let origin: ServerOrigin
        let start: TapeTime
        let endTime: TapeTime
    }

    static func opening(_ reader: inout TextReader) throws(Fault) -> Opening {
        try reader.expect("@ ")
        let number = try reader.number()
        guard number > 0 else { throw reader.fault("exchanges are numbered from 1") }
        try reader.expect(" client=")
        let connection = try reader.number()
        let upstream = reader.take(" upstream=") ? try reader.number() : nil
        try reader.expect(" via=")
        let via = try reader.value()
        guard let ingress = Ingress(rawValue: via) else { throw Fault(saw: via, why: "no such way in is known") }
        try reader.expect(" origin=")
        let origin = try reader.origin()
        try reader.expect(" t=")
        let start = try reader.time()
        try reader.expect(" took=")
        let endTime = try reader.time(since: start)
        try reader.expect(" end=")
        return Opening(
            number: number, connection: connection, upstream: upstream, ingress: ingress, origin: origin, start: start,
            endTime: endTime)
    }

    /// The line that opens a block; heads and bodies follow.
    static func exchange(_ line: TextReader) throws(Fault) -> Exchange {
        var reader = line
        let opening = try opening(&reader)
        let word = try reader.value()
        let code = try optional(" code=", &reader)
        let why = try optional(" why=", &reader)
        guard let end = ExchangeEnd(word: word, code: code, why: why) else {
            throw Fault(saw: word, why: "no such end is known, or words of it are missing")
        }
        var tunnel: TunnelCount?
        if reader.take(" sent=") {
            let sent = try reader.number()
            try reader.expect(" received=")
            tunnel = TunnelCount(sent: sent, received: try reader.number())
        }
        let requestHTTP2 = try reader.http2Request()
        let responseHTTP2 = try reader.http2Response()
        let losses: TapeLosses = reader.take(" lost=") ? try losses(&reader) : []
        try self.end(reader)
        var exchange = Exchange(
            number: opening.number, connection: opening.connection, ingress: opening.ingress, origin: opening.origin,
            start: opening.start, request: TapedRequest(headBytes: [], head: nil, body: .none), end: end,
            endTime: opening.endTime, tunnel: tunnel, upstream: opening.upstream)
        exchange.requestHTTP2 = requestHTTP2
        exchange.responseHTTP2 = responseHTTP2
        exchange.losses = losses
        return exchange
    }

    private static func optional(_ key: StaticString, _ reader: inout TextReader) throws(Fault) -> String? {
        reader.take(key) ? try reader.value() : nil
    }

    private static func end(_ reader: TextReader) throws(Fault) {
        guard reader.isAtEnd else { throw reader.fault("the line must end here") }
    }
}
