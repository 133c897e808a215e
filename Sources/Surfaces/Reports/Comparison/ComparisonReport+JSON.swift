import HTTPModel
import JSONText
import SDKContracts
import Verification

extension ComparisonReport {
    package var json: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", Self.format)
            writer.field("language", lexicon.language.rawValue)
            writer.field("first", first.name)
            writer.field("second", second.name)
            writer.field("answer", answer)
            writer.field("marks", each: comparison.states) { writer, state in
                writer.object { writer in
                    writer.field("key", state.key)
                    writer.field("first", marks(state.first, .first))
                    writer.field("second", marks(state.second, .second))
                }
            }
            writer.field("differences", each: comparison.differences, write)
            writer.field("left_out", comparison.droppedCount)
        }
        return writer.bytes + [0x0A]
    }

    private func write(_ writer: inout JSONWriter, _ difference: RunComparison.Difference) {
        writer.object { writer in
            writer.field("party", difference.peer.party.rawValue)
            writer.field("peer", difference.peer.name)
            switch difference.kind {
            case .peer(let side):
                writer.field("kind", "peer")
                writer.field("only_in", side.rawValue)
            case .field(let key, _, let side):
                writer.field("kind", "field")
                write(&writer, key)
                writer.field("only_in", side.rawValue)
            case .values(let key, let kind, let first, let second):
                writer.field("kind", "values")
                write(&writer, key)
                writer.field("first_values", first.map { values([$0], kind, .first) })
                writer.field("second_values", second.map { values([$0], kind, .second) })
            }
            for (name, run, exchange) in [("first", first, difference.first), ("second", second, difference.second)] {
                let place = exchange.flatMap(run.labels.place)
                if let place { writer.field("\(name)_tape", place.tape.name.lastComponent) }
                writer.field("\(name)_exchange", place?.number ?? exchange)
            }
            writer.field("rules", each: difference.words) { writer, word in
                writer.object { writer in
                    writer.field("rule", word.code)
                    writer.field("sense", word.sense.rawValue)
                    writer.field("run", word.side.rawValue)
                }
            }
        }
    }

    private func write(_ writer: inout JSONWriter, _ key: RunProfile.FieldKey) {
        writer.field("field", key.name)
        writer.field("surface", key.surface?.rawValue)
    }
}
