import HTTPModel
import SDKContracts
import Verification

extension ComparisonReport {
    /// Lines end in a line feed.
    package var text: String {
        var lines = [
            "\(lexicon(.comparisonTitle)): \(name(.first)) · \(name(.second))", "", lexicon(.stateDiffers),
        ]
        if comparison.states.isEmpty { lines.append("  \(lexicon(.sameState))") }
        for state in comparison.states {
            let key = SafeText.text(state.key)
            lines.append("  \(key): \(list(state.first, .first)) · \(list(state.second, .second))")
        }
        lines += ["", "\(lexicon(.answer)): \(answer)"]
        var peer: RunProfile.Peer?
        for difference in comparison.differences {
            if peer != difference.peer {
                peer = difference.peer
                lines += ["", "\(SafeText.text(difference.peer.name)) (\(lexicon(Phrase(difference.peer.party))))"]
            }
            lines += block(difference)
        }
        if comparison.droppedCount > 0 {
            lines += ["", lexicon(.comparisonDropped, count: comparison.droppedCount)]
        }
        if !reveals, !comparison.differences.isEmpty { lines += ["", lexicon(.tokensPerRun)] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func list(_ values: [String], _ side: RunComparison.Side) -> String {
        values.isEmpty ? lexicon(.absent) : lexicon.list(marks(values, side).map { SafeText.text($0) })
    }

    private func block(_ difference: RunComparison.Difference) -> [String] {
        var lines: [String] = []
        switch difference.kind {
        case .peer(let side): lines.append("  \(lexicon(.peerOnly)): \(lexicon(.onlyIn, name(side))) \(at(difference))")
        case .field(let key, _, let side):
            lines.append(
                "  \(lexicon(.fieldOnly)) \(title(key)): \(lexicon(.onlyIn, name(side))) \(at(difference))")
        case .values(let key, let kind, let first, let second):
            lines.append("  \(lexicon(.fieldOnly)) \(title(key)): \(lexicon(.otherValues)) \(at(difference))")
            lines.append("    \(name(.first)): \(values(first, kind, .first))")
            lines.append("    \(name(.second)): \(values(second, kind, .second))")
        }
        let words = difference.words.map(text)
        return lines + (words.isEmpty ? [lexicon(.noRule)] : words).map { "    → \($0)" }
    }

    private func title(_ key: RunProfile.FieldKey) -> String {
        let name = SafeText.text(key.name)
        return key.surface.map { "\(name) (\($0.rawValue))" } ?? name
    }

    private func at(_ difference: RunComparison.Difference) -> String {
        let places = [
            difference.first.map(first.labels.label), difference.second.map(second.labels.label),
        ].compactMap { $0 }
        return "(\(places.joined(separator: " · ")))"
    }
}
