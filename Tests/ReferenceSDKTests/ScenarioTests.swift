import ConsentStrings
import HTTPModel
import StandInServer
import Testing

@testable import ReferenceSDK

@Suite struct ScenarioTests {
    private static let names = Scenario.all.map(\.name)
    private static let appFields = ["app_bundle", "app_name", "app_version", "sdk_version"]

    @Test func `names are unique and every story has steps`() {
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Scenario.all.allSatisfy { !$0.steps.isEmpty && !$0.summary.isEmpty })
    }

    @Test(arguments: names)
    func `every first-party request names the app, once`(scenario: String) throws {
        let run = try Rehearsal(scenario)
        #expect(!run.firstParty.isEmpty && run.summary.failures.isEmpty)
        for request in run.firstParty {
            for name in Self.appFields { #expect(request.value(name)?.isEmpty == false, "\(request.text)") }
            let names = URLBytes(request.target).queryPairs.map { String(display: request.target[$0.name]) }
            #expect(Set(names).count == names.count, "\(request.text)")
        }
    }

    @Test(arguments: names)
    func `nobody else learns who the visitor is`(scenario: String) throws {
        let run = try Rehearsal(scenario)
        let ids = Set(run.firstParty.flatMap { ["visitor_id", "session_id"].compactMap($0.value) })
        #expect(ids.isEmpty == (scenario == "own-player"))
        for request in run.thirdParty {
            #expect(!ids.contains { request.text.contains($0) }, "\(request.text)")
            #expect(!request.text.contains("app_bundle"))
        }
    }

    @Test(arguments: names)
    func `no cookie is ever sent, though the server sets one`(scenario: String) throws {
        let run = try Rehearsal(scenario, server: [.setsCookie])
        #expect(run.seen.allSatisfy { $0.field("cookie") == nil })
    }

    @Test(arguments: names)
    func `the same seed gives the same bytes, another seed gives others`(scenario: String) throws {
        let texts = try [1, 1, 2].map { try Rehearsal(scenario, seed: $0).seen.map(\.text) }
        #expect(texts[0] == texts[1])
        // The own player's request holds nothing of chance.
        #expect(scenario == "own-player" || texts[0] != texts[2])
    }

    @Test func `the full run holds every format and every event`() throws {
        let run = try Rehearsal("full-run")
        let events = Set(run.beacons.compactMap { $0.value("event") })
        #expect(events == ["request", "impression", "viewable", "fully_viewable_audible_half_duration_impression"])
        let pixels = Set(run.at("/px/").map { String($0.path.dropFirst(4)) })
        #expect(
            pixels == [
                "impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute",
                "skip",
                "click", "breakStart", "breakEnd",
            ])
        #expect(
            run.at("/serve").map { $0.query("page_url") } == ["https://publisher.test/notícia/123?a=1&b=2", nil, nil])
        #expect(
            Set(run.thirdParty.map(\.host)) == [
                "media.edge-cdn.test", "thirdparty-a.test", "thirdparty-b.test", "cdn.thirdparty-a.test",
                "go.redirector.test", "shop.advertiser.test", "video.publisher.test",
                "ads.metrike.test.thirdparty-b.test",
            ])
    }

    @Test func `the click id of the browser's last address arrives with the conversion of another app`() throws {
        let run = try Rehearsal("full-run")
        let landing = try #require(run.seen.last { $0.path == "/produto/42" })
        let conversion = try #require(run.at("/conversion").first)
        #expect(conversion.value("mk_cid") == landing.query("mk_cid"))
        #expect(conversion.value("value_cents") == "4990" && conversion.value("order_id") == "order-123")
        #expect(conversion.value("app_bundle") == "br.com.example.loja")
        #expect(conversion.value("visitor_id") != run.firstParty[0].value("visitor_id"))
        #expect(run.summary.callbacks.contains("handleDeepLink true"))
    }

    @Test func `a video's pixels come in order, at the media's own length`() throws {
        let run = try Rehearsal("full-run")
        let first = try #require(run.at("/px/impression").first?.query("ad"))
        let events = run.at("/px/").filter { $0.query("ad") == first }.map { String($0.path.dropFirst(4)) }
        #expect(
            events == [
                "impression", "start", "firstQuartile", "mute", "unmute", "midpoint", "click", "thirdQuartile",
                "complete",
            ])
        let skipped = try #require(run.at("/px/skip").first?.query("ad"))
        #expect(!run.at("/px/complete").contains { $0.query("ad") == skipped })
    }

    @Test func `an ad that is fetched and let go is told to nobody`() throws {
        let run = try Rehearsal("preload-only")
        #expect(run.at("/vast/").count == 2 && run.at("/serve").count == 2)
        #expect(run.beacons("impression").count == 1 && run.at("/px/impression").count == 1)
        #expect(run.seen.filter { $0.path.hasSuffix("spot-12s.mp4") }.count == 2)
    }

    @Test func `a video out of sight stops, and two seconds without a gap make it viewable`() throws {
        let run = try Rehearsal("video")
        let times = run.beacons("viewable").map { $0.value("time_to_viewable_ms") }
        // The outstream ad: 1 s in sight, 2 s away, 2 s in sight.
        #expect(times == ["2000", "2000", "5000"])
    }

    @Test func `the sound of an outstream video is first turned on, and each change is told once`() throws {
        let run = try Rehearsal("video")
        let ad = try #require(run.at("/px/impression").last?.query("ad"))
        let events = run.at("/px/").filter { $0.query("ad") == ad }.map { String($0.path.dropFirst(4)) }
        #expect(events.filter { $0.hasSuffix("mute") } == ["unmute", "mute"])
        #expect(!events.contains("skip"))
    }

    @Test func `a pixel's own parameters stay as they are`() throws {
        let run = try Rehearsal("full-run")
        let pixel = try #require(run.at("/px/impression").first)
        let ad = try #require(pixel.query("ad"))
        #expect(pixel.url.hasPrefix("https://ads.metrike.test/px/impression?ad=\(ad)&k=a%20b%2Fc&flag&app_bundle="))
    }

    @Test func `location is coarse, and only in tracked beacons`() throws {
        for scenario in Self.names {
            let run = try Rehearsal(scenario)
            for request in run.firstParty where request.value("lat") != nil {
                #expect(request.path == "/beacon" && request.value("visitor_id") != nil)
                #expect(request.value("lat") == "-23.56" && request.value("lon") == "-46.66")
                #expect(request.value("acc") == "1000")
            }
        }
        #expect(try Rehearsal("full-run").beacons.contains { $0.value("lat") != nil })
        #expect(try !Rehearsal("consent-present").beacons.contains { $0.value("lat") != nil })
    }

    @Test func `while tracking is off no visitor id and no location travel, and on again means a new id`() throws {
        let run = try Rehearsal("opt-out-mid-run")
        let off = try #require(run.marks.firstIndex(of: "tracking=off"))
        let on = try #require(run.marks.lastIndex(of: "tracking=on"))
        let before = run.seen[..<run.markPlaces[off]]
        let during = run.seen[run.markPlaces[off]..<run.markPlaces[on]]
        let after = run.seen[run.markPlaces[on]...]
        #expect(during.count > 20)
        #expect(during.allSatisfy { $0.value("visitor_id") == nil && $0.value("lat") == nil })
        let old = Set(before.compactMap { $0.value("visitor_id") })
        let new = Set(after.compactMap { $0.value("visitor_id") })
        #expect(old.count == 1 && new.count == 1 && old != new)
    }

    @Test func `a refusal before the start means no id in any launch`() throws {
        let run = try Rehearsal("opt-out-before-initialize")
        #expect(run.seen.allSatisfy { $0.value("visitor_id") == nil })
        #expect(Set(run.firstParty.compactMap { $0.value("session_id") }).count == 2)
    }

    @Test func `an app for children says so everywhere, and sends neither id nor location`() throws {
        let run = try Rehearsal("child-directed")
        #expect(run.firstParty.allSatisfy { $0.value("child_directed") == "1" })
        #expect(run.firstParty.allSatisfy { $0.value("visitor_id") == nil && $0.value("lat") == nil })
        #expect(run.thirdParty.allSatisfy { $0.value("child_directed") == nil })
        #expect(!run.beacons("impression").isEmpty && run.at("/conversion").count == 1)
    }

    @Test func `a zone's refusal holds until an answer lifts it, for that zone alone`() throws {
        let run = try Rehearsal("zone-refusal")
        let serves = run.at("/serve").map { "\($0.query("zone_id") ?? "") \($0.query("visitor_id") != nil)" }
        #expect(serves == ["13779 true", "13778 true", "13779 false", "13779 false", "13779 true"])
        #expect(run.at("/click").allSatisfy { $0.query("visitor_id") == nil })
        let zones = run.beacons.map { "\($0.value("zone_id") ?? "") \($0.value("visitor_id") != nil)" }
        #expect(
            zones == ["13779 false", "13778 true", "13779 false", "13779 true", "13779 true"].flatMap { [$0, $0, $0] })
    }

    @Test func `a refusal holds in the next launch too`() throws {
        let run = try Rehearsal("relaunch", server: [.refusalWithoutReason])
        #expect(run.at("/serve").map { $0.query("visitor_id") != nil } == [true, false, false])
    }

    @Test func `a lone VAST is a pre-roll and nothing is asked twice`() throws {
        let run = try Rehearsal("single-vast-instream")
        #expect(run.at("/vmap/").count == 1 && run.at("/vast/").isEmpty)
        let firstFrame = try #require(run.seen.firstIndex { $0.path == "/px/start" })
        let film = run.seen.indices.filter { run.seen[$0].host == "video.publisher.test" }
        #expect(film.count == 4 && film.dropFirst().allSatisfy { $0 > firstFrame })
    }

    @Test func `consent signals travel on serve only, and a change shows on the next one`() throws {
        let run = try Rehearsal("consent-present")
        let strings = run.at("/serve").map { $0.query("gdpr_consent") }
        #expect(strings == [TestConsent.first, TestConsent.second])
        #expect(run.at("/serve").allSatisfy { $0.query("gdpr") == "1" })
        #expect(run.seen.filter { $0.value("gdpr_consent") != nil }.count == 2)
        #expect(try Rehearsal("full-run").seen.allSatisfy { $0.value("gdpr") == nil })
    }

    @Test func `a relaunch keeps the visitor, renews the session, and keeps the opt-out`() throws {
        let run = try Rehearsal("relaunch")
        let serves = run.at("/serve")
        #expect(serves[0].query("visitor_id") != nil && serves[0].query("visitor_id") == serves[1].query("visitor_id"))
        #expect(serves[2].query("visitor_id") == nil)
        #expect(Set(serves.map { $0.query("session_id") }).count == 3)
        #expect(
            run.marks.filter { $0.hasPrefix("launch=") } == [
                "launch=publisher-1", "launch=publisher-2", "launch=publisher-3",
            ])
        let last = try #require(run.marks.lastIndex(of: "launch=publisher-3"))
        #expect(run.marks[last + 1] == "tracking=off")
    }

    @Test func `an own player's address carries the app and nothing more`() throws {
        let run = try Rehearsal("own-player")
        #expect(run.seen.map(\.path) == ["/vast/vast-own-player-13779"])
        #expect(run.seen[0].value("visitor_id") == nil && run.seen[0].value("session_id") == nil)
    }

    @Test func `marks of the full run tell each app's state`() throws {
        let run = try Rehearsal("full-run")
        #expect(
            run.marks.map { $0.replacing(#/mk_cid=[a-z0-9]{20}/#, with: "mk_cid=…") } == [
                "launch=publisher-1", "tracking=on", "child_directed=0", "collect_location=0", "cmp=absent",
                "child_directed=0", "collect_location=1",
                "interstitial=preload", "interstitial=show",
                "token_format=vast-fullscreen-13779 fullscreen", "token_format=vast-fullscreen-13779 fullscreen",
                "token_format=vast-outstream-13779 outstream", "content_end=https://video.publisher.test/film-30s.mp4",
                "launch=advertiser-1", "tracking=on", "child_directed=0", "collect_location=0", "cmp=absent",
                "child_directed=0", "collect_location=0",
                "deep_link=https://shop.advertiser.test/produto/42?utm_source=metrike&sku=42%2Fa&mk_cid=…#detalhe",
                "deep_link=https://shop.advertiser.test/ajuda?utm_source=email",
            ])
    }

    @Test(arguments: [
        (StandInFault.thirdPartyUnavailable, "301"), (.thirdPartyEmpty, "303"), (.thirdPartyMalformed, "100"),
        (.thirdPartyLoop, "302"), (.mediaMissing, "401"),
    ])
    func `a failed break is told to its error address, and the film and the later break go on`(
        fault: StandInFault, code: String
    ) throws {
        let run = try Rehearsal("full-run", server: [fault])
        let failed = try #require(run.seen.firstIndex { $0.path == "/px/error" && $0.query("break") == "mid-1" })
        #expect(run.summary.callbacks.contains { $0.hasPrefix("instream.onError \(code) ") })
        let rest = run.seen[failed...]
        #expect(rest.filter { $0.host == "video.publisher.test" }.count == 4)
        #expect(rest.contains { $0.path == "/vast/vast-postroll-13779" })
        if fault != .thirdPartyUnavailable {
            #expect(run.seen.contains { $0.query("e") == "error" && $0.query("code") == code })
        }
    }

    @Test func `a picture that stands still is given up after 15 s, and the film goes on`() throws {
        let run = try Rehearsal("stalled-break")
        let failed = try #require(run.seen.firstIndex { $0.query("code") == "402" && $0.host == "thirdparty-b.test" })
        #expect(run.summary.callbacks.contains("instream.onError 402 nothing on screen moved for 15 s"))
        let rest = run.seen[failed...]
        #expect(rest.contains { $0.host == "video.publisher.test" })
        #expect(rest.contains { $0.path == "/vast/vast-postroll-13779" })
        #expect(!rest.contains { $0.host == "thirdparty-b.test" && $0.query("e") != "error" })
        // 10 s before the film and 8 s after it, 15 s of film, 6 s of the break's 10 s, 15 s of nothing.
        #expect(abs(run.summary.time.components.seconds - 54) <= 1)
    }

    @Test func `a click of an app's campaign ends in the app, its id with it`() throws {
        let run = try Rehearsal("display")
        let landing = try #require(run.seen.last { $0.path == "/abrir" })
        #expect(landing.query("mk_cid")?.count == 20)
        #expect(!run.seen.contains { $0.host.isEmpty })
    }

    @Test func `a click id that the shop drops never reaches the conversion`() throws {
        let run = try Rehearsal("full-run", server: [.redirectDropsClickID])
        #expect(run.at("/conversion").first?.value("mk_cid") == nil)
        #expect(run.summary.callbacks.contains("handleDeepLink false"))
    }

    @Test func `a schedule nobody can read leaves the film alone`() throws {
        let run = try Rehearsal("full-run", server: [.scheduleMalformed])
        #expect(run.summary.callbacks.contains("instream.onError 1002 unreadable schedule"))
        #expect(run.seen.filter { $0.host == "video.publisher.test" }.count == 7)
    }

    @Test func `no answer from serve is told to the banner`() throws {
        let run = try Rehearsal("full-run", server: [.serveUnavailable])
        #expect(run.summary.callbacks.contains("banner.onError 503 HTTP status 503"))
        #expect(run.beacons("impression").isEmpty)
    }

    @Test func `only the vendor with consent gets the consent string in the place of its macro`() throws {
        let run = try Rehearsal("vendor-macros")
        let ofVendor = { (name: String) in run.thirdParty.filter { $0.query("c") == name } }
        #expect(!ofVendor("audit").isEmpty && !ofVendor("verify").isEmpty)
        #expect(ofVendor("audit").allSatisfy { $0.query("gdpr_consent") == TestConsent.oneVendor })
        #expect(ofVendor("verify").allSatisfy { $0.query("gdpr") == "1" && $0.query("gdpr_consent") == "" })
    }

    @Test func `the story's consent string is what it says it is`() throws {
        let string = TCString(TestConsent.oneVendor.utf8)
        let core = try #require(string.core)
        #expect(core.purposeConsents == [1, 2, 3, 4, 7])
        #expect(core.vendorConsents.ids.numbers == [755])
        #expect(string.disclosedVendors?.ids.numbers == [13, 755])
        #expect(core.vendorListVersion == 142)
        #expect(
            String(decoding: TCStringSerializer.text(core, disclosed: string.disclosedVendors?.ids), as: UTF8.self)
                == TestConsent.oneVendor)
    }
}
