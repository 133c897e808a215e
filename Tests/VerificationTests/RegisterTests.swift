import Foundation
import Testing
import Verification

@Suite struct RegisterTests {
    private let rules = AllRules.register.map { $0.description }

    @Test func `codes and slugs are unique and in order`() {
        #expect(rules.map(\.code) == rules.map(\.code).sorted())
        #expect(Set(rules.map(\.code)).count == rules.count)
        #expect(Set(rules.map(\.slug)).count == rules.count)
    }

    @Test func `every related code is a rule`() {
        let codes = Set(rules.map(\.code))
        for rule in rules { #expect(Set(rule.related).isSubset(of: codes), "\(rule.code)") }
    }

    @Test func `every rule explains itself`() {
        for rule in rules {
            let explanation = rule.explanation
            let texts = [
                rule.question, explanation.what, explanation.why, explanation.evidenceNeeded, explanation.example,
                rule.clause.section,
            ]
            #expect(texts.allSatisfy { !$0.isEmpty }, "\(rule.code)")
            #expect(rule.question.hasSuffix("?"), "\(rule.code)")
        }
    }

    @Test func `every rule has a file of its own and a test of the same name`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        for rule in AllRules.register {
            let path = "Rules/\(rule.description.family.rawValue)/\(rule)"
            let source = root.appending(path: "Sources/Meaning/Verification/\(path).swift")
            let test = root.appending(path: "Tests/VerificationTests/\(path)Tests.swift")
            #expect(FileManager.default.fileExists(atPath: source.path), "\(path)")
            #expect(FileManager.default.fileExists(atPath: test.path), "\(path)")
        }
    }
}
