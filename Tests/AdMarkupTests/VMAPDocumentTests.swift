import AdMarkup
import Testing

private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

private func vmap(_ source: String) throws -> (document: VMAPDocument, complaints: [MarkupComplaint]) {
    let reading = AdDocumentParser().parse(Array(source.utf8))
    guard case .vmap(let document)? = reading.document else {
        Issue.record("no VMAP: \(reading.complaints)")
        throw CancellationError()
    }
    return (document, reading.complaints)
}

@Suite struct VMAPDocumentTests {
    private static let schedule = """
        <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
          <vmap:AdBreak timeOffset="start" breakType="linear" breakId="pre">
            <vmap:AdSource id="s" allowMultipleAds="false" followRedirects="true">
              <vmap:AdTagURI templateType="vast3"><![CDATA[ https://ads.example/?a=1&b=2 ]]></vmap:AdTagURI>
            </vmap:AdSource>
            <vmap:TrackingEvents>
              <vmap:Tracking event="breakStart">https://t.example/s</vmap:Tracking></vmap:TrackingEvents>
          </vmap:AdBreak>
          <vmap:AdBreak timeOffset="00:10:00.000" breakType="linear,display" breakId="mid" repeatAfter="00:05:00">
            <vmap:AdSource><vmap:VASTAdData><VAST version="3.0"><Ad><InLine>
              <Impression>https://t.example/i?x=1&amp;y=2</Impression></InLine></Ad></VAST>
            </vmap:VASTAdData></vmap:AdSource>
          </vmap:AdBreak>
          <vmap:AdBreak timeOffset="#2" breakType="linear">
            <vmap:AdSource><vmap:CustomAdData templateType="own">x</vmap:CustomAdData></vmap:AdSource>
          </vmap:AdBreak>
          <vmap:AdBreak timeOffset="end" breakType="linear"/>
        </vmap:VMAP>
        """

    @Test func `breaks keep their order, place in time and source`() throws {
        let (document, complaints) = try vmap(Self.schedule)
        #expect(complaints == [])
        #expect(text(document.version) == "1.0")
        #expect(document.breaks.map { text($0.breakID) } == ["pre", "mid", nil, nil])
        #expect(document.breaks.map { text($0.breakType) } == ["linear", "linear,display", "linear", "linear"])
        #expect(document.breaks.map { text($0.timeOffsetText) } == ["start", "00:10:00.000", "#2", "end"])
        let ten = try #require(MarkupTime(Array("00:10:00.000".utf8)))
        #expect(document.breaks.map(\.timeOffset) == [.start, .time(ten), .position(2), .end])
        #expect(document.breaks.map(\.repeatAfter?.duration) == [nil, .seconds(300), nil, nil])
        #expect(document.breaks.map { $0.tracking.count } == [1, 0, 0, 0])

        let first = try #require(document.breaks[0].source)
        #expect(text(first.id) == "s")
        #expect([first.allowMultipleAds, first.followRedirects] == [false, true])
        guard case .adTag(let url, let type) = first.kind else {
            _ = Issue.record("an ad tag is there")
            return
        }
        #expect(text(url.bytes) == "https://ads.example/?a=1&b=2")
        #expect(text(type) == "vast3")
        #expect(document.breaks[1].source?.embedded?.ads.count == 1)
        guard case .custom(let custom, nil)? = document.breaks[2].source?.kind else {
            _ = Issue.record("custom data is there")
            return
        }
        #expect(text(custom) == "own")
        #expect(document.breaks[3].source == nil)
    }

    @Test func `URLs of embedded documents stand in the outer one`() throws {
        let bytes = Array(Self.schedule.utf8)
        let (document, _) = try vmap(Self.schedule)
        #expect(
            document.urls.map(\.role) == [.adTag, .breakTracking(event: Array("breakStart".utf8)), .impression])
        #expect(document.urls.map(\.path.breakIndex) == [0, 0, 1])
        #expect(document.urls.map { text($0.path.breakID) } == ["pre", "pre", "mid"])
        #expect(document.urls.map(\.path.adIndex) == [nil, nil, 0])
        #expect(document.urls.map(\.line) == [4, 7, 11])
        #expect(String(decoding: bytes[document.urls[2].place], as: UTF8.self) == "https://t.example/i?x=1&amp;y=2")
    }

    @Test func `a schedule without breaks is a document without complaint`() throws {
        let (document, complaints) = try vmap("<VMAP version='1.0'/>")
        #expect(document.breaks.isEmpty)
        #expect(complaints == [])
    }

    @Test func `an embedded document in CDATA is read in place and named`() throws {
        let source = """
            <VMAP><AdBreak timeOffset="start"><AdSource><VASTAdData>
            <![CDATA[<VAST><Ad><InLine><Impression>https://t.example/i?a&b</Impression></InLine></Ad></VAST>]]>
            </VASTAdData></AdSource></AdBreak></VMAP>
            """
        let (document, complaints) = try vmap(source)
        let url = try #require(document.urls.first)
        #expect(String(decoding: Array(source.utf8)[url.place], as: UTF8.self) == "https://t.example/i?a&b")
        #expect(url.line == 2)
        #expect(url.path == MarkupPath(breakIndex: 0, adIndex: 0))
        #expect(complaints.map(\.code) == [.escapedDocument, .bareAmpersand])
        #expect(complaints.last?.line == 2)
    }

    @Test func `refused documents in a break count like other complaints`() throws {
        let refused =
            "<AdBreak timeOffset='end'><AdSource><VASTAdData><![CDATA[<!DOCTYPE x><VAST/>]]></VASTAdData>"
            + "</AdSource></AdBreak>"
        let source = "<VMAP>" + String(repeating: refused, count: 50) + "</VMAP>"
        let reading = AdDocumentParser(limits: MarkupLimits(complaintCount: 4)).parse(Array(source.utf8))
        #expect(
            reading.complaints.map(\.code)
                == [.escapedDocument, .documentType, .escapedDocument, .documentType, .furtherComplaints])
        let first = AdDocumentParser(limits: MarkupLimits(complaintCount: 0)).parse(Array(source.utf8))
        #expect(first.complaints.map(\.code) == [.furtherComplaints, .documentType])
    }

    @Test func `an embedded document cannot bring what the outer one may not`() throws {
        let source =
            """
            <VMAP><AdBreak timeOffset='end'><AdSource><VASTAdData><![CDATA[<!DOCTYPE x><VAST/>]]></VASTAdData>
            </AdSource></AdBreak></VMAP>
            """
        let (document, complaints) = try vmap(source)
        #expect(document.breaks.first?.source?.embedded == nil)
        #expect(complaints.map(\.code) == [.escapedDocument, .documentType])
    }

    @Test func `an undeclared prefix is named once and read through`() throws {
        let (document, complaints) = try vmap("<vmap:VMAP><vmap:AdBreak timeOffset='start'/></vmap:VMAP>")
        #expect(document.breaks.count == 1)
        #expect(complaints.map(\.code) == [.undeclaredPrefix])
    }

    @Test func `a break nobody can place is named`() throws {
        let (document, complaints) = try vmap("<VMAP><AdBreak/><AdBreak timeOffset='position:3'/></VMAP>")
        #expect(document.breaks.map(\.timeOffset) == [nil, nil])
        #expect(complaints.map(\.code) == [.unknownOffset, .unknownOffset])
    }
}
