package import CassetteFormat
import HTTPModel
import IdentityTrace
import JSONText
import SDKContracts
package import Verification

/// The exchanges of a recording, one line each (`fita list`).
package struct ExchangeList {
    private let exchanges: [Exchange]
    private let judgement: Judgement
    private let places: PersonalPlaces
    private let sightings: [Int: Sighting]
    private let digest: ([UInt8]) -> String

    /// `digest` gives the SHA-256 of bytes in lower-case hexadecimal; it is used for decoded content only.
    package init(
        _ items: [TapeItem], _ judgement: Judgement, reveals: Bool = false, digest: @escaping ([UInt8]) -> String
    ) {
        exchanges = items.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
        self.judgement = judgement
        self.digest = digest
        places = PersonalPlaces(
            mask: Mask(values: judgement.values, names: judgement.names, reveals: reveals), values: judgement.values,
            names: judgement.names)
        sightings = Dictionary(judgement.sightings.map { ($0.number, $0) }) { first, _ in first }
    }

    private func row(_ exchange: Exchange) -> ExchangeRow {
        ExchangeRow(
            exchange: exchange, sighting: sightings[exchange.number], purpose: judgement.purposes[exchange.number],
            places: places)
    }

    /// Number, start in seconds, method, status, size, party, role, URL; the end where it is not whole.
    package var text: String {
        let width = max(1, String(exchanges.last?.number ?? 0).utf8.count)
        return exchanges.map { exchange in
            let row = row(exchange)
            let end = exchange.end == .complete ? "" : "  (\(exchange.end.word))"
            let version = exchange.requestHTTP2 == nil ? "" : "  h2"
            let number = Columns.right("#\(exchange.number)", width + 1)
            let start = Columns.right(TimeText.seconds(exchange.start), 9)
            return "\(number)  \(start)  \(Columns.padded(row.method, 7)) \(Columns.right(row.status, 3)) "
                + "\(Columns.right(row.size, 8))  \(Columns.padded(row.party, 7)) \(Columns.padded(row.role, 12)) "
                + "\(SafeText.text(row.url))\(version)\(end)\n"
        }.joined()
    }

    /// One JSON object a line.
    package var jsonLines: [UInt8] {
        exchanges.flatMap { exchange -> [UInt8] in
            var writer = JSONWriter()
            write(row(exchange), to: &writer)
            return writer.bytes + [0x0A]
        }
    }

    private func write(_ row: ExchangeRow, to writer: inout JSONWriter) {
        let exchange = row.exchange
        writer.object { writer in
            writer.field("number", exchange.number)
            writer.field("start_ns", exchange.start)
            writer.field("time", judgement.header.map { TimeText.wall(exchange.start, $0) })
            writer.field("method", row.method)
            writer.field("url", String(display: row.url))
            writer.field("party", row.party)
            writer.field("role", row.role)
            writer.field("status", exchange.response?.head.status)
            writer.field("request") { writer in
                writer.object { writer in
                    writer.field("head_size", exchange.request.headBytes.count)
                    writer.field("body_size", exchange.request.body.payloadSize)
                    writer.field("body_sha256", Self.sha256(exchange.request.body))
                }
            }
            writer.field("response") { writer in
                guard let response = exchange.response else { return writer.null() }
                writer.object { writer in
                    writer.field("head_size", response.head.bytes.count)
                    writer.field("body_size", response.body.payloadSize)
                    writer.field("body_sha256", Self.sha256(response.body))
                    let decoded = decoded(response)
                    writer.field("decoded_size", decoded?.size)
                    writer.field("decoded_sha256", decoded?.digest)
                }
            }
            writer.field("end", exchange.end.word)
            writer.field("end_detail", exchange.end.detail)
            writer.field("duration_ns", exchange.endTime >= exchange.start ? exchange.endTime - exchange.start : 0)
            // Given where it is so, and left out where all is HTTP/1.
            if let http2 = exchange.requestHTTP2 { writer.field("h2_stream", http2.stream) }
            if let http2 = exchange.responseHTTP2 { writer.field("origin_h2_stream", http2.stream) }
            writer.field("notes", exchange.notes)
        }
    }

    private static func sha256(_ body: TapedBody) -> String? { body.digest.isEmpty ? nil : body.digest }

    /// The answer's content with its codings removed; nil where it could not be read.
    private func decoded(_ response: TapedResponse) -> (size: Int, digest: String?)? {
        let body = response.body
        guard response.head.contains("content-encoding") else { return (body.payloadSize, Self.sha256(body)) }
        let content = MessageContent(of: body, head: response.head, limit: ContractLimits().contentSize)
        switch content.reading {
        case .none, .plain: return (body.payloadSize, Self.sha256(body))
        case .decoded: return (content.bytes.count, digest(content.bytes))
        case .external, .overLimit, .unreadable: return nil
        }
    }
}
