import CassetteFormat
import Cryptography
import HTTPModel
import JSONText
import SDKContracts
import Verification

/// The audit report as one HTML page: no script, no address of anything, its style allowed by digest.
///
/// Whatever was recorded goes through ``MarkupText``: it is shown, and neither markup nor hidden.
package struct HTMLReport {
    let report: AuditReport
    let words: AuditWords

    package init(_ report: AuditReport, _ language: Language = .english) {
        self.report = report
        words = AuditWords(report, language)
    }

    var lexicon: Lexicon { words.lexicon }
    var judgement: Judgement { report.judgement }

    package var text: String {
        var html = MarkupText()
        html.raw("<!doctype html>\n<html")
        html.attribute("lang", lexicon.language.rawValue)
        html.raw(">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"")
        html.attribute("content", Self.policy)
        html.raw(">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.element("title", "", title)
        html.raw("\n<style>")
        html.style(PageStyle.text)
        html.raw("</style>\n</head>\n<body>\n")
        top(&html)
        html.raw("<main>\n")
        coverage(&html)
        answer(&html)
        findings(&html)
        matrix(&html)
        rules(&html)
        evidence(&html)
        html.raw("</main>\n")
        html.element("footer") { html in
            html.element("p", "", lexicon(.madeBy, report.tool))
            if !report.reveals { html.element("p", "", lexicon(.masked)) }
        }
        html.raw("\n</body>\n</html>\n")
        return html.text
    }

    /// Nothing is loaded, sent or run; the style sheet is this one.
    static let policy: String = {
        let digest = Base64Text.encoded(SHA256.digest(Array(PageStyle.text.utf8)))
        return "default-src 'none'; style-src 'sha256-\(String(decoding: digest, as: UTF8.self))'; "
            + "base-uri 'none'; form-action 'none'"
    }()

    private var title: String {
        let names = report.tapes.map { SafeText.text($0.name) }
        return ([lexicon(.title)] + names).joined(separator: " · ")
    }

    private func top(_ html: inout MarkupText) {
        html.element("header", "top") { html in
            html.element("p", "brand", report.tool)
            html.element("h1", "", lexicon(.title))
            for tape in report.tapes {
                html.element("p", "soft") { html in
                    html.element("span", "mono", tape.name)
                    if let recorded = words.recorded(tape) { html.shown(" · \(recorded)") }
                }
            }
            html.element("nav") { html in
                for (id, phrase) in Self.sections {
                    html.raw("<a")
                    html.attribute("href", "#\(id)")
                    html.raw(">")
                    html.shown(lexicon(phrase))
                    html.raw("</a> ")
                }
            }
        }
    }

    private static let sections: [(String, Phrase)] = [
        ("coverage", .coverage), ("answer", .answer), ("findings", .findings), ("matrix", .matrix), ("rules", .rules),
        ("evidence", .evidence),
    ]

    /// A section that the page's contents lead to.
    func section(_ html: inout MarkupText, _ id: String, _ phrase: Phrase, _ inside: (inout MarkupText) -> Void) {
        html.raw("<section")
        html.attribute("id", id)
        html.raw(">")
        html.element("h2", "", lexicon(phrase))
        inside(&html)
        html.raw("</section>\n")
    }

    // MARK: Coverage and answer

    private func coverage(_ html: inout MarkupText) {
        let coverage = judgement.coverage
        section(&html, "coverage", .coverage) { html in
            figures(&html, coverage)
            html.element("div", "two") { html in
                html.element("div", "panel") { html in
                    html.element("h3", "", lexicon(.observed))
                    if report.joined.isEmpty {
                        list(&html, observed(coverage))
                    } else {
                        html.element("p", "", lexicon(.joinedTapes, "\(report.joined.count)"))
                        for (tape, own) in zip(report.joined, coverage.tapes) {
                            html.element("h3", "", "\(lexicon(.tape)) \(tape.label): \(tape.name.lastComponent)")
                            if tape.overlaps { html.element("p", "soft small", lexicon(.overlaps)) }
                            list(&html, observed(own))
                        }
                    }
                }
                html.element("div", "panel") { html in
                    html.element("h3", "", lexicon(.notObserved))
                    if !coverage.hasGaps { html.element("p", "t-ok", lexicon(.nothingMissing)) }
                    list(&html, words.unobserved(coverage))
                }
            }
        }
    }

    /// The heading says already that it was observed.
    private func observed(_ coverage: Coverage) -> [AuditWords.Line] {
        words.observed(coverage).enumerated().map { index, line in
            index == 0
                ? AuditWords.Line(label: lexicon(.exchangesSeen), text: line.text)
                : line
        }
    }

    private func figures(_ html: inout MarkupText, _ coverage: Coverage) {
        let hosts = coverage.hosts.count { $0.party == .third }
        let unread = coverage.tunnels.count + coverage.failures.count + coverage.unread.count
        let first = coverage.counts.filter { $0.party == .first }.reduce(0) { $0 + $1.count }
        html.element("ul", "figures") { html in
            for (number, label) in [
                (coverage.exchangeCount, lexicon(.exchanges, count: coverage.exchangeCount)),
                (first, lexicon(.firstParty)), (hosts, lexicon(.hostsSeen, count: hosts)),
                (unread, "\(lexicon(.passedUnread)), \(lexicon(.incomplete)), \(lexicon(.unread))".lowercased()),
            ] {
                html.element("li") { html in
                    html.element("b", "", "\(number)")
                    html.element("span", "", label.withoutLeading("\(number) "))
                }
            }
        }
    }

    private func list(_ html: inout MarkupText, _ lines: [AuditWords.Line]) {
        html.element("dl") { html in
            for line in lines {
                html.element("dt", "", line.label)
                html.element("dd", "", line.text)
            }
        }
    }

    private func answer(_ html: inout MarkupText) {
        html.raw("<section id=\"answer\"")
        let judged = judgement.count(.pass) + judgement.count(.fail) > 0
        switch report.worst {
        case .p0: html.raw(" class=\"answer p0\">")
        case .p1: html.raw(" class=\"answer p1\">")
        case .p2: html.raw(" class=\"answer p2\">")
        case .p3: html.raw(" class=\"answer p3\">")
        case nil: judged ? html.raw(" class=\"answer\">") : html.raw(" class=\"answer none\">")
        }
        html.element("h2", "", lexicon(.answer))
        html.element("p", "", words.answer)
        html.raw("</section>\n")
    }

    // MARK: Evidence

    private func evidence(_ html: inout MarkupText) {
        section(&html, "evidence", .evidence) { html in
            html.element("div", "panel") { html in
                html.element("dl") { html in
                    for tape in report.tapes {
                        html.element("dt", "", "\(lexicon(.tape)) \(tape.name)")
                        html.element("dd") { html in
                            html.element(
                                "p", "", "\(lexicon(.merkleRoot)), \(lexicon(.leaves, count: tape.seal.leafCount))")
                            html.element("p", "mono", tape.root)
                        }
                    }
                    html.element("dt", "", lexicon(.configurationDigest))
                    html.element("dd", "mono", report.configurationDigest)
                }
            }
            html.element("p", "soft small", lexicon(.evidenceNote))
            html.element("p", "soft small", lexicon(.signatureNote))
        }
    }
}

extension String {
    fileprivate func withoutLeading(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
