import AdMarkup
import Testing

private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
private func text(_ urls: [MarkupURL]) -> [String] { urls.map { String(decoding: $0.bytes, as: UTF8.self) } }

private func vast(_ source: String) throws -> (document: VASTDocument, complaints: [MarkupComplaint]) {
    let reading = AdDocumentParser().parse(Array(source.utf8))
    guard case .vast(let document)? = reading.document else {
        Issue.record("no VAST: \(reading.complaints)")
        throw CancellationError()
    }
    return (document, reading.complaints)
}

@Suite struct VASTDocumentTests {
    private static let inline = """
        <VAST version="4.2">
          <Error>https://e.example/none</Error>
          <Ad id="a1" sequence="2">
            <InLine>
              <AdSystem>Example &amp; Co</AdSystem><AdTitle><![CDATA[ A <title> ]]></AdTitle>
              <Impression id="i">
                <![CDATA[ https://t.example/imp?a=1&b=[CACHEBUSTING] ]]>
              </Impression>
              <Error>https://e.example/?c=[ERRORCODE]&amp;x=1</Error>
              <ViewableImpression><Viewable>https://v.example/y</Viewable>
                <NotViewable>https://v.example/n</NotViewable></ViewableImpression>
              <AdVerifications><Verification vendor="omid.example">
                <JavaScriptResource apiFramework="omid">https://o.example/s.js</JavaScriptResource>
                <TrackingEvents>
                  <Tracking event="verificationNotExecuted">https://o.example/no</Tracking></TrackingEvents>
                <VerificationParameters>{"k":1}</VerificationParameters>
              </Verification></AdVerifications>
              <Creatives>
                <Creative id="c1" adID="x" sequence="1"><Linear skipoffset="00:00:05">
                  <Duration> 00:00:30 </Duration>
                  <TrackingEvents>
                    <Tracking event="start">https://t.example/start</Tracking>
                    <Tracking event="progress" offset="25%">https://t.example/p</Tracking>
                  </TrackingEvents>
                  <VideoClicks><ClickThrough>https://c.example/land</ClickThrough>
                    <ClickTracking>https://c.example/t1</ClickTracking>
                    <ClickTracking>https://c.example/t2</ClickTracking>
                    <CustomClick>https://c.example/custom</CustomClick></VideoClicks>
                  <MediaFiles><MediaFile type="video/mp4" delivery="progressive" width="640" height="360" bitrate="800">
                    https://m.example/v.mp4</MediaFile></MediaFiles>
                  <Icons><Icon width="16" height="16"><StaticResource>https://i.example/i.png</StaticResource>
                    <IconClicks><IconClickThrough>https://i.example/c</IconClickThrough></IconClicks>
                    <IconViewTracking>https://i.example/v</IconViewTracking></Icon></Icons>
                </Linear></Creative>
                <Creative><CompanionAds><Companion id="k" width="300" height="250">
                  <HTMLResource><![CDATA[<b>x</b>]]></HTMLResource>
                  <TrackingEvents><Tracking event="creativeView">https://k.example/view</Tracking></TrackingEvents>
                  <CompanionClickThrough>https://k.example/land</CompanionClickThrough>
                  <CompanionClickTracking>https://k.example/click</CompanionClickTracking>
                </Companion></CompanionAds></Creative>
              </Creatives>
              <Extensions><Extension type="v"><Any><Tracking event="abandon">https://x.example/a</Tracking>
                <Ref>//x.example/b</Ref><Note>no link</Note></Any></Extension>
                <Extension type="w"> <![CDATA[false]]>
                </Extension></Extensions>
            </InLine>
          </Ad>
        </VAST>
        """

