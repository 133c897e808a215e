import CassetteFormat
import HTTPModel
import HTTPWire
import Testing

@testable import HARFormat

/// What HAR tells of a message's content, by dialect.
@Suite struct HARContentTests {
    static let protobuf: [UInt8] = [0x00, 0x00, 0xC5, 0x48, 0x23, 0x2A, 0xF5, 0xC8, 0x05, 0xFF]

    private func post(_ postData: String, bodySize: Int? = nil, headers: String? = nil) throws -> (
        Exchange, Set<HARLoss.Kind>
    ) {
        let size = bodySize.map { #","bodySize":\#($0)"# } ?? ""
        return try HARText.only(
            HARText.entry(
                request: HARText.request(
                    method: "POST", headers: headers ?? HARText.fields(["Content-Type": "application/x-protobuf"]),
                    more: size + #","postData":\#(postData)"#)))
    }

    private func answer(_ content: String, headers: String = "[]", status: String = "200", more: String = "") throws
        -> (
            TapedResponse, Set<HARLoss.Kind>
        )
    {
        let (exchange, losses) = try HARText.only(
            HARText.entry(response: HARText.response(status: status, headers: headers, content: content, more: more)))
        return (try #require(exchange.response), losses)
    }

    @Test(arguments: [
        #"{"text":"AADFSCMq9cgF/w==","encoding":"base64"}"#, #"{"text":"AADFSCMq9cgF_w","_encoding":"base64"}"#,
        #"{"text":"0000c548232af5c805ff","encoding":"hex"}"#, #"{"text":"0000C548232AF5C805FF","_isBinary":true}"#,
        #"{"text":"[\"0000c548\",\"232af5c805ff\"]","_isBinary":true}"#,
        #"{"text":"[\"AADF\",\"SCMq9cgF/w==\"]","_isBinary":true,"encoding":"base64"}"#,
        #"{"text":"\u0000\u0000ÅH#*õÈ\u0005ÿ"}"#,
    ])
    func `binary content comes back whole from every dialect`(_ postData: String) throws {
        let (exchange, _) = try post(postData, bodySize: 10)
        #expect(exchange.request.body.payload == Self.protobuf)
        #expect(exchange.request.head?.text("content-length") == "10")
    }

    @Test func `text that may stand for other bytes is marked`() throws {
        let (exchange, losses) = try post(#"{"text":"\u0000\u0000ÅH#*õÈ\u0005ÿ"}"#)
        #expect(exchange.request.body.payload.count == 14)
        #expect(losses.contains(.ambiguousBytes))
        let (_, replaced) = try post("{\"text\":\"\\u0000\u{FFFD}H\"}", bodySize: 3)
        #expect(replaced.isSuperset(of: [.replacedBytes, .sizeDiffers]))
    }

    @Test func `parameters make a form, and never a multipart body`() throws {
        let form = HARText.fields(["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"])
        let (made, losses) = try post(
            #"{"params":[{"name":"a&b","value":"1 2"},{"name":"c","value":"é"}]}"#, headers: form)
        #expect(String(display: made.request.body.payload) == "a%26b=1%202&c=%C3%A9")
        #expect(losses.isSuperset(of: [.contentMade, .lengthMade]))
        let (lost, missing) = try post(
            #"{"mimeType":"multipart/form-data; boundary=x","params":[{"name":"a","value":"1"}]}"#, headers: "[]")
        #expect(lost.request.body.isExternal)
        #expect(lost.request.body.payloadSize == 1)
        #expect(missing.contains(.requestContentMissing))
    }

    @Test func `text wins over parameters, and an empty postData is no content`() throws {
        let (both, _) = try post(#"{"text":"x=1","params":[{"name":"y","value":"2"}]}"#)
        #expect(String(display: both.request.body.payload) == "x=1")
        for empty in ["{}", #"{"mimeType":"","text":"","params":[]}"#, "null"] {
            let (exchange, losses) = try post(empty, bodySize: 0)
            #expect(exchange.request.body.framing == .none)
            #expect(!losses.contains(.requestContentMissing))
        }
    }

    @Test func `content that is not in the file is outside content of the stated size`() throws {
        let table: [(content: String, headers: String, size: Int)] = [
            (#"{"size":99,"mimeType":"image/gif"}"#, "[]", 99),
            (#"{"size":-1}"#, HARText.fields(["Content-Length": "43"]), 43),
            (#"{"size":0}"#, HARText.fields(["content-length": "7254"]), 7254), (#"{"size":99,"text":""}"#, "[]", 99),
            ("{}", "[]", 1), ("null", "[]", 1),
            (#"{"size":12,"_file":"body.bin"}"#, "[]", 12), (#"{"size":4,"text":"x","encoding":"rot13"}"#, "[]", 4),
        ]
        for row in table {
            let (response, losses) = try answer(row.content, headers: row.headers)
            #expect(response.body.isExternal, "\(row.content)")
            #expect(response.body.payloadSize == row.size, "\(row.content)")
            #expect(losses.contains(.responseContentMissing))
        }
    }

    @Test func `content that is empty is not missing`() throws {
        for content in [#"{"size":0}"#, #"{"size":0,"text":""}"#] {
            let (response, losses) = try answer(content)
            #expect(!response.body.isExternal)
            #expect(!losses.contains(.responseContentMissing))
        }
        let (byBodySize, _) = try answer(#"{"size":-1}"#, more: #","bodySize":0"#)
        #expect(!byBodySize.body.isExternal)
    }

    @Test func `an answer that can have no content has none, and keeps its length`() throws {
        let headers = HARText.fields(["Content-Length": "4096", "Content-Encoding": "gzip"])
        let (cached, losses) = try answer(#"{"size":4,"text":"page"}"#, headers: headers, status: "304")
        #expect(cached.body.framing == .none)
        #expect(cached.head.text("content-length") == "4096")
        #expect(losses.contains(.cachedContent))
        let (head, _) = try HARText.only(
            HARText.entry(
                request: HARText.request(method: "HEAD"),
                response: HARText.response(headers: headers, content: #"{"size":0,"text":""}"#)))
        #expect(head.response?.body.payloadSize == 0)
        #expect(head.response?.head.text("content-length") == "4096")
    }

    @Test func `the coding field goes when the content is told without its coding`() throws {
        let headers = HARText.fields(["Content-Encoding": "gzip", "Content-Length": "22"])
        let (plain, losses) = try answer(#"{"size":2,"text":"ok"}"#, headers: headers)
        #expect(plain.head.text("content-encoding") == nil)
        #expect(plain.head.text("content-length") == "2")
        #expect(losses.isSuperset(of: [.codingRemoved, .lengthMade]))
        let coded = #"{"size":24,"text":"H4sIAAAAAAAAAyE+EjNBD/iT6u4EAAAA","encoding":"base64"}"#
        let (kept, none) = try answer(
            coded, headers: HARText.fields(["Content-Encoding": "gzip", "Content-Length": "24"]))
        #expect(kept.head.text("content-encoding") == "gzip")
        #expect(none.isDisjoint(with: [.codingRemoved, .lengthMade, .sizeDiffers]))
        // A JSON list of hexadecimal words is the origin's own, unless gzip's mark is in it.
        let (list, _) = try answer(#"{"text":"[\"ab\",\"cd\"]"}"#, headers: headers)
        #expect(String(display: list.body.payload) == #"["ab","cd"]"#)
    }

    @Test func `a request's coding field goes as well when its content is told without it`() throws {
        let headers = HARText.fields([
            "Content-Type": "application/x-www-form-urlencoded", "Content-Encoding": "gzip",
            "Transfer-Encoding": "chunked",
        ])
        let (exchange, losses) = try post(#"{"text":"a=1"}"#, bodySize: 23, headers: headers)
        #expect(exchange.request.head?.text("content-encoding") == nil)
        #expect(exchange.request.body.payload == Array("a=1".utf8))
        #expect(losses.contains(.codingRemoved))
        #expect(!losses.contains(.sizeDiffers))
        let (kept, none) = try post(
            #"{"text":"H4sIAAAAAAAAAyE+EjNBD/iT6u4EAAAA","encoding":"base64"}"#, bodySize: 24, headers: headers)
        #expect(kept.request.head?.text("content-encoding") == "gzip")
        #expect(!none.contains(.codingRemoved))
    }

    @Test func `chunked content gets one chunk, so that it can be played`() throws {
        let headers = HARText.fields(["Transfer-Encoding": "chunked", "Content-Length": "9"])
        let (response, losses) = try answer(#"{"size":2,"text":"ok"}"#, headers: headers)
        let wire = response.body.wireBytes
        #expect(String(display: wire) == "2\r\nok\r\n0\r\n\r\n")
        #expect(response.body.wireSize == wire.count)
        #expect(response.head.text("content-length") == nil)
        #expect(losses.contains(.lengthMade))
    }

    @Test func `text of a one-byte charset goes back to its bytes where the size says so`() throws {
        let headers = HARText.fields(["Content-Type": "text/xml; charset=ISO-8859-1"])
        let (response, losses) = try answer(#"{"size":4,"text":"café"}"#, headers: headers)
        #expect(response.body.payload == Array("caf".utf8) + [0xE9])
        #expect(losses.contains(.singleBytes))
        let (kept, marked) = try answer(#"{"size":-1,"text":"café"}"#, headers: headers)
        #expect(kept.body.payload == Array("café".utf8))
        #expect(marked.contains(.charset))
    }

    @Test func `broken base64 refuses its entry only`() throws {
        let bad = HARText.entry(response: HARText.response(content: #"{"text":"R0lG!!!!","encoding":"base64"}"#))
        let read = try ReadHAR(HARText.log([bad, HARText.entry()]))
        #expect(read.exchanges.map(\.number) == [2])
        #expect(read.report.refusals.map(\.exchange) == [1])
    }

    @Test(arguments: [("", ""), ("TQ==", "M"), ("TQ", "M"), ("TWE=", "Ma"), ("TWFu", "Man"), ("TW\nFu\r\n", "Man")])
    func `base64 is read with or without padding`(_ text: String, _ plain: String) {
        #expect(TextBytes.base64(Array(text.utf8)) == Array(plain.utf8))
    }

    @Test(arguments: ["T", "TWFuT", "TQ=Q", "T*==", "é"])
    func `what is no base64 is refused`(_ text: String) {
        #expect(TextBytes.base64(Array(text.utf8)) == nil)
    }
}
