import CassetteFormat
import DifferentialReplay
import Reports
import SDKContracts
import TestTape
import Testing
import Verification

@Suite struct CovariationReportTests {
    private static let mixed = ["0c1d2e3f4a5b6978", "f1e2d3c4b5a69788"]

    private func run(_ number: Int, leaks: Bool, changes: Bool) throws -> ReplayedRun {
        let isB = number % 2 == 0
        var tape = TapeBuilder()
        if isB, changes { tape.visitor = TapeBuilder.otherVisitor }
        tape.serve()
        let mixed = Self.mixed[isB ? 1 : 0]
        tape.get("https://px.example/i?cb=\(number)\(leaks ? "&k=\(mixed)" : "")")
        if leaks {
            tape.get("https://\(mixed)\(mixed).px.example/\(mixed)\(mixed)")
            tape.get("https://px.example/short/\(isB ? "77aa01b3" : "0f3d9a17")/x")
            tape.get("https://px.example/u/\(isB ? TapeBuilder.otherVisitor : TapeBuilder.visitor)")
        }
        for _ in 0..<(isB ? 1 : 2) { tape.get("https://again.example/x") }
        let hosts = try #require(tape.judged().hosts)
        var run = ReplayedRun(MetrikeContract(configuration: ContractConfiguration(), hosts: hosts))
        for case .exchange(let exchange) in tape.items { run.see(exchange) }
        return run
    }

    private func report(
        leaks: Bool = true, changes: Bool = true, _ language: Language = .english, reveals: Bool = false
    ) throws -> CovariationReport {
        let runs = try (1...4).map { try run($0, leaks: leaks, changes: changes) }
        return CovariationReport(
            Covariation(a: (runs[0], runs[2]), b: (runs[1], runs[3])),
            runs: (1...4).map { number in
                CovariationReport.Run(
                    number: number, identity: number % 2 == 0 ? .b : .a, tape: number == 1 ? "kept/one.fita" : nil,
                    played: 5, alike: 2, missed: number, unplayed: 0)
            }, language: language, reveals: reveals)
    }

    @Test(arguments: Language.allCases)
    func `what follows, what varies and what was not compared`(language: Language) throws {
        let report = try report(language)
        try expectGolden(report.text, "covary.\(language.rawValue).txt")
        try expectGolden(String(decoding: report.json, as: UTF8.self), "covary.\(language.rawValue).json")
    }

    @Test func `values are told by their size unless revealed, wherever they stand`() throws {
        for reveals in [false, true] {
            let report = try report(reveals: reveals)
            for text in [report.text, String(decoding: report.json, as: UTF8.self)] {
                #expect(text.contains(Self.mixed[0]) == reveals)
                #expect(text.contains(TapeBuilder.visitor) == reveals)
                #expect(text.contains("0f3d9a17") == reveals)
            }
        }
    }

    @Test func `without findings the answer says what it stands on`() throws {
        let clean = try report(leaks: false)
        #expect(clean.answer == .nothingFollows)
        #expect(clean.text.contains("Answer: nothing that was compared follows the identity"))
        #expect(clean.text.contains("varies on its own within an identity, cannot be judged: 1 place\n"))
        #expect(clean.text.contains("GET again.example/x: asked 2 times under A, 1 under B"))
        #expect(clean.text.contains("Not seen this way: what is bound to a time"))
        let unseen = try report(leaks: false, changes: false)
        #expect(unseen.answer == .identityUnseen)
        #expect(unseen.text.contains("Answer: no verdict"))
        #expect(String(decoding: unseen.json, as: UTF8.self).contains(#""verdict": "identity-unseen""#))
    }
}
