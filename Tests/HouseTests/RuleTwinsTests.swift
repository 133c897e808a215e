import Testing

struct RuleTwinsTests {
    private func own() throws -> RuleTwins {
        let house = try House.own.get()
        let folders = house.names(in: "Cassettes/rules").filter { !$0.contains(".") }
        let cassettes = Dictionary(uniqueKeysWithValues: folders.map { ($0, house.names(in: "Cassettes/rules/\($0)")) })
        return RuleTwins(
            sources: house.sources, paths: Set(house.code.map(\.path)),
            cassettes: house.exists("Cassettes/rules") ? cassettes : nil)
    }

    private let rule = SourceFile(
        path: RuleTwins.folder + "Click/ClickIDLost.swift",
        text: """
            package struct ClickIDLost: Rule {
                static let description = RuleDescription(code: "MK-173", slug: "click-id-lost")
                func see() { log.findings.append(Finding()) }
            }
            """)

    /// A rule that has remarks alone.
    private let remark = SourceFile(
        path: RuleTwins.folder + "Click/ClickNoted.swift",
        text: """
            package struct ClickNoted: Rule {
                static let description = RuleDescription(code: "MK-199", slug: "click-noted")
                var findings: [Finding] { [] }
            }
            """)

    private func planted(register: String, paths: Set<String> = [], cassettes: [String: [String]]? = nil) -> RuleTwins {
        RuleTwins(
            sources: [rule, SourceFile(path: RuleTwins.register, text: register)], paths: paths, cassettes: cassettes)
    }

    @Test func `the rules are found`() throws {
        #expect(try own().rules.count > 40)
        #expect(planted(register: "").rules.map(\.slug) == ["click-id-lost"])
    }

    @Test func `each rule has its test`() throws {
        expectNone(try own().withoutTest)
        #expect(planted(register: "").withoutTest.count == 1)
        let test = "Tests/VerificationTests/Rules/Click/ClickIDLostTests.swift"
        #expect(planted(register: "", paths: [test]).withoutTest == [])
    }

    @Test func `each rule is in the register under its code`() throws {
        expectNone(try own().unregistered)
        #expect(planted(register: "        ClickIDLost.self,  // MK-173\n").unregistered == [])
        #expect(planted(register: "        ClickIDLost.self,  // MK-174\n").unregistered.count == 1)
        #expect(planted(register: "").unregistered.count == 1)
    }

    @Test func `no two rules share a code or a slug`() throws {
        expectNone(try own().shareACode)
        let twice = RuleTwins(sources: [rule, rule], paths: [], cassettes: nil)
        #expect(twice.shareACode == ["MK-173", "click-id-lost"])
    }

    @Test func `each rule has cassettes on which it holds and breaks`() throws {
        expectNone(try own().withoutCassettes)
        #expect(planted(register: "", cassettes: [:]).withoutCassettes.count == 2)
        #expect(planted(register: "", cassettes: ["click-id-lost": ["holds.fita"]]).withoutCassettes.count == 1)
        let whole = ["click-id-lost": ["breaks-at-redirect.fita", "holds.fita"]]
        #expect(planted(register: "", cassettes: whole).withoutCassettes == [])
        #expect(planted(register: "", cassettes: whole.merging(["lost": []]) { a, _ in a }).withoutCassettes.count == 1)
        let noted = RuleTwins(sources: [remark], paths: [], cassettes: ["click-noted": ["holds.fita"]])
        #expect(noted.withoutCassettes == [])
        #expect(RuleTwins(sources: [remark], paths: [], cassettes: [:]).withoutCassettes.count == 1)
    }
}
