import SDKContracts
import Testing

@Suite struct ConfigurationReaderTests {
    private func errors(_ text: String) -> [ConfigurationError] {
        do throws(ConfigurationErrors) {
            _ = try ConfigurationReader().read(Array(text.utf8))
            return []
        } catch {
            return error.errors
        }
    }

    private func read(_ text: String) throws -> ContractConfiguration {
        try ConfigurationReader().read(Array(text.utf8)).configuration
    }

    @Test func `an empty object is the default configuration`() throws {
        #expect(try read("{}") == ContractConfiguration())
    }

    @Test func `each kind of value reaches its place`() throws {
        let configuration = try read(
            """
            {
              "$schema": "https://example.test/fita.schema.json",
              "first_party": {"base_url": "https://ads.example/v1", "extra_hosts": ["b.example"], "match_port": true},
              "paths": {"beacon": "/b", "vast": "/video/", "conversion": ["/c", "/d"]},
              "params": {"zone": "slot", "lat": ["la"], "lon": ["lo"]},
              "beacon": {"method": "GET", "event_field": "e"},
              "formats": {"zones": {"13778": "banner"}, "tokens": {"abc": "own_player"}},
              "severities": {"MK-031": "P0"},
              "zone_block": {"scope": "one_request"},
              "consent": {"endpoints": ["serve", "beacon"]},
              "expect": {"click": {"visitor_id": "must"}}
            }
            """)
        #expect(configuration.baseURL == "https://ads.example/v1")
        #expect(configuration.extraHosts == ["b.example"] && configuration.matchesPort)
        #expect(configuration.beaconPaths == ["/b"] && configuration.vastPath == "/video/")
        #expect(configuration.conversionPaths == ["/c", "/d"])
        #expect(configuration.names[.zone] == ["slot"] && configuration.names[.latitude] == ["la"])
        #expect(configuration.beaconMethod == .get && configuration.names[.event] == ["e"])
        #expect(configuration.zoneFormats == ["13778": .banner] && configuration.tokenFormats == ["abc": .ownPlayer])
        #expect(configuration.severities == ["MK-031": "P0"])
        #expect(configuration.zoneBlockScope == .oneRequest)
        #expect(configuration.readings.consentEndpoints == [.serve, .beacon])
        #expect(configuration.readings.expectation(.click, .visitorID) == .must)
        #expect(configuration.readings.expectation(.serve, .visitorID) == .may)
    }

    @Test(arguments: [
        ("{\n  \"paths\": {\"becon\": \"/b\"}\n}", "2:13 paths.becon", "beacon"),
        ("{\"base_url\": \"https://a.example\"}", "1:2 base_url", "first_party.base_url"),
        ("{\"zone_block\": {\"scope\": \"until_answr\"}}", "1:26 zone_block.scope", "until_answer"),
        ("{\"formats\": {\"zones\": {\"1\": \"baner\"}}}", "1:29 formats.zones.1", "banner"),
    ])
    func `a mistyped word is told with its place and the word that was meant`(
        text: String, place: String, suggestion: String
    ) {
        let found = errors(text)
        #expect(found.count == 1)
        #expect(found.first?.text.hasPrefix(place + ": saw ") == true, "\(found.map(\.text))")
        #expect(found.first?.suggestion == suggestion)
    }

