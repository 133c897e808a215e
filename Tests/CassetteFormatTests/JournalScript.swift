import CassetteFormat
import HTTPModel

/// Writes a journal in memory as a recorder would.
final class JournalScript {
    let buffer = FrameBuffer()
    private var encoder: JournalEncoder
    private var counts: [Int: ExchangeCounts] = [:]
    private var clock: TapeTime = 0
    private var number = 0

    static let header = TapeHeader(
        id: "00112233445566778899aabbccddeeff", tool: "fita/0.1.0", wallSeconds: 1_795_934_508,
        wallNanoseconds: 123_456_789, mode: "forward", listen: "127.0.0.1:8080", contract: nil, baseURL: nil)

    init(limits: TapeLimits = TapeLimits(), header: TapeHeader = JournalScript.header) {
        encoder = JournalEncoder(limits: limits)
        frame(.tapeOpen, header.journalPayload(process: 1))
    }

    var bytes: [UInt8] { Array(buffer.bytes) }

    private func tick() -> TapeTime {
        clock += 1_000_003
        return clock
    }

    func frame(_ type: JournalFrameType, connection: Int = 0, exchange: Int = 0, _ payload: [UInt8] = []) {
        encoder.frame(
            type, connection: connection, exchange: exchange, at: tick(), payload: payload, to: buffer)
    }

    func client(_ id: Int) {
        let facts = ClientConnectionFacts(id: id, opened: 0, client: "127.0.0.1:5000\(id)")
        frame(.clientOpen, connection: id, facts.journalOpenPayload)
        let tls = ClientConnectionFacts.journalTLSPayload(
            tls: "TLSv1.3 TLS_AES_128_GCM_SHA256", serverName: "ads.example", failure: nil)
        frame(.clientTLS, connection: id, tls)
    }

    func upstream(_ id: Int) {
        let facts = UpstreamConnectionFacts(
            id: id, opened: 0, origin: ServerOrigin(scheme: .https, host: "ads.example", port: 443),
            local: "127.0.0.1:40000", remote: "127.0.0.1:443", tls: "TLSv1.2", chain: ["ab", "cd"],
            verification: "Hostname mismatch", names: ["ads.example", "*.ads.example"])
        frame(.upstreamOpen, connection: id, facts.journalPayload)
    }

    func begin(
        _ head: String, connection: Int = 1, ingress: Ingress = .connect,
        origin: ServerOrigin = ServerOrigin(scheme: .https, host: "ads.example", port: 443)
    ) -> Int {
        begin(Array(head.utf8), connection: connection, ingress: ingress, origin: origin)
    }

    func begin(_ head: [UInt8], connection: Int, ingress: Ingress, origin: ServerOrigin) -> Int {
        number += 1
        counts[number] = ExchangeCounts()
        head.withUnsafeBytes {
            encoder.requestHead(
                exchange: number, connection: connection, ingress: ingress, origin: origin, head: $0, at: tick(),
                to: buffer)
        }
        return number
    }

    func requestData(_ number: Int, _ bytes: [UInt8]) {
        counts[number]?.requestBytes += UInt64(bytes.count)
        bytes.withUnsafeBytes { encoder.data(.requestData, exchange: number, $0, at: tick(), to: buffer) }
    }

    func interim(_ number: Int, _ head: String) {
        counts[number]?.interim += 1
        frame(.interimHead, exchange: number, Array(head.utf8))
    }

    func response(_ number: Int, _ head: String, upstream: Int? = nil) {
        response(number, Array(head.utf8), upstream: upstream)
    }

    func response(_ number: Int, _ head: [UInt8], upstream: Int? = nil) {
        counts[number]?.responses += 1
        head.withUnsafeBytes {
            encoder.responseHead(exchange: number, upstream: upstream, head: $0, at: tick(), to: buffer)
        }
    }

    func responseData(_ number: Int, _ bytes: [UInt8]) {
        counts[number]?.responseBytes += UInt64(bytes.count)
        bytes.withUnsafeBytes { encoder.data(.responseData, exchange: number, $0, at: tick(), to: buffer) }
    }

    func note(_ number: Int, _ text: String) {
        counts[number]?.notes += 1
        frame(.exchangeNote, exchange: number, Array(text.utf8))
    }

    func http2(_ number: Int, _ side: BodySide, _ facts: HTTP2HeadFacts) {
        http2(number, payload: facts.journalPayload(side))
    }

    func http2(_ number: Int, payload: [UInt8]) {
        countNote(number)
        frame(.http2, exchange: number, payload)
    }

    func countNote(_ number: Int) { counts[number]?.notes += 1 }

    func mark(_ key: String, _ value: String) { frame(.mark, Mark.journalPayload(key: key, value: value)) }

    func end(_ number: Int, _ end: ExchangeEnd = .complete) {
        encoder.end(
            exchange: number, end, counts: counts[number] ?? ExchangeCounts(), at: tick(), to: buffer)
    }

    func close() { frame(.tapeClose) }

    /// One GET with its answer.
    func simple(_ path: String, _ body: String) {
        let number = begin("GET \(path) HTTP/1.1\r\nHost: ads.example\r\n\r\n")
        response(number, "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        responseData(number, Array(body.utf8))
        end(number)
    }
}

/// All items of a journal and what was said of damage.
func assemble(
    _ bytes: [UInt8], limits: TapeLimits = TapeLimits(), spill: (any BodySpill)? = nil
) -> (items: [TapeItem], damage: [JournalReader.Damage]) {
    bytes.withUnsafeBytes { buffer in
        var reader = JournalReader(buffer, limits: limits)
        var assembler = JournalAssembler(limits: limits, spill: spill)
        var items: [TapeItem] = []
        var damage: [JournalReader.Damage] = []
        while let event = reader.next() {
            switch event {
            case .frame(let frame): assembler.feed(frame, into: &items)
            case .damage(let seen):
                damage.append(seen)
                assembler.damage(seen, into: &items)
            }
        }
        assembler.finish(into: &items)
        return (items, damage)
    }
}

extension [TapeItem] {
    var exchanges: [Exchange] {
        compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    var notes: [String] { compactMap { if case .note(_, let text) = $0 { text } else { nil } } }
}
