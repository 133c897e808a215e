import CassetteFormat
import HTTPModel
import HTTPWire
import SDKContracts
import Testing

@Suite struct SightingTests {
    private func sighting(
        _ start: String, fields: String = "", content: String = "", limits: ContractLimits = ContractLimits()
    ) throws -> Sighting {
        let head = Array("\(start) HTTP/1.1\r\nHost: ads.metrike.example\r\n\(fields)\r\n".utf8)
        let body = Array(content.utf8)
        let taped = TapedBody(
            framing: .none, payload: body, payloadSize: body.count, isExternal: false, digest: "", wireSize: body.count,
            arrivals: [])
        let exchange = Exchange(
            number: 1, connection: 1, ingress: .connect,
            origin: ServerOrigin(scheme: .https, host: "ads.metrike.example", port: 443), start: 0,
            request: TapedRequest(headBytes: head, head: try HeadParser().request(head), body: taped), end: .complete,
            endTime: 0)
        let hosts = FirstPartyHosts(baseURL: "https://ads.metrike.example", source: .configuration)
        let contract = MetrikeContract(configuration: ContractConfiguration(), hosts: hosts, limits: limits)
        return try #require(contract.sighting(of: exchange, state: DeclaredState()))
    }

    @Test(arguments: [
        ("GET /serve?zone_id=1", "serve"), ("GET /serve/", "serve"), ("GET /vast/abc", "vast"),
        ("GET /vmap/abc", "vmap"),
        ("GET /click?x=1", "click"), ("POST /conversion", "conversion"), ("GET /x?goal_public_id=g", "conversion"),
        ("POST /beacon", "beacon"), ("GET /server", "other"), ("GET //serve", "other"), ("GET /px?e=1", "other"),
    ])
    func `a path has its endpoint`(start: String, role: String) throws {
        #expect(try sighting(start).role.name == role)
    }

    @Test func `any JSON that is posted to the base host is a beacon`() throws {
        let seen = try sighting(
            "POST /m", fields: "Content-Type: application/json\r\n", content: #"{"event":"viewable"}"#)
        #expect(seen.role == .beacon(event: "viewable"))
    }

    @Test func `a query's value has its place in the target`() throws {
        let field = try #require(sighting("GET /serve?a=1&app_name=Caf%C3%A9+1").fields(.appName).first)
        #expect(field.value == Array("Café 1".utf8))
        #expect(field.place == EvidencePlace(part: .target, surface: .query, name: "app_name", range: 20..<31))
    }

    @Test func `a JSON value has its place in the content, without quotes, at any depth`() throws {
        let content = #"{"a":[{"visitor_id":"xyz","lat":-1.50,"mk_cid":null}]}"#
        let seen = try sighting("POST /m", fields: "Content-Type: application/json\r\n", content: content)
        let visitor = try #require(seen.fields(.visitorID).first)
        #expect(Array(content.utf8)[visitor.place.range].elementsEqual("xyz".utf8))
        #expect(visitor.place.name == "/a/0/visitor_id")
        #expect(seen.value(.latitude) == Array("-1.50".utf8))
        #expect(seen.fields(.clickID).first?.literal == .null)
    }

    @Test func `a form's and a cookie's values are fields`() throws {
        let seen = try sighting(
            "POST /m", fields: "Content-Type: application/x-www-form-urlencoded\r\nCookie: a=b; session_id=s1\r\n",
            content: "visitor_id=v%201")
        #expect(seen.fields(.visitorID).map(\.place.surface) == [.form])
        #expect(seen.value(.visitorID) == Array("v 1".utf8))
        let cookie = try #require(seen.fields(.sessionID).first)
        #expect(seen.head.bytes[cookie.place.range].elementsEqual("s1".utf8))
    }

    @Test func `content at the limit is read, one byte more is said not to be`() throws {
        let limits = ContractLimits(contentSize: 20)
        let fields = "Content-Type: application/json\r\n"
        let at = try sighting("POST /m", fields: fields, content: #"{"visitor_id":"abc"}"#, limits: limits)
        #expect(at.has(.visitorID) && at.requestContent.isRead)
        let over = try sighting("POST /m", fields: fields, content: #"{"visitor_id":"abcd"}"#, limits: limits)
        #expect(!over.has(.visitorID) && over.requestContent.reading == .overLimit)
    }

    @Test func `parameters beyond the limit are left out`() throws {
        let limits = ContractLimits(parameterCount: 2)
        #expect(try sighting("GET /serve?a=1&app_name=b", limits: limits).has(.appName))
        #expect(try !sighting("GET /serve?a=1&b=2&app_name=b", limits: limits).has(.appName))
    }
}

@Suite struct ClickIDReadingTests {
    @Test(arguments: [
        ("https://s/?mk_cid=a", [ClickIDReading.Spot.query]), ("https://s/?a=1&mk_cid=a&mk_cid=b", [.query, .query]),
        ("https://s/#mk_cid=a", [.fragment]), ("https://s/?a=1?mk_cid=b", [.swallowed(by: "a")]),
        ("https://s/?amp;mk_cid=a", [.escaped]), ("https://s/?Mk_Cid=a", [.renamed("Mk_Cid")]),
        ("https://s/?u=x%3Fmk_cid%3Da", [.nested(in: "u")]), ("shop://i?mk_cid=a", [.query]),
        ("https://s/?xmk_cid=a", []),
    ])
    func `where a URL carries the click ID`(url: String, spots: [ClickIDReading.Spot]) {
        #expect(ClickIDReading(Array(url.utf8), name: "mk_cid").occurrences.map(\.spot) == spots)
    }
}

@Suite struct DeclaredStateTests {
    private func state(_ marks: [(String, String)]) -> DeclaredState {
        var state = DeclaredState()
        for (index, mark) in marks.enumerated() {
            state.apply(Mark(time: 0, afterExchange: index, key: mark.0, value: mark.1))
        }
        return state
    }

    @Test func `nothing is declared without marks`() {
        #expect(state([]) == DeclaredState())
        #expect(state([("tracking", "maybe"), ("colour", "red")]) == DeclaredState())
    }

    @Test func `an opt-out is counted once until tracking is on again`() {
        let state = state([("tracking", "on"), ("tracking", "off"), ("tracking", "off"), ("tracking", "on")])
        #expect(state.optOutCount == 1)
        #expect(state.offSince == 1)
        #expect(state.tracking == true)
    }

    @Test func `a replaced consent string is remembered`() {
        let state = state([("IABTCF_TCString", "CA"), ("IABTCF_TCString", "CA"), ("IABTCF_TCString", "CB")])
        #expect(state.consentKeys["IABTCF_TCString"] == "CB")
        #expect(state.formerConsentStrings == ["CA"])
    }
}
