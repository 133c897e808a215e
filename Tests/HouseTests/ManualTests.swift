import Testing

/// The README against the table of verbs.
struct ManualTests {
    /// The names of the verbs on the top level: the declarations of the table, but for those nested in another.
    private func verbs(_ table: String) -> [String] {
        table.split(separator: "private static let ").dropFirst().compactMap { declaration in
            guard let call = declaration.firstRange(of: " = Verb("),
                declaration[..<call.lowerBound].allSatisfy(\.isLetter)
            else { return nil }
            let strings = declaration[call.upperBound...]
                .split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
            return strings.count > 1 ? String(strings[1]) : nil
        }
    }

    /// The words after `fita` where the manual shows a call.
    private func calls(_ manual: String) -> Set<String> {
        var calls: Set<String> = []
        var rest = manual[...]
        while let range = rest.firstRange(of: "fita ") {
            let before = rest[..<range.lowerBound].last
            rest = rest[range.upperBound...]
            guard before == "`" || before == "\n" || before == "(" else { continue }
            calls.insert(String(rest.prefix { $0.isLetter || $0 == "-" }))
        }
        return calls
    }

    @Test func `the manual shows every verb, and no other`() throws {
        let house = try House.own.get()
        let table = try #require(house.code.first { $0.path == "Sources/fita/VerbTable.swift" })
        let manual = try #require(house.texts.first { $0.path == "README.md" })
        #expect(verbs(table.text).count > 10)
        #expect(calls(manual.text).subtracting(["help"]) == Set(verbs(table.text)))
    }

    @Test func `a verb is read from its declaration, a call from its example`() {
        let table = """
            private static let tape = Positional(.file("FILE"))
            private static let ca = Verb(
                "ca", "the authority", subverbs: [Verb("path", "its path")])
            """
        #expect(verbs(table) == ["ca"])
        #expect(calls("`fita ca path`\nfita record -o x\nto run fita yourself") == ["ca", "record"])
    }
}
