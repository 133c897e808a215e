import TestMaterial
import Testing

@testable import JSONText

private func parse(_ text: String, _ limits: JSONLimits = .standard) throws(JSONError) -> JSONDocument {
    try JSONParser(limits: limits).parse(Array(text.utf8))
}

struct Refusal: Sendable, CustomStringConvertible {
    let text: String
    let code: JSONError.Code
    let offset: Int
    var description: String { text }
}

private let refusals = [
    Refusal(text: "", code: .empty, offset: 0),
    Refusal(text: "  \n", code: .empty, offset: 3),
    Refusal(text: "\u{FEFF}{}", code: .byteOrderMark, offset: 0),
    Refusal(text: "{\"a\":1,}", code: .unexpectedByte, offset: 7),
    Refusal(text: "[1,]", code: .unexpectedByte, offset: 3),
    Refusal(text: "[1 2]", code: .unexpectedByte, offset: 3),
    Refusal(text: "{a:1}", code: .unexpectedByte, offset: 1),
    Refusal(text: "{\"a\" 1}", code: .unexpectedByte, offset: 5),
    Refusal(text: "{\"a\":1/**/}", code: .unexpectedByte, offset: 6),
    Refusal(text: "{} {}", code: .trailingContent, offset: 3),
    Refusal(text: "nul", code: .unexpectedEnd, offset: 3),
    Refusal(text: "nulL", code: .unexpectedByte, offset: 3),
    Refusal(text: "NaN", code: .unexpectedByte, offset: 0),
    Refusal(text: "-", code: .unexpectedEnd, offset: 1),
    Refusal(text: "-x", code: .invalidNumber, offset: 1),
    Refusal(text: "012", code: .invalidNumber, offset: 1),
    Refusal(text: "1.", code: .unexpectedEnd, offset: 2),
    Refusal(text: "[1.]", code: .invalidNumber, offset: 3),
    Refusal(text: "[1e+]", code: .invalidNumber, offset: 4),
    Refusal(text: ".5", code: .unexpectedByte, offset: 0),
    Refusal(text: "+5", code: .unexpectedByte, offset: 0),
    Refusal(text: "[1e999]", code: .numberOutOfRange, offset: 1),
    Refusal(text: "\"a\nb\"", code: .controlCharacter, offset: 2),
    Refusal(text: "\"\\x\"", code: .invalidEscape, offset: 2),
    Refusal(text: "\"\\u00g0\"", code: .invalidEscape, offset: 5),
    Refusal(text: "\"\\ud800\"", code: .loneSurrogate, offset: 1),
    Refusal(text: "\"\\udc00\\ud800\"", code: .loneSurrogate, offset: 1),
    Refusal(text: "\"\\ud800\\u0041\"", code: .loneSurrogate, offset: 1),
    Refusal(text: "\"abc", code: .unexpectedEnd, offset: 4),
]

@Suite struct JSONParserTests {
    @Test(arguments: refusals)
    func `a broken text is refused at its first wrong byte`(_ refusal: Refusal) {
        let error = #expect(throws: JSONError.self) { try parse(refusal.text) }
        #expect(error?.code == refusal.code)
        #expect(error?.offset == refusal.offset)
    }

