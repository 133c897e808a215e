import CassetteFormat
import HTTPModel
import IdentityTrace
import SDKContracts
import Verification

/// An audit report's sentences in one language, personal values as tokens: what all its text forms share.
struct AuditWords {
    let report: AuditReport
    let lexicon: Lexicon
    let saw: SawText
    let labels: ExchangeLabels
    let places: PersonalPlaces

    init(_ report: AuditReport, _ language: Language) {
        self.report = report
        lexicon = Lexicon(language)
        let judgement = report.judgement
        let mask = Mask(values: judgement.values, names: judgement.names, reveals: report.reveals)
        saw = SawText(mask: mask, names: judgement.names)
        labels = ExchangeLabels(report.joined)
        places = PersonalPlaces(mask: mask, values: judgement.values, names: judgement.names)
    }

    private var judgement: Judgement { report.judgement }

    /// A sentence of the verifier; what was recorded within it is masked and safe.
    func sentence(_ text: String) -> String {
        saw.mask.masked(SafeText.text(labels.labelled(lexicon.sentence(text))))
    }

    // MARK: The answer

    /// The answer in one sentence.
    var answer: String {
        let failed = judgement.count(.fail)
        let passed = judgement.count(.pass)
        if failed == 0, passed == 0 { return lexicon(.nothingJudged) }
        let rest = judgement.count(.notObserved) + judgement.count(.needsConfig)
        let inapplicable = judgement.count(.notApplicable)
        var parts: [String] = []
        if failed == 0 {
            parts.append(lexicon(.noBreach))
        } else {
            let grades = Severity.allCases.compactMap { severity -> String? in
                let count = judgement.findings.count { $0.severity == severity }
                return count == 0 ? nil : "\(count) \(severity.rawValue)"
            }
            let findings = lexicon(.findingCount, count: judgement.findings.count)
            parts.append(
                "\(lexicon(.broken, count: failed)), \(findings) (\(grades.joined(separator: ", ")))")
        }
        parts.append(
            "\(lexicon(.passCount, count: passed)), \(lexicon(.openCount, count: rest)), "
                + lexicon(.inapplicableCount, count: inapplicable))
        if judgement.coverage.hasGaps { parts.append(lexicon(.gapsRemain)) }
        return parts.joined(separator: "; ") + "."
    }

    // MARK: Coverage

    /// A line of the coverage: what it is about, and what is so.
    struct Line: Hashable {
        let label: String
        let text: String
    }

    /// What was seen.
    func observed(_ coverage: Coverage) -> [Line] {
        let all = lexicon(.exchanges, count: coverage.exchangeCount)
        var parts: [String] = []
        for party in [Party.first, .third, .unknown] {
            let counts = coverage.counts.filter { $0.party == party }
            let count = counts.reduce(0) { $0 + $1.count }
            guard count > 0 else { continue }
            let hosts = coverage.hosts.filter { $0.party == party }
            let detail =
                party == .first
                ? counts.map { "\($0.role) \($0.count)" } : hosts.map { "\(SafeText.text($0.host)) \($0.count)" }
            parts.append("\(lexicon(Phrase(party))) \(count) (\(lexicon.list(detail)))")
        }
        var lines = [
            Line(label: lexicon(.observed), text: ([all] + parts).joined(separator: "; ")),
            Line(label: lexicon(.baseHost), text: baseHost(coverage)),
        ]
        if coverage.toldCount > 0 {
            lines.append(
                Line(
                    label: lexicon(.documents),
                    text: lexicon(.toldURLs, "\(coverage.toldCount)", "\(coverage.joinedCount)")))
        }
        if !coverage.marks.isEmpty {
            lines.append(Line(label: lexicon(.marks), text: lexicon.list(coverage.marks.map { mark($0) })))
        }
        if let scale = coverage.clockScale {
            lines.append(Line(label: lexicon(.clock), text: lexicon(.clockScale, SafeText.text(scale))))
        }
        return lines
    }

    private func mark(_ mark: Mark) -> String {
        let text = "\(SafeText.text(mark.key))=\(SafeText.text(places.text(mark.value)))"
        return mark.afterExchange == 0
            ? lexicon(.markAtStart, text) : lexicon(.markAfter, text, labels.label(mark.afterExchange))
    }

    func baseHost(_ coverage: Coverage) -> String {
        switch coverage.baseHost {
        case .known(let host, let source):
            let host = SafeText.text(host)
            switch source {
            case .configuration: return lexicon(.baseNamed, host)
            case .tapeHeader: return lexicon(.baseFromTape, host)
            case .inferred: return lexicon(.baseInferred, host)
            }
        case .ambiguous(let hosts): return lexicon(.baseAmbiguous, lexicon.list(hosts.map { SafeText.text($0) }))
        case .unknown: return lexicon(.baseUnknown)
        }
    }

