import HTTPModel
import SDKContracts
import Verification

extension HTMLReport {
    /// Findings by severity, the bytes marked in their exchange.
    func findings(_ html: inout MarkupText) {
        section(&html, "findings", .findings) { html in
            if judgement.findings.isEmpty { html.element("p", "t-ok", lexicon(.noFindings)) }
            var told: Set<String> = []
            for severity in Severity.allCases {
                let own = judgement.findings.filter { $0.severity == severity }
                guard !own.isEmpty else { continue }
                html.element("h3") { html in
                    chip(&html, severity, severity.rawValue)
                    html.shown(" \(lexicon(Phrase(severity))): \(lexicon(.findingCount, count: own.count))")
                }
                for finding in own { article(&html, finding, isFirst: told.insert(finding.code).inserted) }
            }
        }
    }

    private func article(_ html: inout MarkupText, _ finding: Finding, isFirst: Bool) {
        html.raw("<article class=\"finding\"")
        if isFirst { html.attribute("id", finding.code) }
        html.raw(">")
        html.element("header") { html in
            chip(&html, finding.severity, finding.code)
            html.element("h4", "", words.message(finding))
        }
        html.element("p", "soft small", words.question(finding))
        html.element("p", "where mono", words.request(finding))
        if let excerpt = words.excerpt(finding) {
            for part in excerpt.parts { figure(&html, part, finding) }
        }
        if finding.places.isEmpty { html.element("p", "soft small", lexicon(.noExcerpt)) }
        html.element("dl", "facts") { html in
            for line in words.lines(finding).dropFirst() {
                html.element("dt", "", line.label)
                if line.label == lexicon(.clause) {
                    html.element("dd") { html in
                        html.shown("\(lexicon(.guide, finding.clause.section)) ")
                        if !finding.clause.words.isEmpty {
                            html.raw("<q lang=\"pt-BR\">")
                            html.shown(finding.clause.words)
                            html.raw("</q>")
                        }
                        if let derivation = finding.clause.derivation {
                            html.shown("; \(lexicon.sentence(derivation))")
                        }
                    }
                } else {
                    html.element("dd", "", line.text)
                }
            }
            if let anchor = report.anchor(finding.exchange) {
                html.element("dt", "", lexicon(.evidence))
                html.element("dd") { html in
                    html.shown("\(lexicon(.leaf, "\(anchor.leaf)")) ")
                    html.element("span", "mono", anchor.hash)
                }
            }
        }
        html.raw("</article>\n")
    }

    private func figure(_ html: inout MarkupText, _ part: ExchangeExcerpt.Part, _ finding: Finding) {
        html.element("figure") { html in
            html.element("figcaption") { html in
                let ranges = finding.places.filter { $0.part == part.part }.map { place in
                    lexicon(.bytes, "\(place.range.lowerBound)", "\(place.range.upperBound)")
                }
                html.shown(
                    ([lexicon(Phrase(part.part))] + ranges.prefix(CoverageText.longestList)).joined(separator: ", "))
            }
            html.element("pre") { html in
                for segment in part.segments {
                    if segment.elided > 0 {
                        html.element("span", "cut", " […\(lexicon(.elided, count: segment.elided))] ")
                    } else if segment.isMarked {
                        html.raw("<mark>")
                        html.shown(segment.text, keepsLines: true)
                        html.raw("</mark>")
                    } else {
                        html.shown(segment.text, keepsLines: true)
                    }
                }
            }
        }
    }

    func chip(_ html: inout MarkupText, _ severity: Severity, _ text: String) {
        switch severity {
        case .p0: html.element("span", "chip p0", text)
        case .p1: html.element("span", "chip p1", text)
        case .p2: html.element("span", "chip p2", text)
        case .p3: html.element("span", "chip p3", text)
        }
    }
}