    @Test(arguments: [
        ("[]", "1:1: saw []; allowed: an object with first_party, paths"),
        ("{\"paths\": 3}", "1:11 paths: saw 3; allowed: an object with serve, vast"),
        ("{\"paths\": {\"serve\": 3}}", "1:21 paths.serve: saw 3; allowed: a path that begins with /"),
        ("{\"paths\": {\"serve\": \"serve\"}}", "1:21 paths.serve: saw \"serve\"; allowed: a path"),
        ("{\"paths\": {\"vast\": \"/vast\"}}", "1:20 paths.vast: saw \"/vast\"; allowed: a path that begins and ends"),
        ("{\"paths\": {\"beacon\": [\"/b\", 4]}}", "1:29 paths.beacon: saw 4; allowed: an array of texts"),
        ("{\"paths\": {\"beacon\": {}}}", "1:22 paths.beacon: saw {}; allowed: an array of texts"),
        ("{\"params\": {\"zone\": []}}", "1:21 params.zone: saw []; allowed: an array of texts"),
        ("{\"first_party\": {\"match_port\": 1}}", "1:32 first_party.match_port: saw 1; allowed: true or false"),
        ("{\"first_party\": {\"base_url\": \"ads\"}}", "1:30 first_party.base_url: saw \"ads\"; allowed: an absolute"),
        ("{\"hosts\": {\"expected\": [\"https://a\"]}}", "1:25 hosts.expected: saw \"https://a\"; allowed: an array"),
        ("{\"severities\": {\"MK-1\": \"P0\"}}", "1:17 severities.MK-1: saw \"MK-1\"; allowed: a rule's code"),
        ("{\"severities\": {\"MK-001\": \"P9\"}}", "1:27 severities.MK-001: saw \"P9\"; allowed: P0, P1, P2 or P3"),
        ("{\"paths\": {}, \"paths\": {}}", "1:15 paths: saw \"paths\"; allowed: each key once"),
        ("{\"join\": {\"keys\": [\"a\", \"a\"]}}", "1:25 join.keys: saw \"a\"; allowed: each text once"),
        ("{\"ação\": 1}", "1:2 ação: saw \"ação\"; allowed: first_party"),
        ("{\n  \"paths\": {,}\n}", "2:13: saw \",\"; allowed: JSON:"),
    ])
    func `an error names its place, what stands there and what is allowed`(text: String, start: String) {
        let found = errors(text)
        #expect(found.count == 1)
        #expect(found.first?.text.hasPrefix(start) == true, "\(found.map(\.text))")
    }

    @Test func `all errors of a text are told, in its order`() {
        let found = errors("{\"paths\": {\"serve\": 1, \"clik\": \"/c\"},\n \"severities\": 2}")
        #expect(found.map(\.keyPath) == ["paths.serve", "paths.clik", "severities"])
        #expect(found.map(\.line) == [1, 1, 2])
    }

    @Test func `a column counts characters`() {
        #expect(errors("{\"formats\": {\"zones\": {\"áéí\": \"x\"}}}").first?.column == 31)
    }

    @Test func `a name that the file gives to a field is no longer another field's default`() throws {
        let configuration = try read(#"{"params": {"lat": "z", "lon": "zone"}}"#)
        #expect(configuration.names[.latitude] == ["z"] && configuration.names[.longitude] == ["zone"])
        #expect(configuration.names[.zone] == ["zone_id", "zoneId"])
    }

    @Test(arguments: [
        (#"{"params": {"lat": "x"}, "beacon": {"event_field": "x"}}"#, "beacon.event_field"),
        (#"{"params": {"zone": "mk_cid"}}"#, "params.zone"),
    ])
    func `a name for two fields is an error`(text: String, path: String) {
        #expect(errors(text).map(\.keyPath) == [path])
        #expect(errors(text).first?.allowed.hasPrefix("a name for one field only") == true)
    }

    @Test func `the limits hold at their edges`() throws {
        let text = Array("{}  ".utf8)
        _ = try ConfigurationReader(limits: ConfigurationLimits(byteCount: 4)).read(text)
        #expect(throws: ConfigurationErrors.self) {
            try ConfigurationReader(limits: ConfigurationLimits(byteCount: 3)).read(text)
        }
        let wrong = Array(#"{"a": 1, "b": 2, "c": 3}"#.utf8)
        for count in [2, 3, 4] {
            do throws(ConfigurationErrors) {
                _ = try ConfigurationReader(limits: ConfigurationLimits(errorCount: count)).read(wrong)
                Issue.record("no error")
            } catch {
                #expect(error.errors.count == min(count, 3))
            }
        }
    }
}
