import DifferentialReplay
import HTTPModel
import JSONText
import SDKContracts

extension CovariationReport {
    package var json: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", Self.format)
            writer.field("language", lexicon.language.rawValue)
            writer.field("verdict", verdict)
            writer.field("answer", answerText)
            writer.field("runs", each: runs) { writer, run in
                writer.object { writer in
                    writer.field("run", run.number)
                    writer.field("identity", run.identity.rawValue)
                    writer.field("tape", run.tape)
                    writer.field("played", run.played)
                    writer.field("played_alike", run.alike)
                    writer.field("missed", run.missed)
                    writer.field("not_played", run.unplayed)
                }
            }
            writer.field("third_party_requests", covariation.thirdPartyCount)
            writer.field("third_party_aligned", covariation.alignedCount)
            writer.field("first_party_requests", covariation.firstPartyCount)
            writer.field("first_party_aligned", covariation.firstPartyAlignedCount)
            writer.field("not_compared", covariation.unreadCount + covariation.droppedCount)
            writer.field("identity_seen_in", each: covariation.followed) { writer, followed in
                writer.object { writer in
                    write(&writer, followed.place)
                    writer.field("requests", followed.requestCount)
                }
            }
            writer.field("finding_count", covariation.findings.count + covariation.moreFindings)
            writer.field("findings", each: covariation.findings, write)
            writer.field("count_differences", each: covariation.countDifferences) { writer, difference in
                writer.object { writer in
                    writer.field("host", host(difference.host))
                    writer.field("method", difference.method)
                    writer.field("path", path(difference.path))
                    writer.field("a", difference.a)
                    writer.field("b", difference.b)
                }
            }
            writer.field("variation_count", covariation.variations.count + covariation.moreVariations)
            writer.field("varies_on_its_own", each: covariation.variations) { writer, variation in
                writer.object { writer in
                    writer.field("party", variation.isFirstParty ? "first" : "third")
                    writer.field("host", host(variation.host))
                    if let place = variation.place { write(&writer, place) }
                    writer.field("first_exchange", variation.first)
                    writer.field("requests", variation.requestCount)
                }
            }
            writer.field("limits", lexicon(.covariationLimits))
        }
        return writer.bytes + [0x0A]
    }

    private var verdict: String {
        switch answer {
        case .follows: "follows"
        case .nothingFollows: "nothing-follows"
        case .identityUnseen: "identity-unseen"
        case .nothingCompared: "nothing-compared"
        }
    }

    private func write(_ writer: inout JSONWriter, _ place: SentRequest.Place) {
        writer.field("surface", place.surface.rawValue)
        writer.field("name", LeakNames(showsValues: reveals).place(place.name))
        writer.field("ordinal", place.ordinal)
    }

    private func write(_ writer: inout JSONWriter, _ finding: Covariation.Finding) {
        writer.object { writer in
            writer.field("host", host(finding.host))
            writer.field("method", finding.method)
            writer.field("path", path(finding))
            switch finding.kind {
            case .value(let place, let a, let b):
                writer.field("kind", "value")
                write(&writer, place)
                writer.field("a_bytes", a?.count)
                writer.field("b_bytes", b?.count)
                if reveals {
                    writer.field("a_value", a.map { value($0) })
                    writer.field("b_value", b.map { value($0) })
                }
            case .request(let identity):
                writer.field("kind", "request")
                writer.field("only_under", identity.rawValue)
            }
            writer.field("requests", finding.requestCount)
            writer.field("a_exchanges", [finding.numbers.a, finding.numbers.a2].compactMap(\.self))
            writer.field("b_exchanges", [finding.numbers.b, finding.numbers.b2].compactMap(\.self))
            writer.field("known_value", finding.explanation.map { LeakNames(showsValues: reveals).place($0.value) })
            writer.field("known_disguise", finding.explanation?.path)
        }
    }
}
