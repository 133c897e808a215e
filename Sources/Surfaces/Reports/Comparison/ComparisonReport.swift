import HTTPModel
import IdentityTrace
import SDKContracts
package import Verification

/// A comparison of two runs in one language: for people as text, for programs as JSON.
package struct ComparisonReport: Sendable {
    package static let format = "fita.comparison/1"

    package struct Run: Sendable {
        package let name: String
        package let judgement: Judgement
        /// Of the tapes that make up the run, where they are several.
        let labels: ExchangeLabels

        package init(path: String, _ judgement: Judgement) {
            name = path.lastComponent
            self.judgement = judgement
            labels = ExchangeLabels()
        }

        /// - Parameter tapes: judged as one.
        package init(_ tapes: [JoinedTape], _ judgement: Judgement) {
            name = tapes.map(\.name.lastComponent).joined(separator: " + ")
            self.judgement = judgement
            labels = ExchangeLabels(tapes)
        }
    }

    let comparison: RunComparison
    let first: Run
    let second: Run
    let reveals: Bool
    let lexicon: Lexicon

    package init(
        _ comparison: RunComparison, _ first: Run, _ second: Run, language: Language = .english,
        reveals: Bool = false
    ) {
        self.comparison = comparison
        self.first = first
        self.second = second
        self.reveals = reveals
        lexicon = Lexicon(language)
    }

    /// Whether a rule forbids one of the differences.
    package var hasForbidden: Bool { comparison.differences.contains(where: \.isForbidden) }

    func name(_ side: RunComparison.Side) -> String { SafeText.text(side == .first ? first.name : second.name) }

    /// The answer in one sentence.
    package var answer: String {
        if comparison.differences.isEmpty { return lexicon(.noDifference) }
        let forbidden = comparison.differences.count(where: \.isForbidden)
        let rest = forbidden == 0 ? lexicon(.comparisonClean) : lexicon(.comparisonForbidden, count: forbidden)
        return "\(lexicon(.comparisonAnswer, count: comparison.differences.count)), \(rest)."
    }

    /// Of a rule's word about a difference.
    func text(_ word: RunComparison.Word) -> String {
        let rule = "\(word.code) (\(name(word.side)))"
        switch word.sense {
        case .forbids: return lexicon(.ruleForbids, rule)
        case .demands: return lexicon(.ruleDemands, rule)
        case .allows: return lexicon(.ruleAllows, rule)
        case .unjudged: return lexicon(.ruleUnjudged, rule)
        }
    }

    /// Values of a mark; a deep link's click ID is a personal one.
    func marks(_ values: [String], _ side: RunComparison.Side) -> [String] {
        let judgement = side == .first ? first.judgement : second.judgement
        let places = PersonalPlaces(
            mask: Mask(values: judgement.values, names: judgement.names, reveals: reveals), values: judgement.values,
            names: judgement.names)
        return values.map { places.text($0) }
    }

    /// Values of a side: personal ones as tokens of their run, others cut.
    func values(_ values: [[UInt8]], _ kind: FieldKind?, _ side: RunComparison.Side) -> String {
        let judgement = side == .first ? first.judgement : second.judgement
        let mask = Mask(values: judgement.values, names: judgement.names, reveals: reveals)
        return values.map { value in
            if let kind, kind.isPersonal, !reveals {
                return judgement.values.known(kind, value).map(mask.token)
                    ?? "{\(judgement.names[kind]?.first ?? "value"):?}"
            }
            let shown = SafeText.text(mask.masked(Array(value.prefix(SawText.longestValue))))
            return value.count > SawText.longestValue ? "\(shown)…" : "\(shown.isEmpty ? "\"\"" : shown)"
        }.joined(separator: ", ")
    }
}
