import IdentityTrace
import CassetteFormat
import Cryptography
import HTTPModel
import JSONText
import SDKContracts
import Verification

/// The audit report as SARIF 2.1.0 (OASIS): a result for each finding.
///
/// Byte ranges count in a part of an exchange, not in the tape's file, so a finding's place is a logical location.
/// Verdicts of rules without findings stand in the run's property bag: a result that is no breach would be shown as one
/// by readers that do not know `kind`.
package struct SARIFReport {
    private let report: AuditReport
    private let words: AuditWords

    package init(_ report: AuditReport, _ language: Language = .english) {
        self.report = report
        words = AuditWords(report, language)
    }

    private static let schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    package var bytes: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("$schema", Self.schema)
            writer.field("version", "2.1.0")
            writer.field("runs", each: [report]) { writer, _ in writer.object { run(&$0) } }
        }
        return writer.bytes + [0x0A]
    }

    private func run(_ writer: inout JSONWriter) {
        writer.field("tool") { writer in
            writer.object { writer in
                writer.field("driver") { writer in writer.object { driver(&$0) } }
            }
        }
        writer.field("language", words.lexicon.language.rawValue)
        writer.field("invocations", each: [true]) { writer, isDone in
            writer.object { $0.field("executionSuccessful", isDone) }
        }
        writer.field("artifacts", each: report.tapes) { writer, tape in
            writer.object { writer in
                writer.field("location") { writer in writer.object { $0.field("uri", Self.uri(tape.name)) } }
                writer.field("hashes") { writer in writer.object { $0.field("fita-merkle-sha-256", tape.root) } }
            }
        }
        writer.field("results", each: report.judgement.findings, result)
        writer.field("columnKind", "unicodeCodePoints")
        writer.field("properties") { writer in
            writer.object { writer in
                writer.field("answer", words.answer)
                writer.field(
                    "coverage",
                    CoverageJSON(
                        coverage: report.judgement.coverage, places: words.places, lexicon: words.lexicon))
                writer.field("configurationSha256", report.configurationDigest)
                writer.field("verdicts", each: report.judgement.rules) { writer, result in
                    writer.object { writer in
                        writer.field("rule", result.rule.code)
                        writer.field("verdict", result.verdict.outcome.rawValue)
                        writer.field("reason", words.sentence(result.verdict.reason))
                    }
                }
            }
        }
    }

    private func driver(_ writer: inout JSONWriter) {
        let parts = report.tool.split(separator: "/")
        writer.field("name", parts.first.map(String.init) ?? report.tool)
        if parts.count == 2 { writer.field("semanticVersion", String(parts[1])) }
        writer.field("rules", each: report.judgement.rules) { writer, result in
            let rule = result.rule
            writer.object { writer in
                writer.field("id", rule.code)
                writer.field("name", rule.slug)
                text(&writer, "shortDescription", words.question(rule))
                let explanation = words.explanation(rule)
                text(&writer, "fullDescription", explanation.what)
                text(&writer, "help", "\(explanation.why) \(words.clause(rule.clause))")
                writer.field("defaultConfiguration") { writer in
                    writer.object { $0.field("level", Self.level(rule.severity)) }
                }
                writer.field("properties") { writer in
                    writer.object { writer in
                        writer.field("severity", rule.severity.rawValue)
                        writer.field("family", rule.family.rawValue)
                    }
                }
            }
        }
    }

    private func text(_ writer: inout JSONWriter, _ name: String, _ text: String) {
        writer.field(name) { writer in writer.object { $0.field("text", text) } }
    }

    private func result(_ writer: inout JSONWriter, _ finding: Finding) {
        writer.object { writer in
            writer.field("ruleId", finding.code)
            if let index = report.judgement.rules.firstIndex(where: { $0.rule.code == finding.code }) {
                writer.field("ruleIndex", index)
            }
            writer.field("kind", "fail")
            writer.field("level", Self.level(finding.severity))
            let parts = [words.message(finding)] + words.lines(finding).dropFirst().map { "\($0.label): \($0.text)" }
            text(&writer, "message", parts.joined(separator: "\n"))
            writer.field("locations", each: [finding], location)
            writer.field("partialFingerprints") { writer in
                writer.object { $0.field("fita/v1", fingerprint(finding)) }
            }
            if let sighting = report.sightings[finding.exchange] {
                writer.field("webRequest") { writer in
                    writer.object { writer in
                        writer.field("method", SafeText.text(sighting.head.methodBytes))
                        writer.field("target", words.saw.mask.masked(SafeText.text(finding.request)))
                    }
                }
            }
            writer.field("properties") { writer in
                writer.object { writer in
                    writer.field("severity", finding.severity.rawValue)
                    writer.field("cause", finding.cause.kind)
                    writer.field("places", each: finding.places) { $0.value(PlaceJSON($1, of: finding)) }
                    let anchor = report.anchor(finding.exchange)
                    writer.field("leaf", anchor?.leaf)
                    writer.field("leafSha256", anchor?.hash)
                }
            }
        }
    }

    private func location(_ writer: inout JSONWriter, _ finding: Finding) {
        let place = words.labels.place(finding.exchange)
        let index = place.map { place in report.joined.firstIndex { $0.label == place.tape.label } ?? 0 } ?? 0
        writer.object { writer in
            if report.tapes.indices.contains(index) {
                writer.field("physicalLocation") { writer in
                    writer.object { writer in
                        writer.field("artifactLocation") { writer in
                            writer.object { writer in
                                writer.field("uri", Self.uri(report.tapes[index].name))
                                writer.field("index", index)
                            }
                        }
                    }
                }
            }
            let names = words.places(finding)
            writer.field("logicalLocations", each: names.isEmpty ? [""] : names) { writer, name in
                writer.object { writer in
                    let request = words.request(finding)
                    writer.field("fullyQualifiedName", name.isEmpty ? request : "\(request), \(name)")
                    writer.field("kind", "member")
                }
            }
        }
    }

    /// The same for the same breach in another recording: rule, host, path, and the names of the places.
    private func fingerprint(_ finding: Finding) -> String {
        let places = finding.places.map { "\($0.part.rawValue) \($0.name)" }
        let parts = [finding.code, finding.request, finding.cause.kind] + places
        return hex(SHA256.digest(Array(parts.joined(separator: "\n").utf8)))
    }

    private static func level(_ severity: Severity) -> String {
        switch severity {
        case .p0, .p1: "error"
        case .p2: "warning"
        case .p3: "note"
        }
    }

    /// A relative reference with one segment (RFC 3986 §4.2): a colon would make a scheme of what is before it.
    static func uri(_ name: String) -> String {
        name.utf8.map { byte in
            let isPlain = ASCII.isDigit(byte) || ASCII.lowercased(byte) &- 0x61 < 26 || "-._~".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + hex([byte]).uppercased()
        }.joined()
    }
}
