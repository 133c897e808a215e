import CassetteFormat
import IdentityTrace
import JSONText
import LeakSearch
import SDKContracts
package import Verification

/// The verification report for machines; its form is ``VerificationSchema``.
package struct VerificationJSON {
    private let judgement: Judgement
    private let tapes: [JoinedTape]
    private let labels: ExchangeLabels
    private let saw: SawText
    private let places: PersonalPlaces

    /// - Parameter tapes: those that were judged as one; empty for a tape that stands alone.
    package init(_ judgement: Judgement, tapes: [JoinedTape] = [], reveals: Bool = false) {
        self.judgement = judgement
        self.tapes = tapes
        labels = ExchangeLabels(tapes)
        let mask = Mask(values: judgement.values, names: judgement.names, reveals: reveals)
        saw = SawText(mask: mask, names: judgement.names)
        places = PersonalPlaces(mask: mask, values: judgement.values, names: judgement.names)
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", VerificationSchema.format)
            writer.field("coverage", CoverageJSON(coverage: judgement.coverage, places: places))
            if !tapes.isEmpty {
                writer.field("tapes", each: Array(zip(tapes, judgement.coverage.tapes))) { writer, tape in
                    write(&writer, tape.0, tape.1)
                }
            }
            writer.field("findings", each: judgement.findings, write)
            writer.field("rules", each: judgement.rules, write)
        }
        return writer.bytes + [0x0A]
    }

    private func write(_ writer: inout JSONWriter, _ tape: JoinedTape, _ coverage: Coverage) {
        writer.object { writer in
            writer.field("label", tape.label)
            writer.field("file", tape.name)
            writer.field("first_exchange", tape.offset + 1)
            writer.field("apps", tape.apps)
            writer.field("overlaps", tape.overlaps)
            writer.field("coverage", CoverageJSON(coverage: coverage, places: places))
        }
    }

    private func write(_ writer: inout JSONWriter, _ finding: Finding) {
        writer.object { writer in
            writer.field("rule", finding.code)
            writer.field("slug", finding.slug)
            writer.field("verdict", RuleVerdict.Outcome.fail.rawValue)
            writer.field("severity", finding.severity.rawValue)
            writer.field("exchange", finding.exchange)
            if let place = labels.place(finding.exchange) {
                writer.field("tape", place.tape.label)
                writer.field("tape_exchange", place.number)
            }
            writer.field("request", saw.mask.masked(finding.request))
            writer.field("where", finding.places.first.map { PlaceJSON($0, of: finding) })
            writer.field("bytes", finding.places.first.map { [$0.range.lowerBound, $0.range.upperBound] })
            writer.field("places", each: finding.places) { $0.value(PlaceJSON($1, of: finding)) }
            writer.field("saw", saw.text(finding.saw))
            writer.field("clause") { writer in
                writer.object { writer in
                    writer.field("section", finding.clause.section)
                    writer.field("words", finding.clause.words)
                    writer.field("derivation", finding.clause.derivation)
                }
            }
            writer.field("cause") { writer in
                writer.object { writer in
                    writer.field("kind", finding.cause.kind)
                    writer.field("text", labels.labelled(finding.cause.text))
                }
            }
            writer.field("message", saw.mask.masked(labels.labelled(finding.message)))
            writer.field("do", finding.toDo)
        }
    }

    private func write(_ writer: inout JSONWriter, _ result: Judgement.RuleResult) {
        writer.object { writer in
            writer.field("rule", result.rule.code)
            writer.field("slug", result.rule.slug)
            writer.field("severity", result.rule.severity.rawValue)
            writer.field("verdict", result.verdict.outcome.rawValue)
            writer.field("reason", labels.labelled(result.verdict.reason))
            writer.field("findings", result.verdict.findings.count)
            writer.field("remarks", result.verdict.remarks.map(labels.labelled))
        }
    }
}

/// A place of evidence; `bytes` is half-open.
struct PlaceJSON: JSONWritable {
    private let place: EvidencePlace
    private let decoded: DecodedPlace?

    init(_ place: EvidencePlace, of finding: Finding) {
        self.place = place
        decoded = finding.decoded.first { $0.place == place }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("part", place.part.rawValue)
            writer.field("surface", place.surface.rawValue)
            writer.field("name", place.name)
            writer.field("bytes", [place.range.lowerBound, place.range.upperBound])
            guard let decoded else { return }
            writer.field("layers", each: decoded.layers) { writer, layer in
                writer.object { writer in
                    writer.field("name", layer.name)
                    writer.field("bytes", [layer.input.lowerBound, layer.input.upperBound])
                    writer.field("there", [layer.place.lowerBound, layer.place.upperBound])
                }
            }
            writer.field("innermost", [decoded.innermost.lowerBound, decoded.innermost.upperBound])
        }
    }
}

struct CoverageJSON: JSONWritable {
    let coverage: Coverage
    let places: PersonalPlaces
    var lexicon = Lexicon(.english)

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("exchanges", coverage.exchangeCount)
            writer.field("base_host") { writer in writeBaseHost(&writer) }
            writer.field("counts", each: coverage.counts) { writer, count in
                writer.object { writer in
                    writer.field("party", count.party.rawValue)
                    writer.field("role", count.role)
                    writer.field("count", count.count)
                }
            }
            writer.field("hosts", each: coverage.hosts) { writer, host in
                writer.object { writer in
                    writer.field("host", host.host)
                    writer.field("party", host.party.rawValue)
                    writer.field("count", host.count)
                }
            }
            writer.field("tunnels", each: coverage.tunnels, gap)
            writer.field("incomplete", each: coverage.failures, gap)
            writer.field("unread", each: coverage.unread, gap)
            writer.field("marks", each: coverage.marks) { writer, mark in
                writer.object { writer in
                    writer.field("key", mark.key)
                    writer.field("value", places.text(mark.value))
                    writer.field("after", mark.afterExchange)
                }
            }
            writer.field("clock_scale", coverage.clockScale)
            writer.field("told_urls", coverage.toldCount)
            writer.field("joined_requests", coverage.joinedCount)
            writer.field("notes", coverage.notes.map(lexicon.sentence))
            writer.field("limits", Coverage.limits.map(lexicon.sentence))
        }
    }

    private func writeBaseHost(_ writer: inout JSONWriter) {
        writer.object { writer in
            switch coverage.baseHost {
            case .known(let host, let source):
                writer.field("host", host)
                writer.field("source", source.rawValue)
            case .ambiguous(let hosts):
                writer.field("source", "ambiguous")
                writer.field("candidates", hosts)
            case .unknown: writer.field("source", "unknown")
            }
        }
    }

    private func gap(_ writer: inout JSONWriter, _ gap: Coverage.Gap) {
        writer.object { writer in
            writer.field("exchange", gap.exchange)
            writer.field("host", gap.host)
            writer.field("text", lexicon.sentence(gap.text))
        }
    }
}
