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
                for group in Self.groups(own) {
                    article(&html, group, isFirst: told.insert(group[0].code).inserted)
                }
            }
        }
    }

    /// Findings that say the same of several requests, in the order of their first.
    private static func groups(_ findings: [Finding]) -> [[Finding]] {
        var places: [[String]: Int] = [:]
        var groups: [[Finding]] = []
        for finding in findings {
            let key = [finding.code, finding.message, finding.toDo]
            if let place = places[key] {
                groups[place].append(finding)
            } else {
                places[key] = groups.count
                groups.append([finding])
            }
        }
        return groups
    }

    private func article(_ html: inout MarkupText, _ group: [Finding], isFirst: Bool) {
        let finding = group[0]
        html.raw("<article class=\"finding\"")
        if isFirst { html.attribute("id", finding.code) }
        html.raw(">")
        html.element("header") { html in
            chip(&html, finding.severity, finding.code)
            html.element("h4", "", words.message(finding))
            if group.count > 1 { html.element("span", "soft small", lexicon(.requests, count: group.count)) }
        }
        html.element("p", "soft small", words.question(finding))
        html.element("dl", "facts") { html in
            html.element("dt", "", lexicon(.clause))
            html.element("dd") { clause(&$0, finding.clause) }
            html.element("dt", "", lexicon(.remedy))
            html.element("dd", "", words.sentence(finding.toDo))
        }
        for finding in group { occurrence(&html, finding) }
        html.raw("</article>\n")
    }

    private func clause(_ html: inout MarkupText, _ clause: Clause) {
        html.shown("\(lexicon(.guide, clause.section)) ")
        if !clause.words.isEmpty {
            html.raw("<q lang=\"pt-BR\">")
            html.shown(clause.words)
            html.raw("</q>")
        }
        if let derivation = clause.derivation { html.shown("; \(lexicon.sentence(derivation))") }
    }

    /// One request: its bytes marked, what was seen, who put it there, and which leaf of the tape it is.
    private func occurrence(_ html: inout MarkupText, _ finding: Finding) {
        html.element("section", "at") { html in
            html.element("p", "where mono", words.request(finding))
            if let excerpt = words.excerpt(finding) {
                for part in excerpt.parts { figure(&html, part, finding) }
            }
            if finding.places.isEmpty { html.element("p", "soft small", lexicon(.noExcerpt)) }
            html.element("dl", "facts") { html in
                if !finding.saw.pieces.isEmpty {
                    html.element("dt", "", lexicon(.seen))
                    html.element("dd", "", words.seen(finding))
                }
                for decoded in finding.decoded {
                    html.element("dt", "", lexicon(.decoded))
                    html.element("dd", "", lexicon.layers(decoded))
                }
                html.element("dt", "", lexicon(.cause))
                html.element("dd", "", words.sentence(finding.cause.text))
                guard let anchor = report.anchor(finding.exchange) else { return }
                html.element("dt", "", lexicon(.evidenceLabel))
                html.element("dd") { html in
                    html.shown("\(lexicon(.leaf, "\(anchor.leaf)")) ")
                    html.element("span", "mono", anchor.hash)
                }
            }
        }
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
