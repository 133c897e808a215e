/// What must stand beside each rule: its place in the register, its test, its cassettes.
struct RuleTwins {
    struct RuleFile: Hashable {
        let family: String
        let name: String
        let code: String
        let slug: String
        /// It says that it finds nothing, whatever it sees: its verdict has remarks alone.
        let onlyRemarks: Bool
    }

    static let folder = "Sources/Meaning/Verification/Rules/"
    static let register = folder + "AllRules.swift"

    let rules: [RuleFile]
    let registerText: String
    /// Paths of all code.
    let paths: Set<String>
    /// The names in `Cassettes/rules/<slug>`, by slug; nil while that folder does not exist.
    let cassettes: [String: [String]]?

    init(sources: [SourceFile], paths: Set<String>, cassettes: [String: [String]]?) {
        rules = sources.compactMap(Self.rule)
        registerText = sources.first { $0.path == Self.register }?.text ?? ""
        self.paths = paths
        self.cassettes = cassettes
    }

    /// A file of a family folder that declares a rule; families also keep what their rules share.
    private static func rule(_ file: SourceFile) -> RuleFile? {
        let parts = file.path.dropFirst(folder.count).split(separator: "/")
        guard file.path.hasPrefix(folder), parts.count == 2, file.text.contains(": Rule {") else { return nil }
        return RuleFile(
            family: String(parts[0]), name: String(parts[1].dropLast(".swift".count)),
            code: quoted(after: "code: ", in: file.text), slug: quoted(after: "slug: ", in: file.text),
            onlyRemarks: file.text.contains("var findings: [Finding] { [] }") && !file.text.contains("Finding("))
    }

    private static func quoted(after label: String, in text: String) -> String {
        guard let start = text.firstRange(of: label + "\"")?.upperBound else { return "" }
        return String(text[start...].prefix { $0 != "\"" })
    }

    var withoutTest: [String] {
        rules.map { "Tests/VerificationTests/Rules/\($0.family)/\($0.name)Tests.swift" }.filter { !paths.contains($0) }
    }

    /// Rules missing from the register, and rules that stand there under another code.
    var unregistered: [String] {
        rules.filter { !registerText.contains("        \($0.name).self,  // \($0.code)\n") }
            .map { "\($0.name) is not in the register as \($0.code)" }
    }

    var shareACode: [String] { repeated(rules.map(\.code)) + repeated(rules.map(\.slug)) }

    /// Rules without a cassette on which they hold and one on which they break, if they can, and folders that belong to
    /// no rule.
    var withoutCassettes: [String] {
        guard let cassettes else { return [] }
        let missing = rules.flatMap { rule in
            (rule.onlyRemarks ? ["holds"] : ["holds", "breaks"]).filter { kind in
                !(cassettes[rule.slug] ?? []).contains { $0.hasPrefix(kind) && $0.hasSuffix(".fita") }
            }.map { "Cassettes/rules/\(rule.slug)/\($0)*.fita is missing" }
        }
        let slugs = Set(rules.map(\.slug))
        let strangers = cassettes.keys.filter { !slugs.contains($0) }.sorted()
        return missing + strangers.map { "Cassettes/rules/\($0) has no rule" }
    }

    private func repeated(_ values: [String]) -> [String] {
        Dictionary(grouping: values, by: \.self).filter { $0.value.count > 1 || $0.key.isEmpty }.keys.sorted()
    }
}
