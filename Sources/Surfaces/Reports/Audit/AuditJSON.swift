import IdentityTrace
import CassetteFormat
import HTTPModel
import JSONText
import SDKContracts
import Verification

/// The audit report for machines; its form is ``AuditSchema``. Words that are keys stay English in every language.
package struct AuditJSON {
    private let report: AuditReport
    private let words: AuditWords

    package init(_ report: AuditReport, _ language: Language = .english) {
        self.report = report
        words = AuditWords(report, language)
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", AuditSchema.format)
            writer.field("tool", report.tool)
            writer.field("language", words.lexicon.language.rawValue)
            writer.field("configuration_sha256", report.configurationDigest)
            writer.field("answer", words.answer)
            writer.field("coverage", coverage(report.judgement.coverage))
            writer.field("tapes", each: Array(report.tapes.enumerated())) { tape(&$0, $1.offset, $1.element) }
            writer.field("findings", each: report.judgement.findings, finding)
            writer.field("matrix") { matrix(&$0) }
            writer.field("rules", each: report.judgement.rules, rule)
        }
        return writer.bytes + [0x0A]
    }

    private func tape(_ writer: inout JSONWriter, _ index: Int, _ tape: AuditReport.Tape) {
        writer.object { writer in
            let isJoined = report.joined.indices.contains(index)
            writer.field("label", isJoined ? report.joined[index].label : nil)
            writer.field("file", tape.name)
            writer.field("id", tape.seal.header?.id)
            writer.field("recorded_by", tape.seal.header?.tool)
            writer.field("exchanges", tape.seal.exchangeCount)
            writer.field("leaves", tape.seal.leafCount)
            writer.field("root_sha256", tape.root)
            let own = report.judgement.coverage.tapes
            writer.field("coverage", own.indices.contains(index) ? coverage(own[index]) : nil)
        }
    }

    private func coverage(_ coverage: Coverage) -> CoverageJSON {
        CoverageJSON(coverage: coverage, places: words.places, lexicon: words.lexicon)
    }

    private func finding(_ writer: inout JSONWriter, _ finding: Finding) {
        let place = words.labels.place(finding.exchange)
        let anchor = report.anchor(finding.exchange)
        writer.object { writer in
            writer.field("rule", finding.code)
            writer.field("slug", finding.slug)
            writer.field("severity", finding.severity.rawValue)
            writer.field("question", words.question(finding))
            writer.field("exchange", finding.exchange)
            writer.field("tape", place?.tape.label)
            writer.field("tape_exchange", place?.number ?? finding.exchange)
            writer.field("request", words.saw.mask.masked(finding.request))
            writer.field("places", each: finding.places) { $0.value(PlaceJSON($1, of: finding)) }
            writer.field("saw", words.seen(finding))
            writer.field("cause") { writer in
                writer.object { writer in
                    writer.field("kind", finding.cause.kind)
                    writer.field("text", words.sentence(finding.cause.text))
                }
            }
            writer.field("clause") { writer in
                writer.object { writer in
                    writer.field("section", finding.clause.section)
                    writer.field("words", finding.clause.words)
                    writer.field("derivation", finding.clause.derivation.map { words.lexicon.sentence($0) })
                }
            }
            writer.field("message", words.message(finding))
            writer.field("do", words.lexicon.sentence(finding.toDo))
            writer.field("leaf", anchor?.leaf)
            writer.field("leaf_sha256", anchor?.hash)
        }
    }

    private func matrix(_ writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("hosts", each: report.matrix.hosts) { writer, host in
                writer.object { writer in
                    writer.field("host", host.name)
                    writer.field("party", host.party.rawValue)
                    writer.field("requests", host.requests)
                }
            }
            writer.field("cells", each: report.matrix.cells) { writer, cell in
                writer.object { writer in
                    writer.field("host", cell.host)
                    writer.field("field", words.name(cell.kind))
                    writer.field("requests", cell.requests)
                    writer.field("values", cell.values)
                    writer.field("causes", cell.causes.map(\.word))
                    writer.field("severity", cell.severity?.rawValue)
                    writer.field("first_exchange", cell.first)
                }
            }
            writer.field("hosts_left_out", report.matrix.droppedHosts)
        }
    }

    private func rule(_ writer: inout JSONWriter, _ result: Judgement.RuleResult) {
        writer.object { writer in
            writer.field("rule", result.rule.code)
            writer.field("slug", result.rule.slug)
            writer.field("family", result.rule.family.rawValue)
            writer.field("severity", result.rule.severity.rawValue)
            writer.field("question", words.question(result.rule))
            writer.field("verdict", result.verdict.outcome.rawValue)
            writer.field("reason", words.sentence(result.verdict.reason))
            writer.field("findings", result.verdict.findings.count)
            writer.field("remarks", result.verdict.remarks.map { words.sentence($0) })
        }
    }
}
