import HTTPModel
import SDKContracts
import Testing

@Suite struct FirstPartyHostsTests {
    private func named(_ base: String = "https://ads.metrike.example/v1/", matchesPort: Bool = false)
        -> FirstPartyHosts?
    {
        FirstPartyHosts(baseURL: base, source: .configuration, matchesPort: matchesPort)
    }

    private func origin(_ host: String, port: UInt16 = 443) -> ServerOrigin {
        ServerOrigin(scheme: .https, host: host, port: port)
    }

    @Test(arguments: ["ads.metrike.example", "ADS.Metrike.example", "ads.metrike.example."])
    func `the base host is first party whatever its case and trailing dot`(host: String) throws {
        #expect(try #require(named()).contains(origin(host)))
    }

    @Test(arguments: [
        "evil-ads.metrike.example", "x.ads.metrike.example", "ads.metrike.example.evil", "metrike.example",
        "cdn.metrike.example",
    ])
    func `a name that resembles the base host is a third party`(host: String) throws {
        let hosts = try #require(named())
        #expect(!hosts.contains(origin(host)))
        #expect(hosts.resembles(origin(host)))
    }

    @Test(arguments: ["px.example", "other.test", "ads.example"])
    func `another name does not resemble the base host`(host: String) throws {
        let hosts = try #require(named())
        #expect(!hosts.resembles(origin(host)))
    }

    @Test func `a registry's own suffix is nobody's parent`() throws {
        let hosts = try #require(named("https://metrike.com.br"))
        #expect(!hosts.resembles(origin("loja.com.br")))
    }

    @Test func `another port is the same host unless configured`() throws {
        #expect(try #require(named()).contains(origin("ads.metrike.example", port: 8443)))
        let strict = try #require(named(matchesPort: true))
        #expect(!strict.contains(origin("ads.metrike.example", port: 8443)))
    }

    @Test func `the base URL's path stands before each endpoint`() throws {
        #expect(try #require(named()).pathPrefix == Array("/v1".utf8))
    }

    @Test(arguments: ["ads.example", "ftp://ads.example", "https://", ""])
    func `what is no web URL is no base URL`(text: String) {
        #expect(named(text) == nil)
    }
}
