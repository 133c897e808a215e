import CassetteFormat
import HTTPModel
import HTTPWire
import JSONText
import Testing

@testable import HARFormat

/// Exchanges written as HAR and read again.
@Suite struct HARRoundTripTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private struct Message {
        let target: [UInt8]
        let fields: [(String, String)]
        let sent: [UInt8]
        let answered: [UInt8]
        let start: UInt64
        let wait: Int
    }

    private func word(_ random: inout Random, _ alphabet: String, upTo count: Int) -> String {
        let letters = Array(alphabet)
        return String(
            (0...Int.random(in: 0..<count, using: &random)).map { _ in letters.randomElement(using: &random)! })
    }

    private func bytes(_ random: inout Random) -> [UInt8] {
        let count = Int.random(in: 1..<200, using: &random)
        if Bool.random(using: &random) { return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
        return Array(word(&random, "ab\"\\\n\r\té€😀 <>&{}", upTo: count).utf8)
    }

    private func message(_ random: inout Random) -> Message {
        let target = "/" + word(&random, "ab/%20?&=[]{}|é~;,:@!$'()*+", upTo: 40)
        let fields = (0..<Int.random(in: 1..<8, using: &random)).map { index in
            (word(&random, "aBcX-", upTo: 12) + "\(index)", "v" + word(&random, "ab \"\\;é,", upTo: 30) + "v")
        }
        return Message(
            target: Array(target.utf8), fields: fields, sent: bytes(&random), answered: bytes(&random),
            start: UInt64.random(in: 0..<86_400_000, using: &random), wait: Int.random(in: 0..<5_000, using: &random))
    }

    private func text(_ bytes: [UInt8], _ writer: inout String) {
        let isText = String(validating: bytes, as: UTF8.self)
        writer += "\"text\":" + quoted(isText ?? base64(bytes))
        if isText == nil { writer += #","encoding":"base64""# }
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for digit in 0...group.count { text.append(alphabet[bits >> (18 - 6 * digit) & 63]) }
        }
        return text
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private func entry(_ message: Message) -> String {
        let seconds = message.start / 1_000
        func two(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let clock = "\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        let milliseconds = String(String(1_000 + message.start % 1_000).dropFirst())
        let list = ([("Host", "a.example")] + message.fields)
            .map { "{\"name\":" + quoted($0.0) + ",\"value\":" + quoted($0.1) + "}" }
        let lengths = [("Content-Length", message.sent.count), ("Content-Length", message.answered.count)]
            .map { "{\"name\":\"\($0.0)\",\"value\":\"\($0.1)\"}" }
        var sent = ""
        text(message.sent, &sent)
        var answered = ""
        text(message.answered, &answered)
        let url = quoted("https://a.example" + String(decoding: message.target, as: UTF8.self))
        return #"{"startedDateTime":"2026-03-01T\#(clock).\#(milliseconds)Z","time":\#(message.wait),"#
            + #""request":{"method":"POST","url":\#(url),"httpVersion":"HTTP/1.1","headers":"#
            + "[" + (list + [lengths[0]]).joined(separator: ",")
            + #"],"postData":{\#(sent)},"bodySize":\#(message.sent.count)},"#
            + #""response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[\#(lengths[1])],"#
            + #""content":{"size":\#(message.answered.count),\#(answered)}},"#
            + #""timings":{"send":0,"wait":\#(message.wait),"receive":0}}"#
    }

    @Test func `what was written is read back, byte for byte`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("note: seed of the HAR round trip: \(seed)")
        var random = Random(state: seed)
        let messages = (0..<200).map { _ in message(&random) }
        let read = try ReadHAR(HARText.log(messages.map(entry)))
        #expect(read.report.refusals == [])
        #expect(read.exchanges.count == messages.count)
        let zero = messages.map(\.start).min() ?? 0
        for exchange in read.exchanges {
            let place = exchange.notes.first { $0.hasPrefix("entry ") }?.split(separator: " ")[1]
            let message = messages[(place.flatMap { Int($0) } ?? exchange.number) - 1]
            let head = try #require(exchange.request.head)
            #expect(Array(head.targetBytes) == message.target)
            let fields = head.fields.map {
                (String(display: head.bytes[$0.name]), String(display: head.bytes[$0.value]))
            }
            let expected = [("Host", "a.example")] + message.fields + [("Content-Length", "\(message.sent.count)")]
            #expect(fields.elementsEqual(expected, by: ==))
            #expect(exchange.request.body.payload == message.sent)
            #expect(exchange.response?.body.payload == message.answered)
            #expect(exchange.response?.body.digest == TapedBody.digest(of: message.answered))
            #expect(exchange.start == (message.start - zero) * 1_000_000)
            #expect(exchange.endTime == exchange.start + TapeTime(message.wait) * 1_000_000)
            #expect(exchange.end == .complete)
        }
        #expect(read.exchanges.map(\.start) == read.exchanges.map(\.start).sorted())
        #expect(read.losses.isSubset(of: [.heads, .entryOrder]))
    }
}
