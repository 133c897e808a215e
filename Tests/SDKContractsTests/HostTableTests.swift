import HTTPModel
import SDKContracts
import Testing

/// Hosts that readers disagree on, by the first-party question: is it the base host, and what is to be said?
@Suite struct HostTableTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let number: Int
        let urls: [String]
        let isFirstParty: Bool
        let remarks: Set<HostVerdict.Remark>
        let relation: HostRelation?
        let base: String

        init(
            _ number: Int, _ urls: String..., yes isFirstParty: Bool, _ remarks: Set<HostVerdict.Remark> = [],
            _ relation: HostRelation? = nil, base: String = "https://api.metrike.com.br"
        ) {
            self.number = number
            self.urls = urls
            self.isFirstParty = isFirstParty
            self.remarks = remarks
            self.relation = relation
            self.base = base
        }

        var testDescription: String { "row \(number)" }
    }

    private static let api = "https://api.metrike.com.br"

    static let rows: [Row] = [
        Row(1, "\(api)/t", yes: true, [], .exact),
        Row(2, "https://API.Metrike.COM.BR/t", yes: true),
        Row(3, "HTTPS://api.metrike.com.br/t", yes: true),
        Row(4, "\(api)./t", yes: true, [.name(.trailingDot)]),
        Row(6, "\(api):443/t", "\(api):/t", "\(api):0443/t", yes: true),
        Row(7, "\(api):8443/t", yes: true, [.portDiffers]),
        Row(9, "http://api.metrike.com.br/t", yes: true, [.cleartext]),
        Row(10, "wss://api.metrike.com.br/t", yes: true),
        Row(11, "//api.metrike.com.br/t", yes: true),
        Row(12, "/t?x=1", yes: true),
        Row(19, "\(api)@evil.com/t", yes: false, [.userInfo], .foreign),
        Row(20, "\(api):443@evil.com/t", yes: false, [.userInfo]),
        Row(21, "\(api);@evil.com/t", yes: false, [.userInfo]),
        Row(22, "https://user:pw@api.metrike.com.br/t", yes: true, [.userInfo]),
        Row(23, "https://evil.com@api.metrike.com.br/t", yes: true, [.userInfo]),
        Row(24, "https://evil.com/@api.metrike.com.br/t", yes: false),
        Row(25, "https://evil.com#@api.metrike.com.br/t", "https://evil.com?@api.metrike.com.br/t", yes: false),
        Row(26, "\(api)#@evil.com/t", "\(api)?@evil.com/t", yes: true),
        Row(28, "\(api)%2eevil.com/t", yes: false, [.name(.encoded)], .lookalike),
        Row(
            31, "https://api%2Emetrike.com.br/t", "https://%61pi.metrike.com.br/t", yes: true, [.name(.encoded)]),
        Row(32, "\(api).evil.com/t", yes: false, [], .lookalike),
        Row(33, "\(api)-evil.com/t", yes: false, [], .lookalike),
        Row(
            34, "https://evilapi.metrike.com.br/t", "https://xapi.metrike.com.br/", "https://evil-api.metrike.com.br",
            yes: false, [], .sibling),
        Row(35, "https://x.api.metrike.com.br/t", yes: false, [], .subdomain),
        Row(36, "https://metrike.com.br/t", yes: false, [], .parent),
        Row(37, "https://cdx.metrike.com.br/t", yes: false, [], .sibling),
        Row(38, "https://apimetrike.com.br/t", yes: false, [], .lookalike),
        Row(39, "https://api.m3trike.com.br/t", yes: false, [], .lookalike),
        Row(
            40, "https://api.rnetrike.com.br/t", "https://api.metrlke.com.br/t", yes: false, [], .lookalike),
        Row(41, "https://api.metrike.com/t", "\(api).br/t", yes: false, [], .lookalike),
        Row(
            42, "https://api.m\u{435}trike.com.br/t", yes: false, [.confusable, .name(.international)], .lookalike),
        Row(43, "https://api.xn--mtrike-3of.com.br/t", yes: false, [.confusable], .lookalike),
        Row(44, "https://xn--api-metrike.com.br/t", yes: false),
        Row(45, "https://api\u{3002}metrike\u{3002}com\u{3002}br/t", yes: true, [.name(.mapped)]),
        Row(46, "https://\u{FF41}\u{FF50}\u{FF49}.metrike.com.br/t", yes: true, [.name(.mapped)]),
        Row(
            47, "https://api.met\u{AD}rike.com.br/t", "https://api.met\u{200B}rike.com.br/t", yes: true,
            [.name(.mapped), .name(.invisible)]),
        Row(
            48, "https://ap\u{131}.metrike.com.br/t", yes: false, [.name(.international)], .sibling),
        Row(
            49, "https://api.metr\u{130}ke.com.br/t", yes: false,
            [.name(.international), .name(.mapped), .confusable], .lookalike),
        Row(50, "https://api.metri\u{212A}e.com.br/t", yes: true, [.name(.mapped)]),
        Row(55, "https://203.0.113.7/t", yes: false, [], .foreign),
        Row(
            56, "https://3405803783/", "https://0xcb.0x0.0x71.0x7/", "https://0313.0.0161.7/", "https://203.0.28935/",
            yes: false, [], .foreign),
        Row(57, "https://[2001:0DB8:0:0:0:0:0:7]/", yes: true, [], .exact, base: "https://[2001:db8::7]"),
        Row(58, "https://[::ffff:203.0.113.7]/", yes: false, [], .foreign, base: "https://203.0.113.7"),
        Row(60, "https://api_.metrike.com.br/", "https://-api.metrike.com.br/", yes: false, [], .sibling),
        Row(61, "ftp://api.metrike.com.br/", yes: false, [.notHTTP("ftp")], .exact),
        Row(62, "javascript://api.metrike.com.br/%0aalert(1)", yes: false, [.notHTTP("javascript")], .exact),
        Row(62, "data:text/html,api.metrike.com.br", yes: false, [.notHTTP("data")]),
        Row(62, "blob:\(api)/7", yes: false, [.notHTTP("blob")]),
        Row(63, "meuapp://api.metrike.com.br/?mk_cid=1", yes: false, [.notHTTP("meuapp")], .exact),
        Row(63, "intent://api.metrike.com.br/#Intent;end", yes: false, [.notHTTP("intent")]),
    ]

    @Test(arguments: rows)
    func `a URL's host is the base host or not, and what is odd is told`(_ row: Row) throws {
        let hosts = try #require(FirstPartyHosts(baseURL: row.base, source: .configuration))
        for url in row.urls {
            let verdict = hosts.verdict(on: url.utf8)
            #expect(verdict.isFirstParty == row.isFirstParty, "\(url)")
            if let relation = row.relation { #expect(verdict.relation == relation, "\(url)") }
            if row.isFirstParty || !row.remarks.isEmpty { #expect(verdict.remarks == row.remarks, "\(url)") }
            #expect(!verdict.remarks.contains { if case .ambiguous = $0 { true } else { false } }, "\(url)")
        }
    }

    /// Where two readers differ, or one reads no host, the URL is a third party's.
    static let ambiguous: [(number: Int, url: String)] = [
        (5, "\(api)../t"), (8, "\(api):65536/t"), (8, "\(api):99999999443/t"), (13, "https:/api.metrike.com.br/t"),
        (14, "https:api.metrike.com.br/t"), (15, "https:///api.metrike.com.br/t"),
        (16, "https:\\\\api.metrike.com.br\\t"), (17, "\(api)\\@evil.com/t"),
        (18, "https://evil.com\\@api.metrike.com.br/t"), (27, "\(api)%40evil.com/t"), (29, "\(api)%00.evil.com/t"),
        (30, "\(api)%2F.evil.com/t"), (51, " \(api)/t"), (52, "\(api) /t"), (53, "https://api.met\trike.com.br/t"),
        (54, "\(api)\n.evil.com/t"), (59, "https://[fe80::1%25en0]/"),
    ]

    @Test(arguments: ambiguous)
    func `a URL that two readers take differently fails closed`(_ number: Int, _ url: String) throws {
        let hosts = try #require(FirstPartyHosts(baseURL: Self.api, source: .configuration))
        let verdict = hosts.verdict(on: url.utf8)
        #expect(!verdict.isFirstParty, "row \(number)")
        #expect(verdict.remarks.contains { if case .ambiguous = $0 { true } else { false } }, "row \(number)")
    }

    private func wire(
        _ host: String = "api.metrike.com.br", fields: [String] = ["api.metrike.com.br"], name: String? = nil,
        aliases: [String] = [], address: String? = nil, otherName: Bool = false
    ) throws -> HostVerdict {
        let hosts = try #require(FirstPartyHosts(baseURL: Self.api, source: .configuration))
        return hosts.verdict(
            on: WireHosts(
                origin: ServerOrigin(scheme: .https, host: host, port: 443),
                hostFields: fields.map { Array($0.utf8)[...] }, serverName: name, aliases: aliases, address: address,
                hasCertificateOfOtherName: otherName))
    }

    private func disagrees(_ verdict: HostVerdict) -> Bool {
        !verdict.isFirstParty && verdict.remarks.contains { if case .wireMismatch = $0 { true } else { false } }
    }

    @Test func `rows 64 to 66: what the wire says of the host must agree`() throws {
        #expect(try wire(name: "api.metrike.com.br").remarks == [])
        #expect(try wire(name: "API.metrike.com.br.").isFirstParty)
        #expect(try disagrees(wire(name: "evil.com")))
        #expect(try disagrees(wire(fields: ["evil.com"])))
        #expect(try disagrees(wire(fields: ["api.metrike.com.br", "api.metrike.com.br"])))
        #expect(try disagrees(wire(fields: ["evil.com@api.metrike.com.br"])))
        for same in ["api.metrike.com.br:443", "API.METRIKE.COM.BR", "api.metrike.com.br."] {
            #expect(try wire(fields: [same]).isFirstParty)
        }
        #expect(try wire(fields: []).isFirstParty)
        #expect(try !wire("evil.com", fields: ["evil.com"]).isFirstParty)
    }

    @Test func `rows 67 to 70: names behind the name are told, and a foreign certificate decides`() throws {
        let cloaked = try wire(aliases: ["x.tracker.example"])
        #expect(cloaked.isFirstParty && cloaked.remarks == [.aliasElsewhere(["x.tracker.example"])])
        let own = try wire(aliases: ["edge.metrike.com.br"])
        #expect(own.isFirstParty && own.remarks == [])
        let rebound = try wire(address: "192.168.0.7")
        #expect(rebound.isFirstParty && rebound.remarks == [.privateAddress("192.168.0.7")])
        #expect(try wire(address: "203.0.113.7").remarks == [])
        let foreign = try wire(otherName: true)
        #expect(!foreign.isFirstParty && foreign.remarks == [.certificateOfOtherName])
    }

    @Test func `all seventy rows are here`() {
        let numbers = Set(Self.rows.map(\.number) + Self.ambiguous.map(\.number) + Array(64...70))
        #expect(numbers == Set(1...70))
    }

    @Test func `letters become the labels that registries write`() throws {
        #expect(try HostName("api.m\u{435}trike.com.br".utf8).text == "api.xn--mtrike-3of.com.br")
        #expect(try HostName("ap\u{131}".utf8).text == "xn--ap-ipa")
        #expect(try HostName("metr\u{130}ke".utf8).text == "xn--metrike-bie")
        #expect(try HostName("bücher.example".utf8).text == "xn--bcher-kva.example")
        #expect(try HostName("日本語.jp".utf8).text == "xn--wgv71a119e.jp")
    }

    @Test(arguments: ["a\u{FB01}b.com", "\u{2460}.com", "a\u{2F}b", "\u{1D41A}.com", "a b", "", ".", "a..b"])
    func `what would need more of Unicode, or is no name, is refused`(_ text: String) {
        #expect(throws: HostFault.self) { try HostName(text.utf8) }
    }

    @Test func `addresses have one form`() throws {
        for (text, form) in [
            ("3405803783", "203.0.113.7"), ("0313.0.0161.7", "203.0.113.7"), ("203.0.28935", "203.0.113.7"),
            ("127.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"),
        ] {
            #expect(try HostName(text.utf8).text == form)
        }
        for text in ["256.1.1.1", "1.2.3.4.5", "4294967296", "1.2.3.08"] {
            #expect(throws: HostFault.self) { try HostName(text.utf8) }
        }
        for (text, form) in [
            ("2001:0DB8:0:0:0:0:0:7", "2001:db8::7"), ("::", "::"), ("::1", "::1"), ("1::", "1::"),
            ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("::ffff:203.0.113.7", "::ffff:cb00:7107"),
            ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"),
        ] {
            #expect(try HostName(text.utf8, isBracketed: true).text == form)
        }
        for text in [":::", "1::2::3", "1:2", "fe80::1%25en0", "1:2:3:4:5:6:7:8:9", "::1.2.3", ":1"] {
            #expect(throws: HostFault.self) { try HostName(text.utf8, isBracketed: true) }
        }
    }
}
