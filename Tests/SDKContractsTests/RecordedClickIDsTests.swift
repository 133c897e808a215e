import CassetteFormat
import HTTPModel
import HTTPWire
import SDKContracts
import Testing

/// CL-33: what a replay must not send to a server.
@Suite struct RecordedClickIDsTests {
    private func head(_ text: String) throws -> RequestHead {
        try HeadParser().request(Array((text + "\r\nHost: a.example\r\n\r\n").utf8))
    }

    private func ids(_ location: String, name: String = "mk_cid") throws -> RecordedClickIDs {
        let answer = try HeadParser().response(Array("HTTP/1.1 302 Found\r\nLocation: \(location)\r\n\r\n".utf8))
        let body = TapedBody(
            framing: .none, payload: [], payloadSize: 0, isExternal: false, digest: "", wireSize: 0, arrivals: [])
        var ids = RecordedClickIDs(name: name)
        ids.add(
            Exchange(
                number: 1, connection: 1, ingress: .connect,
                origin: ServerOrigin(scheme: .https, host: "a.example", port: 443), start: 0,
                request: TapedRequest(headBytes: [], head: nil, body: body),
                response: TapedResponse(head: answer, time: 0, body: body), end: .complete, endTime: 0))
        return ids
    }

    @Test(arguments: [
        ("GET /?mk_cid=abcd1234 HTTP/1.1", ""), ("GET /?x=abcd1234 HTTP/1.1", ""), ("GET /?x=%61bcd1234 HTTP/1.1", ""),
        ("GET /abcd1234 HTTP/1.1", ""), ("POST /c HTTP/1.1", #"{"mk_cid":"abcd1234"}"#),
        ("POST /c HTTP/1.1", "a=abcd1234"),
    ])
    func `an ID that the tape gave out is seen wherever it travels`(line: String, content: String) throws {
        let head = try head(line)
        #expect(try ids("https://s/?mk_cid=abcd1234#x").isCarried(by: head, Array(content.utf8)))
        #expect(try !ids("https://s/?mk_cid=abcd1235").isCarried(by: head, Array(content.utf8)))
        #expect(!RecordedClickIDs(name: "mk_cid").isCarried(by: head, Array(content.utf8)))
    }

    @Test func `the ID has the name that the configuration gives it`() throws {
        let head = try head("GET /?c=abcd1234 HTTP/1.1")
        #expect(try ids("https://s/?click=abcd1234", name: "click").isCarried(by: head, []))
        #expect(try !ids("https://s/?click=abcd1234").isCarried(by: head, []))
    }

    @Test func `a short ID counts behind its name alone`() throws {
        let ids = try ids("https://s/?mk_cid=abcd123")
        #expect(try !ids.isCarried(by: head("GET /abcd123 HTTP/1.1"), []))
        #expect(try ids.isCarried(by: head("GET /?mk_cid=abcd123 HTTP/1.1"), []))
        #expect(try ids.isCarried(by: head("POST / HTTP/1.1"), Array(#"{"mk_cid":"abcd123"}"#.utf8)))
    }
}