    @Test func `an inline ad is read whole`() throws {
        let (document, complaints) = try vast(Self.inline)
        #expect(complaints == [])
        #expect(text(document.version) == "4.2")
        #expect(text(document.errors) == ["https://e.example/none"])
        let ad = try #require(document.ads.first)
        #expect(text(ad.id) == "a1")
        #expect(ad.sequence == 2)
        #expect(text(ad.adSystem) == "Example & Co")
        #expect(text(ad.adTitle) == "A <title>")
        #expect(text(ad.impressions) == ["https://t.example/imp?a=1&b=[CACHEBUSTING]"])
        #expect(text(ad.errors) == ["https://e.example/?c=[ERRORCODE]&x=1"])
        #expect(ad.viewability.map(\.role) == [.viewable, .notViewable])
        #expect(text(ad.verifications.first?.vendor) == "omid.example")
        #expect(text(ad.verifications.first?.parameters) == "{\"k\":1}")
        #expect(ad.extensions.map { text($0.type) } == ["v", "w"])
        #expect(ad.extensions.map { text($0.text) } == [nil, "false"])
        #expect(ad.creatives.map { text($0.id) } == ["c1", nil])
        #expect(ad.creatives.map { text($0.adID) } == ["x", nil])

        let linear = try #require(ad.creatives.first?.linear)
        #expect(linear.duration?.duration == .seconds(30))
        #expect(text(linear.durationText) == "00:00:30")
        #expect(linear.skipOffset == MarkupTime(Array("00:00:05".utf8)).map { .time($0) })
        #expect(linear.tracking.map { text($0.event) } == ["start", "progress"])
        #expect(linear.tracking.map(\.offset) == [nil, .percent(25)])
        #expect(text(linear.clickTracking) == ["https://c.example/t1", "https://c.example/t2"])
        let media = try #require(linear.mediaFiles.first)
        #expect(text([media.url]) == ["https://m.example/v.mp4"])
        #expect([media.width, media.height, media.bitrate] == [640, 360, 800])
        #expect(linear.icons.first?.viewTracking.count == 1)

        let companion = try #require(ad.creatives.last?.displays.first)
        #expect(companion.kind == .companion)
        #expect(companion.htmlResources.count == 1)
        #expect(text(companion.tracking.map(\.url)) == ["https://k.example/view"])
    }

