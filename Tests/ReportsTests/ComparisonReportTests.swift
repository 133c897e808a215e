import CassetteFormat
import Reports
import SDKContracts
import TestTape
import Testing
import Verification

@Suite struct ComparisonReportTests {
    private func profile(_ tape: TapeBuilder) -> RunProfile {
        let judgement = tape.judged()
        let contract = MetrikeContract(configuration: ContractConfiguration(), hosts: judgement.hosts)
        var profile = RunProfile(judgement)
        for item in tape.items {
            guard case .exchange(let exchange) = item, let sighting = contract.request(of: exchange) else { continue }
            profile.see(sighting)
        }
        return profile
    }

    private func report(
        _ off: TapeBuilder, _ on: TapeBuilder, _ language: Language = .english, reveals: Bool = false
    ) -> ComparisonReport {
        let (first, second) = (profile(off), profile(on))
        return ComparisonReport(
            RunComparison(first, second), ComparisonReport.Run(path: "tapes/off.fita", first.judgement),
            ComparisonReport.Run(path: "on.fita", second.judgement), language: language, reveals: reveals)
    }

    private var off: TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.session = TapeBuilder.otherSession
        tape.serve(with: "&theme=dark")
        tape.beacon()
        return tape
    }

    private var on: TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("tracking", "on")
        tape.serve(with: "&theme=light")
        tape.beacon()
        tape.get("https://px.example/i?uid=\(TapeBuilder.visitor)")
        return tape
    }

    @Test(arguments: Language.allCases)
    func `a run with tracking off beside one with it on`(language: Language) throws {
        let report = report(off, on, language)
        try expectGolden(report.text, "diff.\(language.rawValue).txt")
        try expectGolden(String(decoding: report.json, as: UTF8.self), "diff.\(language.rawValue).json")
        #expect(report.hasForbidden)
    }

    @Test func `the visitor ID of the tracked run is kept away in the other`() {
        let text = report(off, on).text
        #expect(text.contains("field visitor_id: only in on.fita (#1)\n    → kept away as MK-061 (off.fita) demands"))
        #expect(text.contains("px.example (third party)\n  asked: only in on.fita (#3)\n    → forbidden by MK-047"))
    }

    @Test func `a visitor ID that is sent though tracking is off is forbidden`() {
        var leaking = off
        leaking.visitor = TapeBuilder.visitor
        leaking.serve()
        let text = report(leaking, off).text
        #expect(text.contains("field visitor_id: only in off.fita"))
        #expect(text.contains("→ forbidden by MK-06"))
    }

    @Test func `exchanges of a run of several tapes are told by tape and number`() throws {
        var join = TapeJoin()
        var items: [TapeItem] = []
        for (name, tape) in [("a/on-1.fita", on), ("on-2.fita", on)] {
            join.begin(name, nil) { items.append($0) }
            for item in tape.items { join.see(item) { items.append($0) } }
        }
        join.finish { items.append($0) }
        let judgement = Verifier.judge { _, take in for item in items { take(item) } }
        let contract = MetrikeContract(configuration: ContractConfiguration(), hosts: judgement.hosts)
        var joined = RunProfile(judgement)
        for item in items {
            guard case .exchange(let exchange) = item, let sighting = contract.request(of: exchange) else { continue }
            joined.see(sighting)
        }
        var short = off
        short.get("https://last.example/")
        let report = ComparisonReport(
            RunComparison(profile(short), joined),
            ComparisonReport.Run(path: "off.fita", profile(short).judgement),
            ComparisonReport.Run(join.tapes, judgement))
        #expect(report.text.hasPrefix("Two runs compared: off.fita · on-1.fita + on-2.fita\n"))
        #expect(report.text.contains("field visitor_id: only in on-1.fita + on-2.fita (A#1)"))
        #expect(report.text.contains("last.example (third party)\n  asked: only in off.fita (#3)"))
        let json = String(decoding: report.json, as: UTF8.self)
        #expect(json.contains("\"second_tape\": \"on-1.fita\"") && !json.contains("first_tape"))
    }

    @Test func `equal runs do not differ`() {
        let report = report(on, on)
        #expect(!report.text.contains("only in"))
        #expect(report.answer == "The runs do not differ.")
        #expect(!report.hasForbidden)
    }

    @Test func `what is another value in each request is not compared`() {
        func tape(_ values: [String]) -> TapeBuilder {
            var tape = TapeBuilder()
            for value in values { tape.get("https://cdn.example/x?cb=\(value)") }
            return tape
        }
        #expect(report(tape(["1", "2", "3"]), tape(["4", "5", "6"])).answer == "The runs do not differ.")
        #expect(report(tape(["1", "1"]), tape(["2", "2"])).text.contains("field cb (query): other values"))
        let many = (0...RunProfile.valueLimit).flatMap { ["\($0)", "\($0)"] }
        #expect(report(tape(many), tape(["x", "x"])).answer == "The runs do not differ.")
        #expect(report(tape(Array(many.dropLast(2))), tape(["x", "x"])).text.contains("other values"))
    }

    @Test func `personal values are tokens unless revealed`() {
        var other = on
        other.visitor = TapeBuilder.otherVisitor
        other.serve(with: "&theme=light")
        for reveals in [false, true] {
            let report = report(other, on, reveals: reveals)
            let json = String(decoding: report.json, as: UTF8.self)
            #expect(report.text.contains(TapeBuilder.otherVisitor) == reveals)
            #expect(json.contains(TapeBuilder.otherVisitor) == reveals)
        }
    }

    @Test func `peers and fields beyond the limits are counted`() {
        func tape(_ hosts: Int) -> TapeBuilder {
            var tape = TapeBuilder()
            for host in 0..<hosts { tape.get("https://h\(host).example/") }
            return tape
        }
        #expect(profile(tape(RunProfile.peerLimit)).droppedCount == 0)
        #expect(profile(tape(RunProfile.peerLimit + 1)).droppedCount == 1)
        func fields(_ count: Int) -> TapeBuilder {
            var tape = TapeBuilder()
            tape.get("https://px.example/?" + (0..<count).map { "f\($0)=1" }.joined(separator: "&"))
            return tape
        }
        #expect(profile(fields(RunProfile.fieldLimit)).droppedCount == 0)
        #expect(profile(fields(RunProfile.fieldLimit + 1)).droppedCount == 1)
    }

    @Test func `hosts beyond the matrix's limit are counted`() {
        var tape = TapeBuilder()
        for host in 0..<DisclosureSurvey.hostLimit { tape.get("https://h\(host).example/?x=1") }
        #expect(AuditForms.report(tape).matrix.droppedHosts == 0)
        tape.get("https://last.example/?x=1")
        #expect(AuditForms.report(tape).matrix.droppedHosts == 1)
    }
}
