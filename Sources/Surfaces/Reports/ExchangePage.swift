package import CassetteFormat
import HTTPModel
import IdentityTrace
import LeakSearch
import SDKContracts
package import Verification

/// One exchange in full (`fita show`): heads as received, content decoded, nothing that a terminal would obey.
package struct ExchangePage {
    private let exchange: Exchange
    private let row: ExchangeRow
    private let sighting: Sighting?
    private let findings: [Finding]

    /// Content is shown up to this many bytes.
    package static let contentLimit = 64 << 10

    package init(_ exchange: Exchange, _ judgement: Judgement, reveals: Bool = false) {
        self.exchange = exchange
        sighting = judgement.sightings.first { $0.number == exchange.number }
        findings = judgement.findings.filter { $0.exchange == exchange.number }
        row = ExchangeRow(
            exchange: exchange, sighting: sighting, purpose: judgement.purposes[exchange.number],
            places: PersonalPlaces(
                mask: Mask(values: judgement.values, names: judgement.names, reveals: reveals),
                values: judgement.values, names: judgement.names))
    }

    package var text: String {
        var lines = ["#\(exchange.number) \(row.method) \(SafeText.text(row.url))", "  \(facts)"]
        lines += findings.map { "  \($0.severity.rawValue) fail \($0.code) \($0.slug)" }
        lines += exchange.notes.map { "  note: \(SafeText.text($0))" }
        if exchange.ingress != .tunnel {
            lines += [""] + head(row.places.requestHead(exchange.request.headBytes, exchange.request.head, sighting))
            lines += content(of: exchange.request.body, exchange.request.head) { bytes, _ in
                row.places.requestContent(bytes, sighting)
            }
        }
        for interim in exchange.interim { lines += [""] + head(interim.head.bytes) }
        if let response = exchange.response {
            lines += [""] + head(row.places.responseHead(response.head))
            lines += content(of: response.body, response.head) { row.places.answer($0, kind: $1) }
        }
        if !exchange.frames.isEmpty { lines += [""] + frames }
        return lines.joined(separator: "\n") + "\n"
    }

    private var frames: [String] {
        var messages = WebSocketMessages(exchange.response?.head, limit: ContractLimits().contentSize)
        return exchange.frames.map { line($0, messages.read($0)) }
    }

    /// A line for a frame: time, side, kind, size; and the text of the message that it ends. A value may lie over two
    /// frames: it is masked in the whole.
    private func line(_ frame: WebSocketFrame, _ reading: WebSocketMessages.Reading) -> String {
        let start = frame.time >= exchange.start ? frame.time - exchange.start : 0
        var line = "\(TimeText.seconds(start)) s \(frame.isFromClient ? ">" : "<") \(frame.kind)"
        if !frame.isFinal { line += ", more follows" }
        if let code = frame.closeCode { line += " \(code)" }
        line += ", \(frame.body.payloadSize) bytes"
        if frame.isCompressed { line += ", compressed" }
        switch reading {
        case .none: return line
        case .unreadable(let why): return line + " (\(SafeText.text(why)))"
        case .message(let content, let isText, let isInflated):
            if isInflated { line += ", \(content.count) inflated" }
            guard isText, !content.isEmpty else { return line }
            let shown =
                frame.isFromClient
                ? row.places.requestContent(content, sighting) : row.places.answer(content, kind: .other)
            return line + ": " + SafeText.text(shown.prefix(Self.contentLimit))
        }
    }

    private var facts: String {
        var facts = ["start \(TimeText.seconds(exchange.start)) s", "\(row.party) party", "role \(row.role)"]
        if let response = exchange.response, response.time >= exchange.start {
            facts.append("answered after \(TimeText.seconds(response.time - exchange.start)) s")
        }
        facts.append("by \(exchange.ingress.rawValue)")
        if let http2 = exchange.requestHTTP2 {
            let order = SafeText.text(http2.pseudoFields.joined(separator: " "))
            facts.append("over HTTP/2 (stream \(http2.stream), \(order))")
        }
        if let http2 = exchange.responseHTTP2 { facts.append("answered over HTTP/2 (stream \(http2.stream))") }
        facts.append(exchange.end.detail.map { "\(exchange.end.word) (\(SafeText.text($0)))" } ?? exchange.end.word)
        if let tunnel = exchange.tunnel { facts.append("\(tunnel.sent) bytes sent, \(tunnel.received) received") }
        return facts.joined(separator: ", ")
    }

    /// A line for each line of the head; the carriage return that ends one is not shown.
    private func head(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> String in
            SafeText.text(line.last == 0x0D ? line.dropLast() : line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private func content(
        of body: TapedBody, _ head: (some MessageHead)?, _ masked: ([UInt8], MediaKind) -> [UInt8]
    ) -> [String] {
        guard body.payloadSize > 0, let head else { return [] }
        let content = MessageContent(of: body, head: head, limit: ContractLimits().contentSize)
        let kind = MediaKind(head: head, content: content.bytes)
        switch content.reading {
        case .none: return []
        case .external: return ["", "(\(body.payloadSize) bytes, kept outside the tape)"]
        case .overLimit: return ["", "(\(body.payloadSize) bytes, too large to show)"]
        case .unreadable(let coding, let why):
            return ["", "(\(body.payloadSize) bytes in \(SafeText.text(coding)): \(SafeText.text(why)))"]
        case .plain, .decoded:
            var lines = [""]
            if case .decoded(let codings) = content.reading {
                lines = ["", "(decoded from \(SafeText.text(codings.joined(separator: ", "))))"]
            }
            if kind == .media { return ["", "(\(body.payloadSize) bytes of media)"] }
            let shown = masked(content.bytes, kind)
            lines.append(SafeText.text(shown.prefix(Self.contentLimit), keepsLines: true))
            if shown.count > Self.contentLimit { lines.append("(\(shown.count - Self.contentLimit) bytes more)") }
            return lines
        }
    }
}
