import Cryptography
import Foundation
import HTTPModel
import StandInServer
import Testing

@testable import ReferenceSDK

/// How one fault shows in a run: true of the faulty run, false of the clean one.
struct FaultCase: Sendable, CustomTestStringConvertible {
    let fault: SDKFault
    let shows: @Sendable (Rehearsal) -> Bool

    init(_ fault: SDKFault, _ shows: @escaping @Sendable (Rehearsal) -> Bool) {
        self.fault = fault
        self.shows = shows
    }

    var testDescription: String { fault.rawValue }
}

@Suite struct SDKFaultTests {
    /// Each story without faults, lived once.
    private static let clean: [String: Rehearsal] = Scenario.all.reduce(into: [:]) { runs, scenario in
        runs[scenario.name] = try? Rehearsal(scenario.name)
    }

    private static let lookAlike = "ads.metrike.test.thirdparty-b.test"

    /// Who knows the key turns the rounds back.
    private static func unmixed(_ text: String) -> String {
        var halves = (UInt64(text.prefix(16), radix: 16) ?? 0, UInt64(text.dropFirst(16), radix: 16) ?? 0)
        for round in (0..<KeyedMixing.roundCount).reversed() {
            halves = (halves.1 ^ KeyedMixing.function(halves.0, round: round), halves.0)
        }
        return [halves.0, halves.1].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    private static func duringOff(_ run: Rehearsal) -> [StandInRequest] {
        guard let off = run.marks.firstIndex(of: "tracking=off") else { return [] }
        let end = run.marks[off...].firstIndex(of: "tracking=on").map { run.markPlaces[$0] } ?? run.seen.count
        return run.seen[run.markPlaces[off]..<end].filter { $0.host == "ads.metrike.test" }
    }

    private static let cases: [FaultCase] = [
        FaultCase(.unknownPath) { !$0.at("/settings").isEmpty },
        FaultCase(.displayZoneAskedAtVAST) { !$0.at("/vast/13778").isEmpty },
        FaultCase(.videoAskedByPost) { $0.at("/vast/").contains { $0.method == "POST" } },
        FaultCase(.scheduleAskedTwice) { $0.at("/vmap/").count > 1 },
        FaultCase(.secondFetchForLoneVAST) { $0.at("/vmap/").count > 1 },
        FaultCase(.vastTokenEmpty) { $0.at("/vast/").contains { $0.path == "/vast/" } },
        FaultCase(.ownPlayerMeasured) {
            $0.beacons("viewable").contains { $0.value("ad_id") == TestPlacement.ownPlayer }
        },
        FaultCase(.interstitialSendsContentURL) {
            $0.at("/serve").contains { $0.query("page_url") != nil }
        },
        FaultCase(.interstitialShownAgain) { run in
            run.beacons("impression").count > run.at("/serve").count
        },
        FaultCase(.distributionHostIdentity) {
            $0.thirdParty.contains { $0.host == "cdx.metrike.test" && $0.query("visitor_id") != nil }
        },
        FaultCase(.realZone) { $0.at("/serve").contains { $0.query("zone_id") == "40001" } },
        FaultCase(.categoryLookup) { $0.thirdParty.contains { $0.path == "/lookup" } },
        FaultCase(.clickWithoutAppVersion) { $0.at("/click").contains { $0.query("app_version") == nil } },
        FaultCase(.beaconAppVersionDiffers) {
            $0.beacons.contains { $0.value("app_version") == "2.3.1.1" }
        },
        FaultCase(.appBundleMalformed) { $0.firstParty.contains { $0.value("app_bundle") == "DemoApp" } },
        FaultCase(.fieldTwice) { $0.at("/serve").contains { $0.url.matches(of: #/app_version=/#).count > 1 } },
        FaultCase(.sdkVersionMalformed) {
            $0.firstParty.contains { $0.value("sdk_version")?.hasPrefix("metrike-ios/") == false }
        },
        FaultCase(.deviceTypeUnknown) { $0.firstParty.contains { $0.value("device_type") == "mobile" } },
        FaultCase(.visitorIDNotUUID) { $0.firstParty[0].value("visitor_id")?.contains("-") == false },
        FaultCase(.visitorIDNewEachLaunch) {
            $0.at("/serve")[0].query("visitor_id") != $0.at("/serve")[1].query("visitor_id")
        },
        FaultCase(.visitorIDInKeychain) { Set($0.at("/serve").map { $0.query("visitor_id") }).count == 1 },
        FaultCase(.visitorIDOfDevice) {
            $0.at("/serve")[0].query("visitor_id") == $0.at("/conversion")[0].value("visitor_id")
        },
        FaultCase(.sessionIDKept) { Set($0.at("/serve").map { $0.query("session_id") }).count == 1 },
        FaultCase(.sessionIDIsVisitorID) {
            $0.firstParty[0].value("session_id") == $0.firstParty[0].value("visitor_id")
        },
        FaultCase(.advertisingID) { $0.at("/serve")[0].query("idfa") != nil },
        FaultCase(.cookie) { $0.firstParty.contains { $0.field("cookie") != nil } },
        FaultCase(.appNameEncodedTwice) { $0.firstParty[0].query("app_name")?.contains("%") == true },
        FaultCase(.beaconFromWebView) { $0.beacons.contains { $0.field("referer") != nil } },
        FaultCase(.lookAlikeHost) { run in
            run.seen.contains { $0.host == lookAlike && $0.query("visitor_id") != nil }
        },
        FaultCase(.userInformationIsHost) {
            $0.thirdParty.contains { $0.query("p") == "user" && $0.query("visitor_id") != nil }
        },
        FaultCase(.firstPartyPixelBare) { $0.at("/px/").contains { $0.query("app_bundle") == nil } },
        FaultCase(.thirdPartyPixelIdentity) {
            $0.thirdParty.contains { $0.path == "/px" && $0.query("visitor_id") != nil }
        },
        FaultCase(.thirdPartyTagIdentity) {
            $0.thirdParty.contains {
                $0.host == "thirdparty-a.test" && $0.path == "/vast" && $0.query("app_bundle") != nil
            }
        },
        FaultCase(.assetIdentity) {
            $0.thirdParty.contains { $0.path == "/creative.gif" && $0.query("visitor_id") != nil }
        },
        FaultCase(.referer) {
            $0.thirdParty.contains { $0.field("referer").map { String(display: $0) }?.contains("visitor_id=") == true }
        },
        FaultCase(.macroExpanded) {
            $0.thirdParty.contains { $0.query("app") == "br.com.example.noticias" }
        },
        FaultCase(.encodedValueToThirdParty) { run in
            run.thirdParty.contains { $0.query("u") == run.firstParty[0].value("visitor_id") }
                && run.thirdParty.contains { String(display: $0.target).contains("&u=%") }
        },
        FaultCase(.keyedVisitorID) { run in
            run.thirdParty.contains {
                $0.query("k").map(Self.unmixed)
                    == run.firstParty[0].value("visitor_id")?.filter { $0 != "-" }.lowercased()
            }
        },
        FaultCase(.digestToThirdParty) { run in
            let digest = SHA256.digest(Array((run.firstParty[0].value("visitor_id") ?? "").utf8))
            let text = Data(digest).base64EncodedString().filter { $0 != "=" }
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            return run.thirdParty.contains { $0.query("h") == text }
        },
        FaultCase(.valueInHostLabel) { run in
            let visitor = run.firstParty[0].value("visitor_id") ?? "none"
            return run.thirdParty.contains { $0.host.hasPrefix("\(visitor.lowercased()).") }
        },
        FaultCase(.identityInWebSocket) { run in
            let visitor = Data((run.firstParty[0].value("visitor_id") ?? "none").utf8).base64EncodedString()
            return run.said.contains { message in
                message.request.host == "thirdparty-a.test"
                    && String(display: message.content) == "{\"type\":\"hello\",\"u\":\"\(visitor)\"}"
            }
        },
        FaultCase(.pixelReordered) { $0.at("/px/").contains { $0.url.contains("?in_app_mechanism=sdk&session_id=") } },
        FaultCase(.unexpectedHost) { $0.thirdParty.contains { $0.path == "/ping" } },
        FaultCase(.emptyVisitorIDWhileOff) {
            duringOff($0).contains { $0.value("visitor_id") == "" }
        },
        FaultCase(.visitorIDAfterEarlyOptOut) {
            $0.firstParty.contains { $0.value("visitor_id") != nil }
        },
        FaultCase(.optOutForgotten) { $0.at("/serve")[2].query("visitor_id") != nil },
        FaultCase(.oldVisitorIDReturns) {
            $0.at("/serve").first?.query("visitor_id") == $0.at("/serve").last?.query("visitor_id")
        },
        FaultCase(.lateBeaconKeepsVisitorID) {
            duringOff($0).filter { $0.value("visitor_id") != nil }.map(\.path) == ["/beacon"]
        },
        FaultCase(.locationWhileOff) { duringOff($0).contains { $0.value("lat") != nil } },
        FaultCase(.adsNotCountedWhileOff) { run in
            !duringOff(run).contains { $0.value("event") == "impression" || $0.path == "/px/impression" }
        },
        FaultCase(.refusedBeaconVisitorID) { $0.beacons[0].value("visitor_id") != nil },
        FaultCase(.refusedClickVisitorID) { $0.at("/click")[0].query("visitor_id") != nil },
        FaultCase(.refusedZoneForgotten) { $0.at("/serve")[2].query("visitor_id") != nil },
        FaultCase(.refusedBeaconLocation) { $0.beacons[0].value("lat") != nil },
        FaultCase(.beaconWithoutChildFlag) {
            $0.firstParty.contains { $0.value("child_directed") == nil }
        },
        FaultCase(.childFlagIsWord) {
            $0.firstParty.contains { $0.value("child_directed") == "true" }
        },
        FaultCase(.childFlagMixed) { $0.firstParty.contains { $0.value("child_directed") != nil } },
        FaultCase(.childVisitorID) { $0.firstParty.contains { $0.value("visitor_id") != nil } },
        FaultCase(.childLocation) { $0.firstParty.contains { $0.value("lat") != nil } },
        FaultCase(.childAdsNotCounted) { $0.beacons("impression").isEmpty && $0.at("/px/impression").isEmpty },
        FaultCase(.locationWithoutOptIn) { $0.beacons.contains { $0.value("lat") != nil } },
        FaultCase(.locationExact) { $0.beacons[0].value("lat") == "-23.561414" },
        FaultCase(.accuracyExact) { $0.beacons[0].value("acc") == "35" },
        FaultCase(.locationZero) { $0.beacons[0].value("lat") == "0" || $0.beacons[0].value("lat") == "0.0" },
        FaultCase(.locationInTrace) { $0.beacons[0].value("trace") == "gps -23.561414,-46.655881" },
        FaultCase(.locationOnServe) { $0.at("/serve")[0].query("lat") != nil },
        FaultCase(.locationToThirdParty) { $0.thirdParty.contains { $0.query("lat") == "-23.56" } },
        FaultCase(.clickIDToThirdParty) { run in
            run.thirdParty.contains { $0.path == "/px" && $0.query("mk_cid") != nil }
        },
        FaultCase(.locationWithoutVisitorID) {
            $0.beacons.contains { $0.value("lat") != nil && $0.value("visitor_id") == nil }
        },
        FaultCase(.consentLeftOut) { $0.at("/serve")[0].query("gdpr_consent") == nil },
        FaultCase(.consentMadeUp) { $0.at("/serve")[0].query("gdpr") != nil },
        FaultCase(.gdprIsWord) { $0.at("/serve").contains { $0.query("gdpr") == "true" } },
        FaultCase(.consentReadOnce) { $0.at("/serve")[1].query("gdpr_consent") == TestConsent.first },
        FaultCase(.consentStringChanged) {
            $0.at("/serve")[0].query("gdpr_consent") != TestConsent.first
        },
        FaultCase(.unknownEvent) { !$0.beacons("rendered").isEmpty },
        FaultCase(.impressionTwice) { run in
            run.beacons("impression").count > run.beacons("request").count
        },
        FaultCase(.impressionAtLoad) { run in
            guard let pixel = run.seen.firstIndex(where: { $0.path == "/px/impression" }) else { return false }
            return !run.seen[..<pixel].contains { $0.path.hasSuffix("spot-12s.mp4") }
        },
        FaultCase(.requestBeaconForVideo) { $0.beacons("request").contains { $0.value("zone_id") == nil } },
        FaultCase(.lateVerdict) { !$0.beacons("notViewable").isEmpty },
        FaultCase(.viewableThenNot) { !$0.beacons("notViewable").isEmpty },
        FaultCase(.viewableTooEarly) { $0.beacons("viewable")[0].value("time_to_viewable_ms") == "250" },
        FaultCase(.videoViewableTooEarly) {
            $0.beacons("viewable").contains { $0.value("time_to_viewable_ms") == "500" }
        },
        FaultCase(.quartilesOutOfOrder) { run in
            let first = run.at("/px/").first { $0.path.hasSuffix("Quartile") || $0.path.hasSuffix("midpoint") }
            return first?.path == "/px/midpoint"
        },
        FaultCase(.quartilesByStatedDuration) { run in
            // With 8 s stated for 12 s of film, the last quarter begins at 6 s, before the tap at 7 s.
            let events = run.at("/px/").map(\.path)
            guard let tap = events.firstIndex(of: "/px/click"), let last = events.firstIndex(of: "/px/thirdQuartile")
            else { return false }
            return last < tap
        },
        FaultCase(.outstreamSkip) { $0.summary.callbacks.contains("outstream.onSkip") },
        FaultCase(.outstreamStartsLoud) { $0.at("/px/mute").count > $0.at("/px/unmute").count },
        FaultCase(.clickTrackingLeftOut) { $0.at("/px/click").isEmpty },
        FaultCase(.muteBeforeStart) { $0.at("/px/")[0].path == "/px/mute" },
        FaultCase(.orphanBeacon) { $0.beacons("impression").contains { $0.value("zone_id") == nil } },
        FaultCase(.unshownAdCounted) { run in
            let starts = run.at("/px/start").count
            return run.at("/px/impression").count > starts && run.beacons("impression").count > 1
        },
        FaultCase(.eventsAfterSkip) { run in
            let events = run.at("/px/").map(\.path)
            guard let skip = events.firstIndex(of: "/px/skip") else { return false }
            return events[skip + 1] == "/px/complete"
        },
        FaultCase(.halfDurationTooEarly) { run in
            let places = run.seen.indices
            let half = places.first { run.seen[$0].value("event")?.hasPrefix("fully_") == true }
            let middle = places.first { run.seen[$0].path == "/px/midpoint" }
            guard let half, let middle else { return false }
            return half < middle
        },
        FaultCase(.mechanismMissing) { $0.beacons.contains { $0.value("in_app_mechanism") == nil } },
        FaultCase(.viewableMechanismMissing) {
            $0.beacons("viewable").contains { $0.value("viewable_mechanism") == nil }
        },
        FaultCase(.failedBreakStopsAll) {
            $0.at("/vast/vast-postroll-13779").isEmpty
        },
        FaultCase(.watchdogMissing) { run in
            !run.seen.contains { $0.query("code") == "402" }
                && run.seen.contains { $0.host == "thirdparty-b.test" && $0.query("e") == "complete" }
        },
        FaultCase(.pixelsAfterAbandonment) { run in
            run.seen.contains { $0.query("code") == "402" }
                && run.seen.contains { $0.host == "thirdparty-b.test" && $0.query("e") == "complete" }
        },
        FaultCase(.thirdPartyWrapperIdentity) {
            $0.thirdParty.contains {
                $0.host == "thirdparty-b.test" && $0.path == "/vast" && $0.query("app_bundle") != nil
            }
        },
        FaultCase(.postRollByPosition) { run in
            let film = run.seen.lastIndex { $0.host == "video.publisher.test" }
            let post = run.seen.firstIndex { $0.path == "/vast/vast-postroll-13779" }
            guard let film, let post else { return false }
            return post < film
        },
        FaultCase(.contentLoadsOn) { run in
            // A film of 15 s is asked for in three pieces, here under the break before it.
            let film = run.seen.lastIndex { $0.host == "video.publisher.test" }
            let preRoll = run.seen.firstIndex { $0.path == "/px/complete" }
            guard let film, let preRoll else { return false }
            return film < preRoll
        },
        FaultCase(.conversionOtherClickID) { run in
            let conversion = run.at("/conversion")[0].value("mk_cid")
            return !run.seen.contains { $0.path == "/produto/42" && $0.query("mk_cid") == conversion }
        },
        FaultCase(.linkErasesClickID) { $0.at("/conversion").last?.value("mk_cid") == nil },
        FaultCase(.conversionValueIsFraction) {
            $0.at("/conversion")[0].value("value_cents")?.contains(".") == true
        },
        FaultCase(.doubleTap) { $0.at("/click").count == 4 },
        FaultCase(.linkPreview) { $0.at("/click").contains { $0.method == "HEAD" } },
        FaultCase(.conversionTwice) { $0.at("/conversion").count == 2 },
    ]

    /// Of points on which the guide is silent.
    private static let silentCases: [FaultCase] = [
        FaultCase(.beaconWithoutTLS) { $0.beacons.contains { $0.scheme == .http } },
        FaultCase(.beaconWithoutDeviceType) { $0.beacons.contains { $0.value("device_type") == nil } },
        FaultCase(.identityInBeaconQuery) { $0.beacons.contains { $0.query("visitor_id") != nil } },
        FaultCase(.carrierSent) { $0.at("/serve")[0].query("carrier") != nil },
        FaultCase(.clickIDWhileOff) { duringOff($0).contains { $0.path == "/serve" && $0.query("mk_cid") != nil } },
        FaultCase(.otherZonesBlocked) { $0.at("/serve")[1].query("visitor_id") == nil },
        FaultCase(.refusalNeverLifted) { $0.at("/serve")[4].query("visitor_id") == nil },
        FaultCase(.refusedVideoVisitorID) { $0.at("/px/").contains { $0.query("visitor_id") != nil } },
        FaultCase(.locationOnPixel) { $0.at("/px/").contains { $0.query("lat") != nil } },
        FaultCase(.consentOnPixel) { $0.at("/px/").contains { $0.query("gdpr_consent") != nil } },
        FaultCase(.hostFieldOfOtherHost) { run in
            run.seen.contains { $0.host == "cdx.metrike.test" && $0.field("host") != nil }
        },
        FaultCase(.gdprLeftOut) {
            $0.at("/serve").contains { $0.query("gdpr") == nil && $0.query("gdpr_consent") != nil }
        },
        FaultCase(.platformCutsString) { $0.at("/serve").contains { ($0.query("gdpr_consent")?.count ?? 44) < 44 } },
        FaultCase(.thirdPartyConsentChanged) { $0.thirdParty.contains { $0.query("gdpr_consent") != nil } },
        FaultCase(.usPrivacyCut) { $0.at("/serve").contains { $0.query("us_privacy") == "1YN" } },
        FaultCase(.gppOfOtherSection) { $0.at("/serve").contains { $0.query("gpp_sid") == "7" } },
        FaultCase(.vendorMacroAlwaysReplaced) {
            $0.thirdParty.contains { $0.query("c") == "verify" && $0.query("gdpr_consent") == TestConsent.oneVendor }
        },
        FaultCase(.missingConsentIgnored) { $0.at("/serve")[1].query("visitor_id") != nil },
        FaultCase(.pixelMechanismMissing) { $0.at("/px/").contains { $0.query("in_app_mechanism") == nil } },
        FaultCase(.firstClickIDKept) { run in
            let links = run.marks.filter { $0.hasPrefix("deep_link=") }
            return run.at("/conversion")[0].value("mk_cid").map { links[0].contains($0) } == true
        },
        FaultCase(.installIsConversion) { !$0.at("/conversion").isEmpty },
        FaultCase(.installPostback) { $0.thirdParty.contains { $0.path.hasPrefix("/.well-known/skadnetwork/") } },
        FaultCase(.clickOutsideBrowser) {
            $0.at("/click").contains { $0.field("user-agent")?.starts(with: "DemoApp/".utf8) == true }
        },
    ]

    @Test func `every fault has its case`() {
        let cases = Self.cases + Self.silentCases
        #expect(Set(cases.map(\.fault)) == Set(SDKFault.allCases))
        #expect(cases.count == SDKFault.allCases.count)
    }

    @Test(arguments: cases + silentCases)
    func `a fault changes what it says`(_ faultCase: FaultCase) throws {
        let fault = faultCase.fault
        let clean = try #require(Self.clean[fault.scenario])
        let faulty = try Rehearsal(fault.scenario, faults: [fault])
        #expect(!faultCase.shows(clean), "shows in the clean run")
        #expect(faultCase.shows(faulty), "does not show in the faulty run")
        let hosts = Set(faulty.seen.map(\.host)).subtracting(clean.seen.map(\.host))
        let others: [SDKFault: Set] = [
            .categoryLookup: ["itunes.apple.com"], .unexpectedHost: ["collect.analytics.test"],
            // The visitor ID of the seed.
            .valueInHostLabel: ["788d7e32-6df6-450b-a92b-32931b1b06c7.thirdparty-a.test"],
        ]
        #expect(hosts == others[fault] ?? [], "asks somebody new")
        // Another click ID is no other wish.
        var marks = [faulty, clean].map { run in run.marks.map { $0.replacing(#/mk_cid=[a-z0-9]{20}/#, with: "") } }
        // The platform's fault, not the SDK's: what it stored is what the mark says.
        if fault == .platformCutsString {
            marks = marks.map { $0.filter { !$0.hasPrefix("IABTCF_TCString=") } }
        }
        #expect(marks[0] == marks[1], "marks tell what the user wants, not what the SDK does")
    }

    @Test func `names are unique, begin with a rule and can be found by it`() {
        let names = SDKFault.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: #/(MK-\d{3}|covary)-[a-z0-9-]+/#) != nil })
        #expect(SDKFault.named("MK-042") == [.thirdPartyPixelIdentity])
        #expect(SDKFault.named("MK-025").count == 2)
        #expect(SDKFault.named("MK-042-identity-on-third-party-host") == [.thirdPartyPixelIdentity])
        #expect(SDKFault.named("nothing").isEmpty)
    }
}