    @Test func `URLs come in document order with role, path, line and place`() throws {
        let bytes = Array(Self.inline.utf8)
        let urls = try vast(Self.inline).document.urls
        #expect(
            urls.map(\.role) == [
                .error, .impression, .error, .viewable, .notViewable, .verification,
                .verificationTracking(event: Array("verificationNotExecuted".utf8)),
                .tracking(event: Array("start".utf8)), .tracking(event: Array("progress".utf8)), .clickThrough,
                .clickTracking, .clickTracking, .customClick, .media, .displayResource(.icon),
                .displayClickThrough(.icon), .iconView, .companionTracking(event: Array("creativeView".utf8)),
                .displayClickThrough(.companion), .displayClickTracking(.companion),
                .vendorTracking(event: Array("abandon".utf8)), .vendor,
            ])
        #expect(urls.map(\.path.adIndex) == [nil] + Array(repeating: 0, count: 21))
        #expect(urls[7...].map(\.path.creativeIndex) == Array(repeating: 0, count: 10) + [1, 1, 1, nil, nil])
        #expect(urls[0...2].map(\.line) == [2, 7, 9])
        #expect(urls[0...2].map(\.isPadded) == [false, true, false])
        let raw = urls.map { String(decoding: bytes[$0.place], as: UTF8.self) }
        #expect(raw[1] == "https://t.example/imp?a=1&b=[CACHEBUSTING]")
        #expect(raw[2] == "https://e.example/?c=[ERRORCODE]&amp;x=1")
    }

    @Test func `a wrapper keeps its rules, and absent is not false`() throws {
        let (document, _) = try vast(
            """
            <VAST version="3.0"><Ad><Wrapper followAdditionalWrappers="false" allowMultipleAds="1">
            <VASTAdTagURI><![CDATA[
               wrapper-b.xml?a=1&b=2 ]]></VASTAdTagURI></Wrapper></Ad></VAST>
            """)
        let wrapper = try #require(document.ads.first?.wrapper)
        #expect(wrapper.followAdditionalWrappers == false)
        #expect(wrapper.allowMultipleAds == true)
        #expect(wrapper.fallbackOnNoAd == nil)
        #expect(wrapper.adTag.map { text([$0]) } == ["wrapper-b.xml?a=1&b=2"])
        #expect(wrapper.adTag?.line == 3)
        #expect(wrapper.adTag?.role == .wrapper)
    }

    @Test func `a bare ampersand is kept in the URL and complained of`() throws {
        let (document, complaints) = try vast(
            "<VAST><Ad><InLine><Impression>http://a/?x=1&y=2&amp;z=3</Impression></InLine></Ad></VAST>")
        #expect(text(document.urls) == ["http://a/?x=1&y=2&z=3"])
        #expect(complaints.map(\.code) == [.bareAmpersand])
    }

    @Test func `names in another case are taken and named`() throws {
        let (document, complaints) = try vast(
            "<vast Version='2.0'><Ad><inline><Impression>u</Impression></inline></Ad></vast>")
        #expect(text(document.version) == "2.0")
        #expect(text(document.urls) == ["u"])
        #expect(complaints.map(\.code) == [.nameCase, .nameCase, .nameCase])
    }

    @Test func `VAST 1 gives its URLs from their own elements`() throws {
        let (document, complaints) = try vast(
            """
            <VideoAdServingTemplate><Ad id="v1"><InLine>
            <Impression><URL id="a">http://a/1</URL><URL id="b">http://a/2</URL></Impression>
            <TrackingEvents><Tracking event="start"><URL>http://a/s</URL></Tracking></TrackingEvents>
            <Video><Duration>00:00:15</Duration>
            <VideoClicks><ClickThrough><URL>http://a/c</URL></ClickThrough></VideoClicks>
            <MediaFiles><MediaFile type="video/x-flv"><URL>http://a/m</URL></MediaFile></MediaFiles></Video>
            </InLine></Ad></VideoAdServingTemplate>
            """)
        #expect(text(document.urls) == ["http://a/1", "http://a/2", "http://a/s", "http://a/c", "http://a/m"])
        #expect(document.version == nil)
        #expect(complaints.map(\.code) == [.oldVersion])
    }

    @Test(
        arguments: [
            ("<VAST><Ad/></VAST>", .missingAdBody),
            ("<VAST><Ad><InLine><Impression/></InLine></Ad></VAST>", .emptyURL),
            ("<VAST><Error>http://a/ b</Error></VAST>", .spaceInURL),
            ("<VAST><Error>http://a/\r\nX: y</Error></VAST>", .spaceInURL),
            ("<VAST><Ad sequence='two'><InLine/></Ad></VAST>", .invalidNumber),
            ("<VAST><Ad sequence='99999999999999999999'><InLine/></Ad></VAST>", .invalidNumber),
            (linear("<Duration>undefined</Duration>"), .irregularTime),
            (linear("<Duration>00:00:60</Duration>"), .irregularTime),
            (
                linear("<TrackingEvents><Tracking event='progress' offset='x'>u</Tracking></TrackingEvents>"),
                .unknownOffset
            ),
            ("<WRONG/>", .unknownRoot),
            ("<html/>", .webPage),
        ] as [(String, MarkupComplaint.Code)])
    func `a departure is named`(_ source: String, _ code: MarkupComplaint.Code) {
        #expect(AdDocumentParser().parse(Array(source.utf8)).complaints.map(\.code) == [code])
    }

    private static func linear(_ inside: String) -> String {
        "<VAST><Ad><InLine><Creatives><Creative><Linear>\(inside)</Linear></Creative></Creatives></InLine></Ad></VAST>"
    }
}
