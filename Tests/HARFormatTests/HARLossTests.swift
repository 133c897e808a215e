import CassetteFormat
import TestMaterial
import Testing

@testable import HARFormat

/// What files cannot tell, told to whoever judges.
@Suite struct HARLossTests {
    private func losses(_ entry: String) throws -> TapeLosses {
        try #require(try ReadHAR(HARText.log([entry])).exchanges.first).losses
    }

    @Test func `an entry that tells all has lost nothing that is judged`() throws {
        #expect(try losses(HARText.entry()) == [])
    }

    @Test(arguments: [
        (
            HARText.entry(
                request: HARText.request(
                    url: "https://ads.example/serve", more: #","queryString":[{"name":"a","value":"b"}]"#)),
            TapeLosses.target
        ),
        (HARText.entry(request: HARText.request(url: "https://ads.example/a b")), .target),
        (HARText.entry(request: HARText.request(method: "POST", more: #","bodySize":40"#)), .requestContent),
        (
            HARText.entry(
                request: HARText.request(
                    method: "POST",
                    more: #","postData":{"mimeType":"application/x-www-form-urlencoded","#
                        + #""params":[{"name":"a","value":"b"}]}"#
                )),
            .requestBytes
        ),
        (HARText.entry(response: HARText.response(content: #"{"size":9000,"mimeType":"text/xml"}"#)), .answerContent),
        (
            HARText.entry(
                response: HARText.response(content: #"{"size":40,"mimeType":"text/plain","text":"short"}"#)),
            .answerBytes
        ),
        (
            HARText.entry(response: HARText.response(status: "302", more: #","redirectURL":"https://b.example/""#)),
            .location
        ),
        (HARText.entry(response: HARText.response(more: #","redirectURL":"https://b.example/""#)), .redirect),
        (HARText.entry(start: nil), .times),
    ])
    func `a thing that is not told is a loss of its own`(entry: String, loss: TapeLosses) throws {
        #expect(try losses(entry).contains(loss))
    }

    @Test func `a browser's writer that leaves out cookies loses those of all exchanges`() throws {
        func items(_ writer: String, cookie: String) throws -> [TapeItem] {
            let entry = HARText.entry(request: HARText.request(headers: cookie))
            let text = HARText.log([entry]).replacing("\"Tool\"", with: "\"\(writer)\"")
            var items: [TapeItem] = []
            _ = try Array(text.utf8).withUnsafeBytes { try HARReader().read($0) { items.append($0) } }
            return items
        }
        func lost(_ items: [TapeItem]) -> TapeLosses? {
            if case .losses(let losses)? = items.last { losses } else { nil }
        }
        let bare = HARText.fields(["A": "b"])
        #expect(try lost(items("WebInspector", cookie: bare)) == .cookies)
        #expect(try lost(items("WebInspector", cookie: HARText.fields(["Cookie": "a=b"]))) == nil)
        #expect(try lost(items("mitmproxy", cookie: bare)) == nil)
    }

    /// The entries without text whose size, Content-Length or body size is more than none, or none of them told:
    /// counted by another program.
    @Test(arguments: [
        ("har/pagexray/www.etat.lu.har", 22), ("har/pagexray/mousel.lu.har", 18), ("har/playwright/har-sha1.har", 1),
        ("har/perfcascade/capture-har_redirect-loop.har", 1), ("har/mitmproxy/charles.har", 0),
        ("har/reporthar/first-run.har", 16), ("har/pagexray/http2-firefox.har", 10),
        ("flows/mitmproxy/successful_log.har", 0),
    ])
    func `a real tool's file loses the answers that its writer left out`(file: String, count: Int) throws {
        guard let folder = MaterialFolder.corpus else { return }
        let read = try ReadHAR(try folder.bytes(file))
        #expect(read.exchanges.count { $0.losses.contains(.answerContent) } == count)
        #expect(read.exchanges.allSatisfy { !$0.losses.contains(.target) && !$0.losses.contains(.requestContent) })
    }
}
