import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-172")
struct DestinationChangedTests {
    private func tape(_ campaign: String?, _ location: String) -> TapeBuilder {
        var tape = TapeBuilder()
        let told = campaign.map { #","landing_url":"\#($0)""# } ?? ""
        tape.serve(answer: #"{"ad":"fill-0001"\#(told)}"#)
        tape.click(to: location, with: "&ad=fill-0001")
        return tape
    }

    @Test(arguments: [
        ("https://shop.example/o?a=1&b=%2F#top", "https://shop.example/o?a=1&b=%2F&mk_cid=c1a2b3c4#top"),
        ("https://shop.example/o?a=1", "https://shop.example/o?mk_cid=c1a2b3c4&a=1"),
        ("https://shop.example/o", "https://shop.example/o?mk_cid=c1a2b3c4"),
        ("https://shop.example", "https://shop.example/?mk_cid=c1a2b3c4"),
        ("https://shop.example/o?", "https://shop.example/o?mk_cid=c1a2b3c4"),
        ("https://shop.example/o?cb=[CACHEBUSTING]&a=1", "https://shop.example/o?cb=99&a=1&mk_cid=c1a2b3c4"),
    ])
    func `the campaign with mk_cid appended holds`(campaign: String, location: String) {
        #expect(tape(campaign, location).outcome("MK-172") == .pass)
        #expect(tape(campaign, location).failing() == [])
    }

    @Test(arguments: [
        ("https://shop.example/o?b=%2F&a=1#top", "another order of the parameters; the fragment is gone"),
        ("https://shop.example/o?a=1&b=/#top", "another coding of b"),
        ("https://shop.example/o?a=1#top", "dropped b"),
        ("https://shop.example/o?a=1&b=%2F&c=1#top", "added c"),
        ("https://shop.example/o?a=2&b=%2F#top", "another value of a"),
        ("https://shop.example/o?a=1&b=%2F#bottom", "another fragment"),
        ("https://shop.example/p?a=1&b=%2F#top", "another path"),
        ("https://other.example/o?a=1&b=%2F#top", "another host or scheme"),
    ])
    func `any other change breaks and says which`(url: String, what: String) throws {
        let parts = url.split(separator: "#")
        let location = parts[0] + "&mk_cid=c1a2b3c4" + (what.contains("gone") ? "" : "#" + parts[1])
        let tape = tape("https://shop.example/o?a=1&b=%2F#top", String(location))
        #expect(tape.failing() == ["MK-172"])
        #expect(try #require(tape.judged().findings.first).message.contains("the campaign's URL: \(what)"))
    }

    @Test func `the configuration may name the campaigns`() {
        var configuration = ContractConfiguration()
        configuration.landingURLs = ["https://other.example/", "https://shop.example/o?a=1"]
        #expect(tape(nil, "https://shop.example/o?a=1&mk_cid=c1a2b3c4").outcome("MK-172", configuration) == .pass)
        #expect(tape(nil, "https://shop.example/o?mk_cid=c1a2b3c4").outcome("MK-172", configuration) == .fail)
    }

    @Test func `an unknown campaign is a question of configuration`() {
        #expect(tape(nil, "https://shop.example/o?mk_cid=c1a2b3c4").outcome("MK-172") == .needsConfig)
        #expect(TapeBuilder().outcome("MK-172") == .notObserved)
    }
}
