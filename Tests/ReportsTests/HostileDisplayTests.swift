import CassetteFormat
import Foundation
import HTTPModel
import Reports
import TestMaterial
import Testing
import Verification

/// The bad inputs' strings in every place of a tape from which a text is shown.
@Suite struct HostileDisplayTests {
    private struct Row: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
    }

    /// Rows about a form that there is none of; their strings are shown as all others are.
    private static let elsewhere: [String: HostileElsewhere] = [
        "shell-curl-export": .noSuchFeature("nothing recorded is given out as a command"),
        "shell-curl-at": .noSuchFeature("nothing recorded is given out as a command"),
    ]

    private static let rows: [Row] = BadInput.objects(of: "display.json").compactMap { row in
        guard let id = row["id"] as? String, let text = row["input_b64"] as? String,
            let data = Data(base64Encoded: text)
        else { return nil }
        return Row(description: id, bytes: Array(data))
    }

    /// A tape on which everything that others say is this.
    private func tape(_ input: [UInt8]) -> [TapeItem] {
        let text = String(decoding: input, as: UTF8.self)
        let origin = ServerOrigin(scheme: .https, host: text, port: 443)
        let ends: [ExchangeEnd] = [
            .complete, .originUnreachable(code: text, detail: text), .originFault(text), .refused(text), .recorderDied,
        ]
        var items: [TapeItem] = [
            .header(
                TapeHeader(
                    id: text, tool: text, wallSeconds: 0, wallNanoseconds: 0, mode: text, listen: text, contract: text,
                    baseURL: "https://ads.metrike.example")),
            .client(
                ClientConnectionFacts(id: 1, opened: 0, client: text, tls: text, serverName: text, tlsFailure: text)),
            .upstream(UpstreamConnectionFacts(id: 1, opened: 0, origin: origin, local: text, remote: text, tls: text)),
            .mark(Mark(time: 0, afterExchange: 0, key: text, value: text)), .note(time: 0, text: text),
        ]
        for (index, end) in ends.enumerated() {
            let asked = request(input, [UInt8(ascii: "/")] + input)
            let json = Array("{\"app_name\":\"".utf8) + input + Array("\",\"visitor_id\":\"x\"}".utf8)
            let ads = ServerOrigin(scheme: .https, host: "ads.metrike.example", port: 443)
            let answer = ResponseHead(
                bytes: Array("HTTP/1.1 200 ".utf8) + input + [13, 10, 13, 10], version: .http11, status: 200,
                reason: 13..<13 + input.count, fields: [])
            items.append(
                .exchange(
                    Exchange(
                        number: index + 1, connection: 1, ingress: .connect, origin: index == 0 ? origin : ads,
                        start: 0,
                        request: TapedRequest(
                            headBytes: asked.bytes, head: index == 4 ? nil : asked,
                            body: TapedBody(framing: .length, content: json)),
                        response: TapedResponse(
                            head: answer, time: 1, body: TapedBody(framing: .length, content: json)),
                        end: end, endTime: 2, upstream: 1, notes: [text])))
        }
        return items
    }

    /// A head with the input in its target and in a field, as no parser would give it.
    private func request(_ input: [UInt8], _ path: [UInt8]) -> RequestHead {
        var bytes = Array("POST ".utf8)
        let target = bytes.count..<bytes.count + path.count
        bytes += path + Array(" HTTP/1.1\r\n".utf8)
        let start = bytes.count
        bytes += Array("Content-Type: application/json; x=".utf8) + input + [13, 10]
        let field = FieldLine(name: start..<start + 12, value: start + 14..<bytes.count - 2, line: start..<bytes.count)
        return RequestHead(
            bytes: bytes + [13, 10], method: 0..<4, target: target, version: .http11, fields: [field])
    }

    private func expectHarmless(_ text: String, _ what: String) {
        for scalar in text.unicodeScalars {
            let isPlain =
                scalar == "\n" || scalar == "\r" && what == "csv" || scalar == "\t"
                || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
            let isHidden =
                (0x200B...0x200F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
                || (0x2060...0x206F).contains(scalar.value)
            #expect(isPlain && !isHidden, "\(what) shows U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test(arguments: rows)
    private func `a terminal only shows what a tape says`(row: Row) {
        let items = tape(row.bytes)
        var verifier = Verifier()
        for item in items {
            let glimpse = verifier.see(item)
            if case .exchange(let exchange) = item {
                expectHarmless(LiveLine(exchange, glimpse).text, "the live line")
            }
        }
        let judgement = verifier.finish()
        for reveals in [false, true] {
            let list = ExchangeList(items, judgement, reveals: reveals) { "digest of \($0.count)" }
            expectHarmless(list.text, "the list")
            expectHarmless(String(decoding: list.jsonLines, as: UTF8.self), "the list as JSON")
            expectHarmless(VerificationText(judgement, reveals: reveals).text, "the verdict")
            for case .exchange(let exchange) in items {
                expectHarmless(ExchangePage(exchange, judgement, reveals: reveals).text, "the page")
            }
        }
        for report in AuditForms.reports(items, judgement) {
            for (name, text) in AuditForms.texts(report) { expectHarmless(text, name) }
            for fault in MarkupCheck.faults(in: HTMLReport(report).text) { Issue.record("\(fault)") }
            #expect(MarkupCheck.isXML(JUnitReport(report).text))
        }
        // No line of its own: a forged one would begin with the words of the input.
        let list = ExchangeList(items, judgement, reveals: true) { _ in "" }
        #expect(!list.text.contains("\n2026-01-01"))
    }

    @Test(arguments: rows)
    private func `a terminal only shows what a damaged tape says`(row: Row) {
        let texts = [
            Array("fita ".utf8) + row.bytes + [10], row.bytes, Array("fita 1\ntape id=".utf8) + row.bytes + [10],
            Array("fita 1\ntape id=1\n. 00000000\n\n@ 1 ".utf8) + row.bytes + Array("\n. 00000000\n".utf8),
        ]
        for text in texts {
            text.withUnsafeBytes { bytes in
                do throws(TapeError) {
                    let reader = try CassetteReader(bytes)
                    for _ in 0..<8 {
                        do throws(TapeError) { _ = try reader.next() } catch { expectHarmless("\(error)", "the error") }
                    }
                    for remark in reader.remarks { expectHarmless("\(remark)", "the remark") }
                } catch { expectHarmless("\(error)", "the refusal") }
            }
        }
        expectHarmless("\(TapeError(.syntax, "x", path: "a\u{1B}[2J", saw: "\u{9B}", action: "y"))", "a path")
    }

    @Test func `all rows are there, and what has no form of its own is named`() {
        #expect(Self.rows.count == 18)
        let shells = Self.rows.map(\.description).filter { $0.hasPrefix("shell-") }
        #expect(Set(shells) == Set(Self.elsewhere.keys))
        for (id, reason) in Self.elsewhere { #expect(reason.isFounded, "\(id)") }
    }
}
