import CassetteFormat
import Reports
import SDKContracts
import TestTape
import Verification

/// A report of a tape in every form.
enum AuditForms {
    static func report(
        _ items: [TapeItem], _ judgement: Judgement, name: String = "run.fita", reveals: Bool = false
    ) -> AuditReport {
        var survey = AuditSurvey(judgement, ContractConfiguration())
        var seal = TapeSeal()
        for item in items {
            seal.add(item)
            survey.see(item)
        }
        return AuditReport(
            survey, tapes: [AuditReport.Tape(path: "/somewhere/\(name)", seal: seal)], tool: "fita/0",
            configurationDigest: "00", reveals: reveals)
    }

    static func report(_ tape: TapeBuilder) -> AuditReport { report(tape.items, tape.judged()) }

    static func reports(_ items: [TapeItem], _ judgement: Judgement) -> [AuditReport] {
        [false, true].map { report(items, judgement, reveals: $0) }
    }

    /// Several tapes that were judged as one.
    static func joined(_ tapes: [TapeBuilder]) -> AuditReport {
        let (joined, judgement) = TapeBuilder.joined(tapes)
        var survey = AuditSurvey(judgement, ContractConfiguration())
        var join = TapeJoin()
        var seals: [TapeSeal] = []
        for (place, tape) in tapes.enumerated() {
            var seal = TapeSeal()
            join.begin(joined[place].name, joined[place].header) { survey.see($0) }
            for item in tape.items {
                seal.add(item)
                join.see(item) { survey.see($0) }
            }
            seals.append(seal)
        }
        join.finish { survey.see($0) }
        return AuditReport(
            survey, joined: joined, tapes: zip(joined, seals).map { AuditReport.Tape(path: $0.name, seal: $1) },
            tool: "fita/0", configurationDigest: "00")
    }

    static func texts(_ report: AuditReport, _ language: Language = .portuguese) -> [(String, String)] {
        [
            ("txt", AuditText(report, language).text),
            ("json", String(decoding: AuditJSON(report, language).bytes, as: UTF8.self)),
            ("sarif", String(decoding: SARIFReport(report, language).bytes, as: UTF8.self)),
            ("xml", JUnitReport(report, language).text), ("csv", CSVReport(report, language).text),
            ("html", HTMLReport(report, language).text),
        ]
    }
}
