import HTTPModel
import SDKContracts
import Verification

extension HTMLReport {
    /// Who learned what: a row for each host, a column for each kind of value.
    func matrix(_ html: inout MarkupText) {
        section(&html, "matrix", .matrix) { html in
            let matrix = report.matrix
            guard !matrix.cells.isEmpty else {
                html.element("p", "soft", lexicon(.nobodyLearned))
                return
            }
            html.element("p", "soft small", lexicon(.matrixNote))
            html.element("div", "scroll") { html in
                html.element("table", "matrix") { html in
                    html.raw("<thead><tr>")
                    for name in [lexicon(.host)] + matrix.kinds.map(words.name) {
                        html.raw("<th scope=\"col\">")
                        html.shown(name)
                        html.raw("</th>")
                    }
                    html.raw("</tr></thead>\n<tbody>\n")
                    for host in matrix.hosts { row(&html, host, matrix) }
                    html.raw("</tbody>")
                }
            }
            if matrix.droppedHosts > 0 {
                html.element("p", "soft small", lexicon(.droppedHosts, count: matrix.droppedHosts))
            }
        }
    }

    private func row(_ html: inout MarkupText, _ host: DisclosureMatrix.Host, _ matrix: DisclosureMatrix) {
        html.raw("<tr><th scope=\"row\">")
        html.shown(host.name)
        html.element(
            "span", "", "\(lexicon(Phrase(host.party))), \(lexicon(.requests, count: host.requests))")
        html.raw("</th>")
        for kind in matrix.kinds {
            guard let cell = matrix.cell(kind, host.name) else {
                html.element("td", "soft", "–")
                continue
            }
            switch cell.severity {
            case .p0: html.element("td", "p0") { content(&$0, cell) }
            case .p1: html.element("td", "p1") { content(&$0, cell) }
            case .p2: html.element("td", "p2") { content(&$0, cell) }
            case .p3: html.element("td", "p3") { content(&$0, cell) }
            case nil: html.element("td") { content(&$0, cell) }
            }
        }
        html.raw("</tr>\n")
    }

    private func content(_ html: inout MarkupText, _ cell: DisclosureMatrix.Cell) {
        if let severity = cell.severity { chip(&html, severity, severity.rawValue) }
        html.shown(" \(lexicon(.requests, count: cell.requests))")
        html.element("span", "", lexicon(.values, count: cell.values))
        html.element("span", "", words.causes(cell))
    }

    /// Every rule with its verdict, the broken ones first.
    func rules(_ html: inout MarkupText) {
        section(&html, "rules", .rules) { html in
            for outcome in AuditWords.outcomes {
                let own = judgement.rules.filter { $0.verdict.outcome == outcome }
                guard !own.isEmpty else { continue }
                html.raw("<details open><summary>")
                html.shown("\(lexicon(Phrase(outcome))) · \(own.count)")
                html.raw("</summary>")
                html.element("div", "scroll") { html in
                    html.element("table", "rules") { html in
                        html.raw("<tbody>\n")
                        for result in own { row(&html, result) }
                        html.raw("</tbody>")
                    }
                }
                html.raw("</details>\n")
            }
        }
    }

    private func row(_ html: inout MarkupText, _ result: Judgement.RuleResult) {
        html.raw("<tr><td>")
        switch result.verdict.outcome {
        case .fail:
            html.raw("<a")
            html.attribute("href", "#\(result.rule.code)")
            html.raw(">")
            chip(&html, result.rule.severity, result.rule.code)
            html.raw("</a>")
        case .pass: html.element("span", "chip ok", result.rule.code)
        case .notObserved, .notApplicable, .needsConfig: html.element("span", "chip none", result.rule.code)
        }
        html.raw("</td><td>")
        html.shown(words.question(result.rule))
        html.element("p", "", words.sentence(result.verdict.reason))
        for remark in result.verdict.remarks.prefix(CoverageText.longestList) {
            html.element("p", "", "\(lexicon(.remark)): \(words.sentence(remark))")
        }
        html.raw("</td></tr>\n")
    }
}