    @Test(
        arguments: [
            [0xC0, 0xAF], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF8], [0x80], [0xE2, 0x82],
        ] as [[UInt8]])
    func `a string that is not UTF-8 is refused at the byte that starts the fault`(_ fault: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let error = #expect(throws: JSONError.self) { try JSONParser().parse([quote] + fault + [quote]) }
        #expect(error?.code == .invalidUTF8)
        #expect(error?.offset == 1)
    }

    @Test func `an error says what was seen and why`() {
        let error = #expect(throws: JSONError.self) { try parse("{\"a\":01}") }
        #expect(error?.description == "not valid JSON at byte 6: saw \"1\"; no digit may follow a leading zero")
        let cut = #expect(throws: JSONError.self) { try parse("[1,") }
        #expect(cut?.description == "not valid JSON at byte 3: saw the end of the text; a value is needed")
    }

    @Test func `every value knows its place`() throws {
        let text = #" {"a\u005f": [1, "x"], "b":-2.5e1} "#
        let document = try parse(text)
        func source(_ range: Range<Int>) -> String { String(decoding: document.bytes[range], as: UTF8.self) }
        let members = document.root.members
        #expect(source(document.root.range) == #"{"a\u005f": [1, "x"], "b":-2.5e1}"#)
        #expect(members.map { source($0.nameRange) } == [#""a\u005f""#, #""b""#])
        #expect(members.map { String(decoding: $0.name, as: UTF8.self) } == ["a_", "b"])
        #expect(source(members[0].value.range) == #"[1, "x"]"#)
        #expect(members[0].value.elements.map { source($0.range) } == ["1", #""x""#])
        #expect(Array(document.literal(of: members[1].value)) == Array("-2.5e1".utf8))
    }

    @Test func `escapes become the characters they stand for`() throws {
        let document = try parse(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\uDE00\u0000é😀""#)
        #expect(document.root.string == "\"\\/\u{8}\u{C}\n\r\té😀\0é😀")
    }

    @Test func `numbers keep value, whole digits and range`() throws {
        let document = try parse("[0,-0,9007199254740993,9223372036854775808,-2355052e-5,1.0]")
        let elements = document.root.elements
        #expect(elements.map(\.integer) == [0, 0, 9_007_199_254_740_993, nil, nil, nil])
        #expect(elements.map(\.double) == [0, 0, 9_007_199_254_740_992, 9.223372036854776e18, -23.55052, 1])
        #expect(String(decoding: document.literal(of: elements[3]), as: UTF8.self) == "9223372036854775808")
    }

    @Test func `duplicate members stay, in order`() throws {
        let root = try parse(#"{"id":null,"x":1,"id":"7c9e"}"#).root
        #expect(root.members(named: "id").map(\.value.isNull) == [true, false])
        #expect(root["id"]?.isNull == true)
        #expect(root["none"] == nil)
    }

    @Test func `each limit passes at its edge and fails past it`() throws {
        let depth = 128
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        _ = try parse(nested)
        #expect(throws: JSONError(.tooDeep, 128)) { try parse("[" + nested + "]") }

        let small = JSONLimits(byteCount: 6, nodeCount: 3)
        _ = try parse("[1,22]", small)
        #expect(throws: JSONError(.tooLong, 6)) { try parse("[1,222]", small) }
        #expect(throws: JSONError(.tooManyNodes, 5)) { try parse("[1,2,3]", JSONLimits(nodeCount: 3)) }
    }

    @Test func `every beginning of a document fails cleanly`() throws {
        let text = Array(#"{"a":[1.5e2,true,false,null,"\u00e9\ud83d\ude00é"],"b":{"c":{}}}"#.utf8)
        _ = try JSONParser().parse(text)
        for length in 0..<text.count {
            let error = #expect(throws: JSONError.self) { try JSONParser().parse(Array(text[..<length])) }
            let code = try #require(error?.code)
            #expect([.unexpectedEnd, .empty, .invalidUTF8].contains(code), "\(length): \(code)")
            #expect(error?.offset ?? -1 <= length)
        }
    }

    @Test(arguments: BadInput.cases(of: "json.json"))
    func `a hostile body is judged as agreed`(_ input: BadInput) {
        let result = Result { try JSONParser().parse(input.bytes) }
        switch input.action {
        case "reject": #expect(throws: JSONError.self) { try result.get() }
        case "accept": #expect(throws: Never.self) { try result.get() }
        default: #expect(input.action == "either")
        }
    }
}

extension JSONError {
    init(_ code: Code, _ offset: Int) {
        self.init(code: code, offset: offset, saw: "", why: "")
    }
}