    /// What was not seen, and why.
    func unobserved(_ coverage: Coverage) -> [Line] {
        var lines: [Line] = []
        for (label, gaps) in [
            (Phrase.passedUnread, coverage.tunnels), (.incomplete, coverage.failures), (.unread, coverage.unread),
        ] where !gaps.isEmpty {
            let items = gaps.map { gap in
                "\(labels.label(gap.exchange)) \(SafeText.text(gap.host)) (\(sentence(gap.text)))"
            }
            lines.append(Line(label: lexicon(label), text: lexicon.list(items)))
        }
        let open = judgement.count(.notObserved) + judgement.count(.needsConfig)
        if open > 0 { lines.append(Line(label: lexicon(.rules), text: lexicon(.rulesUnjudged, count: open))) }
        lines += coverage.notes.map { Line(label: lexicon(.notes), text: sentence($0)) }
        lines.append(
            Line(
                label: lexicon(.invisible),
                text: Coverage.limits.map { lexicon.sentence($0) }.joined(separator: "; ")))
        return lines
    }

    // MARK: Findings

    /// The parts of a finding besides its title, in their order.
    func lines(_ finding: Finding) -> [Line] {
        var lines = [Line(label: lexicon(.what), text: message(finding))]
        if !finding.saw.pieces.isEmpty { lines.append(Line(label: lexicon(.seen), text: seen(finding))) }
        lines += finding.decoded.map { Line(label: lexicon(.decoded), text: lexicon.layers($0)) }
        lines.append(Line(label: lexicon(.cause), text: sentence(finding.cause.text)))
        lines.append(Line(label: lexicon(.clause), text: clause(finding.clause)))
        lines.append(Line(label: lexicon(.remedy), text: SafeText.text(lexicon.sentence(finding.toDo))))
        return lines
    }

    func seen(_ finding: Finding) -> String {
        let isAlone = finding.saw.pieces.count == 1
        return saw.text(
            Saw(
                finding.saw.pieces.map { piece in
                    switch piece {
                    case .words(let text): .words(labels.labelled(lexicon.sentence(text)))
                    case .text(let text) where isAlone: .text(lexicon.words(text))
                    case .text, .known, .unknown: piece
                    }
                }))
    }

    func message(_ finding: Finding) -> String { sentence(finding.message) }

    /// `#12 POST host/path`.
    func request(_ finding: Finding) -> String {
        "\(labels.label(finding.exchange)) \(saw.mask.masked(SafeText.text(finding.request)))"
    }

    /// Where the evidence stands, each place once.
    func places(_ finding: Finding) -> [String] {
        finding.places.map { place in
            // The name of a message is our own.
            let name = place.part == .webSocketMessage ? lexicon.sentence(place.name) : place.name
            let named = name.isEmpty ? "" : " \(SafeText.text(name))"
            let bytes = lexicon(.bytes, "\(place.range.lowerBound)", "\(place.range.upperBound)")
            return "\(lexicon(Phrase(place.part)))\(named), \(bytes)"
        }
    }

    func clause(_ clause: Clause) -> String {
        let words = "\(lexicon(.guide, clause.section)) “\(clause.words)”"
        return clause.derivation.map { "\(words); \(lexicon.sentence($0))" } ?? words
    }

    func question(_ rule: RuleDescription) -> String { lexicon.question(rule.code, rule.question) }

    func explanation(_ rule: RuleDescription) -> RuleExplanation { lexicon.explanation(rule) }

    /// The question of the rule that a finding breaks.
    func question(_ finding: Finding) -> String {
        judgement.rules.first { $0.rule.code == finding.code }.map { question($0.rule) } ?? finding.slug
    }

    /// The verdicts from the gravest.
    static let outcomes: [RuleVerdict.Outcome] = [.fail, .pass, .needsConfig, .notObserved, .notApplicable]

    func excerpt(_ finding: Finding) -> ExchangeExcerpt? {
        report.sightings[finding.exchange].map { ExchangeExcerpt(finding, $0, places) }
    }

    // MARK: Who learned what

    func name(_ kind: FieldKind) -> String { judgement.names[kind]?.first ?? "\(kind)" }

    func causes(_ cell: DisclosureMatrix.Cell) -> String {
        cell.causes.map { lexicon(Phrase($0)) }.joined(separator: ", ")
    }

    // MARK: Evidence

    /// When and by what a tape was recorded.
    func recorded(_ tape: AuditReport.Tape) -> String? {
        tape.seal.header.map { header in
            lexicon(.recordedOn, TimeText.wall(0, header), SafeText.text(header.tool))
        }
    }
}
