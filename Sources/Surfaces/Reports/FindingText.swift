import HTTPModel
package import IdentityTrace
package import SDKContracts
package import Verification

/// One finding for people.
package struct FindingText {
    private let saw: SawText
    private let labels: ExchangeLabels
    private let lexicon = Lexicon(.english)

    init(_ saw: SawText, _ labels: ExchangeLabels) {
        self.saw = saw
        self.labels = labels
    }

    /// - Parameter values: those known by now.
    package init(
        _ values: KnownValues, names: [FieldKind: [String]] = MetrikeVocabulary.names, reveals: Bool = false
    ) {
        saw = SawText(mask: Mask(values: values, names: names, reveals: reveals), names: names)
        labels = ExchangeLabels()
    }

    /// A line each part.
    package func lines(_ finding: Finding) -> [String] {
        var lines = ["\(finding.severity.rawValue) fail \(finding.code) \(finding.slug)"]
        let at = "\(labels.label(finding.exchange)) \(saw.mask.masked(SafeText.text(finding.request)))"
        lines.append(line("at", finding.places.first.map { "\(at), \($0.text)" } ?? at))
        lines += finding.places.dropFirst().map { line("", "and \($0.text)") }
        lines.append(line("what", saw.mask.masked(SafeText.text(labels.labelled(finding.message)))))
        if !finding.saw.pieces.isEmpty { lines.append(line("saw", saw.text(finding.saw))) }
        lines += finding.decoded.map { line(lexicon(.decoded), lexicon.layers($0)) }
        lines.append(line("clause", clause(finding.clause)))
        lines.append(line("cause", SafeText.text(labels.labelled(finding.cause.text))))
        lines.append(line("do", SafeText.text(finding.toDo)))
        return lines
    }

    private func clause(_ clause: Clause) -> String {
        let words = "Metrike iOS guide \(clause.section) “\(clause.words)”"
        return clause.derivation.map { "\(words); \($0)" } ?? words
    }

    private func line(_ label: String, _ text: String) -> String { "  " + Columns.padded(label, 8) + text }
}
