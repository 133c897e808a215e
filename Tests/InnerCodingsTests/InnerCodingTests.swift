import InnerCodings
import Testing

struct InnerCodingTests {
    struct Case: Sendable, CustomStringConvertible {
        let coding: InnerCoding
        let input: String
        let output: String?
        var description: String { "\(coding.rawValue) \(input)" }
    }

    static let cases = [
        Case(coding: .percent, input: "a%41%zz%u0042%", output: "aA%zzB%"),
        Case(coding: .base64, input: "aGVsbG8gd29ybGQ=", output: "hello world"),
        Case(coding: .base64, input: "aGVsbG8gd\r\n29ybGQ", output: "hello world"),
        Case(coding: .base64, input: "Pz8_fj4-", output: "???~>>"),
        Case(coding: .hex, input: "68656C6c6f", output: "hello"),
        Case(coding: .hex, input: "6x", output: nil),
        Case(coding: .base32, input: "NBSWY3DP", output: "hello"),
        Case(coding: .base32, input: "nbswy3dpee======", output: "hello!"),
        Case(coding: .base32, input: "NBSW1", output: nil),
        Case(coding: .base58, input: "StV1DL6CwTryKyV", output: "hello world"),
        Case(coding: .base58, input: "0", output: nil),
        Case(coding: .ascii85, input: "<~87cURD]i,\"Ebo80~>", output: "Hello World!"),
        Case(coding: .ascii85, input: "87cUR", output: "Hell"),
        Case(coding: .ascii85, input: "87cUR~", output: "Hell"),
        Case(coding: .ascii85, input: "uuuuu", output: nil),
        Case(coding: .quotedPrintable, input: "a=3Db=\r\nc=\nd=z", output: "a=bcd=z"),
        Case(coding: .characterReferences, input: "&#51;&#x66;&amp;&nope;&#99999999;", output: "3f&&nope;&#99999999;"),
        Case(coding: .stringEscapes, input: #"\u0033\x66\"\/\q\ud83d\ude00"#, output: "3f\"/\\q😀"),
        Case(coding: .byteArray, input: "[104, 105,33]", output: "hi!"),
        Case(coding: .byteArray, input: "[256]", output: nil),
        Case(coding: .utf16, input: "h\0i\0", output: "hi"),
        Case(coding: .utf16, input: "\0h\0i", output: "hi"),
        Case(coding: .lzString, input: "BYUwNmD2Q", output: "hello"),
        Case(coding: .lzString, input: "????", output: nil),
    ]

    @Test(arguments: cases) func `a coding is undone`(_ told: Case) {
        let decoded = told.coding.decoded(Array(told.input.utf8), limit: 1_000)
        #expect(decoded.map { String(decoding: $0, as: UTF8.self) } == told.output)
    }

    @Test(arguments: cases) func `no coding gives more than its limit`(_ told: Case) {
        guard let output = told.output.map({ Array($0.utf8) }), !output.isEmpty else { return }
        let input = Array(told.input.utf8)
        #expect(told.coding.decoded(input, limit: output.count) == output)
        #expect(told.coding.decoded(input, limit: output.count - 1) == Array(output.dropLast()))
    }

    @Test func `decoded bytes are traced back to what gave them`() {
        func place(_ coding: InnerCoding, _ text: String, _ range: Range<Int>) -> String {
            let bytes = Array(text.utf8)
            return bytes.withUnsafeBufferPointer {
                String(decoding: bytes[coding.place(of: range, in: $0)], as: UTF8.self)
            }
        }
        #expect(place(.percent, "a%41b%42", 1..<2) == "%41")
        #expect(place(.hex, "68656c6c6f", 1..<3) == "656c")
        #expect(place(.base64, "aGVsbG8gd29ybGQ=", 3..<6) == "bG8gd")
        #expect(place(.stringEscapes, #"x\u0033y"#, 1..<2) == #"\u0033"#)
        #expect(place(.byteArray, "[104,105,33]", 1..<2) == "105,")
        #expect(place(.base58, "StV1DL6CwTryKyV", 1..<2) == "StV1DL6CwTryKyV")
    }

    @Test func `no bytes make a reading fail`() {
        var state: UInt64 = 7
        for round in 0..<400 {
            let bytes = (0..<round % 60).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1
                return UInt8(truncatingIfNeeded: state >> 33) & (round % 2 == 0 ? 0x7F : 0xFF)
            }
            for coding in InnerCoding.allCases {
                guard let decoded = coding.decoded(bytes, limit: 500), !decoded.isEmpty else { continue }
                let place = bytes.withUnsafeBufferPointer { coding.place(of: 0..<decoded.count, in: $0) }
                #expect(place.upperBound <= bytes.count)
            }
            bytes.withUnsafeBufferPointer {
                _ = ProtobufFields.lengthDelimited($0)
                _ = GRPCFrames.messages($0)
            }
        }
    }
}
