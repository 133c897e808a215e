import AdTimeline
import SDKContracts
import Testing

@Suite struct URLTemplateTests {
    private func matching(_ template: String, _ target: String) -> URLTemplate.Match? {
        URLTemplate(Array("https://a.example\(template)".utf8))?.match(TargetParts(Array(target.utf8)))
    }

    @Test(arguments: [
        ("/p?a=1", "/p?a=1", URLTemplate.Agreement.exact, 0),
        ("", "/", .exact, 0),
        ("/p?a=1&r=[CACHEBUSTING]", "/p?a=1&r=123", .expanded, 0),
        ("/p/[TIMESTAMP]/x", "/p/2026/x", .expanded, 0),
        ("/p?r=%5BCACHEBUSTING%5D", "/p?r=9", .expanded, 0),
        ("/p?r=${GDPR}", "/p?r=1", .expanded, 0),
        ("/p?r=%%RND%%", "/p?r=1", .expanded, 0),
        ("/p?a=1", "/p?a=1&app_bundle=x", .extended, 1),
        ("/p", "/p?app_bundle=x&b=2", .extended, 2),
        ("/p?a=1&b=2", "/p?z=0&a=1&y=0&b=2", .extended, 2),
        ("/p?a=1&b=2", "/p?b=2&a=1", .altered, 0),
        ("/p?a=x%20y", "/p?a=x%2520y", .reduced, 1),
        ("/p?a=%7e", "/p?a=~", .altered, 0),
        ("/p?a=1&b=2", "/p?b=2", .reduced, 0),
    ])
    func `a request agrees with its template`(
        template: String, target: String, agreement: URLTemplate.Agreement, added: Int
    ) throws {
        let match = try #require(matching(template, target))
        #expect(match.agreement == agreement)
        #expect(match.added.count == added)
    }

    @Test func `another path does not agree`() {
        #expect(matching("/p", "/q") == nil)
        #expect(matching("/p/[X]/y", "/p/1/z") == nil)
    }

    @Test func `what stands in a macro's place is known`() throws {
        let expanded = try #require(matching("/p?i=[IFA]&c=1", "/p?i=abc&c=1")).expanded
        #expect(expanded.map { String(decoding: $0.macro, as: UTF8.self) } == ["[IFA]"])
        #expect(expanded.map(\.range) == [5..<8])
    }
}
