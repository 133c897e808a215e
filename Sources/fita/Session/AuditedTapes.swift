import CassetteFormat
import ConsentStrings
import Cryptography
import Platform
import Reports
import SDKContracts
import Verification

/// Tapes, what the verifier says of them, and all that a report shows besides.
struct AuditedTapes {
    let report: AuditReport

    /// - Parameter marks: what the operator says of the tapes; with a label, of that one.
    init(
        _ paths: [String], _ reading: ConfigurationReader.Reading, marks: [TapeMark] = [], reveals: Bool = false
    ) throws(VerbFailure) {
        let configuration = reading.configuration
        // The list that a file of the configuration holds is part of what was judged by.
        let list = Array((configuration.vendorList?.text ?? "").utf8)
        let digest = hex(
            SHA256.digest(ConfigurationText(configuration, setKeys: reading.setKeys).bytes + list))
        if paths.count > 1 {
            let joined = try JoinedTapes(paths, configuration, marks: marks)
            var survey = AuditSurvey(joined.judgement, configuration)
            var seals = joined.tapes.map { _ in TapeSeal() }
            try joined.read(own: { seals[$0].add($1) }, { survey.see($0) })
            report = AuditReport(
                survey, joined: joined.tapes,
                tapes: zip(joined.tapes, seals).map { AuditReport.Tape(path: $0.name, seal: $1) }, tool: Version.tool,
                configurationDigest: digest, reveals: reveals)
            return
        }
        guard let path = paths.first else { throw VerbFailure(.usage, "a tape is wanted") }
        if let tape = marks.lazy.compactMap(\.tape).first {
            throw VerbFailure(
                .usage, "--mark \(tape):...: tapes have letters where several are judged as one",
                action: "give --mark KEY=VALUE without \(tape):")
        }
        let tape = try JudgedTape(path, configuration, marks: marks)
        var survey = AuditSurvey(tape.judgement, configuration)
        var seal = TapeSeal()
        try tape.input.read { item in
            seal.add(item)
            survey.see(item)
        }
        report = AuditReport(
            survey, tapes: [AuditReport.Tape(path: path, seal: seal)], tool: Version.tool,
            configurationDigest: digest, reveals: reveals)
    }
}

/// The forms in which a report can be had.
enum ReportForm: String, CaseIterable {
    case text, json, sarif, junit, csv, html

    func bytes(_ report: AuditReport, _ language: Language) -> [UInt8] {
        switch self {
        case .text: Array(AuditText(report, language).text.utf8)
        case .json: AuditJSON(report, language).bytes
        case .sarif: SARIFReport(report, language).bytes
        case .junit: Array(JUnitReport(report, language).text.utf8)
        case .csv: Array(CSVReport(report, language).text.utf8)
        case .html: Array(HTMLReport(report, language).text.utf8)
        }
    }
}
