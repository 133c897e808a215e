import Foundation
import HTTPModel
import JSONText
import Testing

@testable import StandInServer

#if canImport(FoundationXML)
import FoundationXML
#endif

func get(_ url: String, _ fields: [(String, String)] = [], method: String = "GET") -> StandInRequest {
    let bytes = URLBytes(Array(url.utf8))
    let path = bytes.bytes[bytes.path] + (bytes.query.map { [UInt8(ascii: "?")] + bytes.bytes[$0] } ?? [])
    return StandInRequest(
        scheme: bytes.webScheme ?? .https, host: bytes.normalizedHost ?? "", method: method, target: Array(path),
        fields: fields.map { .init(name: Array($0.0.utf8), value: Array($0.1.utf8)) })
}

extension StandInAnswer {
    var text: String { String(decoding: body, as: UTF8.self) }
    var location: String? { fields.first { $0.name == "Location" }?.value }
}

@Suite struct StandInTests {
    private let serve = "https://ads.metrike.test/serve?zone_id="

    @Test func `serve answers each creative kind in turn, with opaque ad ids`() {
        var standIn = StandIn()
        let answers = (0..<3).map { _ in standIn.answer(get(serve + "13778")).text }
        #expect(answers[0].contains(#""kind":"image","image_url":"https://media.edge-cdn.test/"#))
        #expect(answers[1].contains(#""kind":"htmlzip""#))
        #expect(answers[2].contains(#""kind":"ext_tag""#))
        #expect(Set(answers).count == 3)
        #expect(answers.allSatisfy { !$0.contains("tracking") })
        for answer in answers {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(answer.utf8)) }
        }
        #expect(standIn.answer(get(serve + "1")).status == 204)
    }

    @Test(arguments: [
        ("13778", "", false), ("13779", "", true), ("13779", "&gdpr=1&gdpr_consent=CAAA", false),
        ("13779", "&gdpr_consent=", true), ("13778", "&gdpr=1", true), ("13778", "&gdpr=0", false),
        ("13778", "&child_directed=1", true),
    ])
    func `a zone refuses tracking when consent is wanted and missing`(zone: String, rest: String, refuses: Bool) {
        var standIn = StandIn()
        #expect(standIn.answer(get(serve + zone + rest)).text.contains(#""tracking":false"#) == refuses)
    }

    @Test func `a click leads to the campaign with a fresh mk_cid before the fragment`() throws {
        var standIn = StandIn()
        let locations = try (0..<2).map { _ in
            try #require(standIn.answer(get("https://ads.metrike.test/click?ad=x")).location)
        }
        #expect(Set(locations).count == 2)
        for location in locations {
            let expected =
                #/https://shop\.advertiser\.test/oferta\?utm_source=metrike&sku=42%2Fa&mk_cid=[a-z0-9]{20}#detalhe/#
            #expect(location.wholeMatch(of: expected) != nil)
        }
        let hop = try #require(standIn.answer(get(locations[0])).location)
        #expect(hop.hasPrefix("/produto/42?utm_source=metrike&sku=42%2Fa&mk_cid="))
        let page = standIn.answer(get("https://shop.advertiser.test" + hop))
        #expect(page.status == 200 && page.text.contains("shopapp://produto/42?mk_cid="))
    }

    @Test(arguments: [
        (StandInFault.clickWithoutClickID, "https://shop.advertiser.test/oferta?utm_source=metrike&sku=42%2Fa#detalhe"),
        (.clickWithEmptyClickID, "https://shop.advertiser.test/oferta?utm_source=metrike&sku=42%2Fa&mk_cid=#detalhe"),
        (.clickWithTwoClickIDs, "mk_cid=…&mk_cid=…#detalhe"), (.clickIDInFragment, "#detalhe&mk_cid=…"),
        (.destinationChanged, "/oferta?sku=42/a&utm_source=metrike&mk_cid=…"), (.clickAnswersPage, "none"),
    ])
    func `a click fault changes the answer as it says`(fault: StandInFault, ending: String) {
        var standIn = StandIn(faults: [fault])
        let location = standIn.answer(get("https://ads.metrike.test/click?ad=x")).location ?? "none"
        #expect(location.replacing(#/mk_cid=[a-z0-9]{20}/#, with: "mk_cid=…").hasSuffix(ending))
    }

    @Test func `a click of an app's campaign opens the app with its mk_cid, but for the fault`() throws {
        for (faults, ending) in [([], "&mk_cid=…"), ([StandInFault.appLinkWithoutClickID], "")] {
            var standIn = StandIn(faults: Set(faults))
            _ = standIn.answer(get(serve + "13778"))
            #expect(standIn.answer(get(serve + "13778")).text.contains("&c=app"))
            let landing = try #require(standIn.answer(get("https://ads.metrike.test/click?ad=x&c=app")).location)
            let link = try #require(standIn.answer(get(landing)).location)
            let expected = "shopapp://produto/42?utm_source=metrike&sku=42%2Fa" + ending
            #expect(link.replacing(#/mk_cid=[a-z0-9]{20}/#, with: "mk_cid=…") == expected)
        }
    }

    @Test(
        arguments: [
            (nil, "&mk_cid=abcd1234"), (StandInFault.redirectorRenamesClickID, "&MK-CID=abcd1234"),
            (.redirectorMovesClickID, "#mk_cid=abcd1234"), (.redirectorEscapesHTML, "&amp;mk_cid=abcd1234"),
            (.redirectorCutsClickID, "&mk_cid=abcd"), (.redirectorEncodesTwice, "&mk_cid=%2561bcd1234"),
            (.redirectorSendsRawBytes, "&mk_cid=abcd1234&campanha=verão"), (.redirectorAnswersRefresh, "none"),
            (.redirectorAnswersScript, "none"),
        ] as [(StandInFault?, String)])
    func `the redirector leads on, the click id as the fault says`(fault: StandInFault?, ending: String) {
        var standIn = StandIn(faults: Set([fault].compactMap(\.self)))
        let inner = "https%3A%2F%2Fshop.advertiser.test%2Foferta%3Fsku%3D42%252Fa"
        let answer = standIn.answer(get("https://go.redirector.test/r?dest=\(inner)&mk_cid=abcd1234"))
        if ending == "none" {
            #expect(answer.status == 200 && answer.text.contains("shop.advertiser.test/oferta"))
        } else {
            #expect(answer.location == "https://shop.advertiser.test/oferta?sku=42%2Fa" + ending)
        }
    }

    @Test func `a campaign by way of the redirector, and its faults`() throws {
        func location(_ fault: StandInFault?) throws -> String {
            var standIn = StandIn(faults: Set([fault].compactMap(\.self)))
            return try #require(standIn.answer(get("https://ads.metrike.test/click?ad=x&c=tracked")).location)
        }
        #expect(try location(nil).hasPrefix("https://go.redirector.test/r?dest=https%3A%2F%2Fshop.advertiser.test%2F"))
        #expect(try location(.landingNotEncoded).hasPrefix("https://go.redirector.test/r?dest=https://shop"))
        var cached = StandIn(faults: [.clickMayBeCached])
        let answer = cached.answer(get("https://ads.metrike.test/click?ad=x"))
        #expect(answer.fields.contains { $0.name == "Cache-Control" && $0.value == "max-age=3600" })
        var open = StandIn(faults: [.destinationInClickLink])
        #expect(open.answer(get(serve + "13778")).text.contains("&to=https%3A%2F%2Fshop.advertiser.test%2F"))
        var tracker = StandIn(faults: [.clickTrackerNavigates])
        let hop = tracker.answer(get("https://thirdparty-a.test/px?e=click"))
        #expect(hop.location?.hasPrefix("https://shop.advertiser.test/oferta") == true)
    }

    @Test func `the same click id comes twice, and the shop drops it, only by fault`() throws {
        var standIn = StandIn(faults: [.sameClickID, .redirectDropsClickID])
        let first = try #require(standIn.answer(get("https://ads.metrike.test/click?ad=x")).location)
        let second = try #require(standIn.answer(get("https://ads.metrike.test/click?ad=y")).location)
        #expect(first == second)
        #expect(standIn.answer(get(first)).location == "/produto/42?utm_source=metrike&sku=42%2Fa")
    }

    private func isWellFormed(_ bytes: [UInt8]) -> Bool {
        let parser = XMLParser(data: Data(bytes))
        parser.shouldProcessNamespaces = true
        return parser.parse() && parser.parserError == nil
    }

    @Test(arguments: [
        "https://ads.metrike.test/vast/vast-fullscreen-13779", "https://ads.metrike.test/vast/vast-outstream-13779",
        "https://ads.metrike.test/vast/vast-postroll-13779", "https://ads.metrike.test/vast/unknown",
        "https://ads.metrike.test/vmap/vmap-instream-13779", "https://ads.metrike.test/vmap/vmap-single-13779",
        "https://ads.metrike.test/vmap/unknown", "https://thirdparty-a.test/vast?pos=mid",
        "https://thirdparty-b.test/vast?pos=mid",
    ])
    func `every document is well-formed XML`(url: String) {
        var standIn = StandIn()
        #expect(isWellFormed(standIn.answer(get(url)).body))
    }

    @Test(arguments: [
        (StandInFault.thirdPartyMalformed, "https://thirdparty-b.test/vast"),
        (.scheduleMalformed, "https://ads.metrike.test/vmap/vmap-instream-13779"),
    ])
    func `a malformed document is malformed`(fault: StandInFault, url: String) {
        var standIn = StandIn(faults: [fault])
        #expect(!isWellFormed(standIn.answer(get(url)).body))
    }

    @Test func `a third-party break leads from A to B and to media elsewhere`() {
        var standIn = StandIn()
        let wrapper = standIn.answer(get("https://thirdparty-a.test/vast?pos=mid")).text
        #expect(
            wrapper.contains("<VASTAdTagURI><![CDATA[https://thirdparty-b.test/vast?pos=mid&via=a]]></VASTAdTagURI>"))
        let inline = standIn.answer(get("https://thirdparty-b.test/vast?pos=mid&via=a")).text
        #expect(inline.contains("https://cdn.thirdparty-a.test/spot-10s.mp4"))
        #expect(inline.contains("https://ads.metrike.test.thirdparty-b.test/px?e=impression"))
        #expect(inline.contains("https://ads.metrike.test@thirdparty-b.test/px?e=impression"))
    }

    @Test func `faults of the market are as they say`() {
        let url = "https://thirdparty-b.test/vast?pos=mid"
        var unavailable = StandIn(faults: [.thirdPartyUnavailable])
        #expect(unavailable.answer(get(url)).status == 503)
        var empty = StandIn(faults: [.thirdPartyEmpty])
        #expect(empty.answer(get(url)).text.contains("<VAST version=\"3.0\"></VAST>"))
        var loop = StandIn(faults: [.thirdPartyLoop])
        #expect(loop.answer(get(url)).text.contains("https://thirdparty-a.test/vast"))
        var missing = StandIn(faults: [.mediaMissing])
        #expect(missing.answer(get("https://media.edge-cdn.test/spot-12s.mp4")).status == 404)
        #expect(missing.answer(get("https://video.publisher.test/film-30s.mp4")).status == 200)
        var stalling = StandIn(faults: [.thirdPartyMediaStalls])
        let film = "https://cdn.thirdparty-a.test/spot-10s.mp4"
        let part = stalling.answer(get(film, [("Range", "bytes=0-")]))
        let whole = stalling.answer(get(film)).body.count
        #expect(part.status == 206 && part.body.count == whole / 5 * 3)
        #expect(stalling.answer(get(film, [("Range", "bytes=\(part.body.count)-")])).status == 503)
        #expect(
            stalling.answer(get("https://media.edge-cdn.test/spot-10s.mp4", [("Range", "bytes=0-")])).body.count
                == whole)
        var tag = StandIn(faults: [.identityInAdTag])
        let schedule = tag.answer(get("https://ads.metrike.test/vmap/vmap-instream-13779?visitor_id=V-1")).text
        #expect(schedule.contains("https://thirdparty-a.test/vast?pos=mid&uid=V-1"))
        var echo = StandIn(faults: [.identityInRedirect])
        let hop = echo.answer(get("https://ads.metrike.test/px/start?ad=1&visitor_id=V-1"))
        #expect(hop.location == "https://thirdparty-a.test/px?e=sync&uid=V-1")
    }

    @Test func `media tells its length in mvhd and answers ranges`() throws {
        var standIn = StandIn()
        let url = "https://media.edge-cdn.test/spot-12s.mp4"
        let whole = standIn.answer(get(url)).body
        let at = try #require(whole.indices.first { whole[$0...].starts(with: Array("mvhd".utf8)) })
        let milliseconds = whole[(at + 20)..<(at + 24)].reduce(0) { $0 << 8 | Int($1) }
        #expect(milliseconds == 12_000)
        #expect(whole[(at - 4)..<at].reduce(0) { $0 << 8 | Int($1) } == 108)
        for (range, expected) in [
            ("bytes=0-1", 0..<2), ("bytes=100-", 100..<whole.count), ("bytes=-5", whole.count - 5..<whole.count),
        ] {
            let part = standIn.answer(get(url, [("Range", range)]))
            #expect(part.status == 206 && part.body == Array(whole[expected]))
            let place = "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(whole.count)"
            #expect(part.fields.contains { $0.name == "Content-Range" && $0.value == place })
        }
        #expect(standIn.answer(get(url, [("Range", "bytes=99999999-")])).status == 416)
        #expect(standIn.answer(get(url, [("Range", "bytes=9-2")])).status == 416)
    }

    @Test func `the same seed and requests give the same bytes, another seed gives others`() {
        let urls = [serve + "13778", "https://ads.metrike.test/click?ad=1", "https://thirdparty-a.test/vast"]
        func run(_ seed: UInt64) -> [StandInAnswer] {
            var standIn = StandIn(seed: seed)
            return urls.map { standIn.answer(get($0)) }
        }
        #expect(run(7) == run(7))
        #expect(run(7) != run(8))
    }

    @Test func `records stop at their limit and answers go on`() {
        var limits = StandInLimits()
        limits.records = 2
        var standIn = StandIn(limits: limits)
        for _ in 0..<3 { #expect(standIn.answer(get(serve + "13778")).status == 200) }
        #expect(standIn.served.count == 2)
    }

    @Test func `an unknown host and an unknown path say so`() {
        var standIn = StandIn()
        #expect(standIn.answer(get("https://elsewhere.test/")).text.contains("nobody plays the host 'elsewhere.test'"))
        #expect(standIn.answer(get("https://ads.metrike.test/other")).status == 404)
        #expect(standIn.answer(get("https://ads.metrike.test/beacon", method: "POST")).status == 204)
    }

    @Test func `fault names are unique and begin with their rule`() {
        let names = StandInFault.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: #/(MK-\d{3}-)?[a-z0-9-]+/#) != nil })
    }
}
