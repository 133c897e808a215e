import HTTPModel
import IdentityTrace
import LeakSearch
package import Verification

/// What a search for leaks found, for people.
package struct LeakText {
    private let report: LeakReport
    private let showsValues: Bool
    /// A longer piece is cut.
    private static let longestShown = 200
    private static let mostGaps = 10

    package init(_ report: LeakReport, showsValues: Bool = false) {
        self.report = report
        self.showsValues = showsValues
    }

    package var text: String {
        var lines = redaction + report.leaks.flatMap(lines)
        let left = report.leakCount - report.leaks.count
        if left > 0 { lines += ["and \(left) more", ""] }
        for gap in report.gaps.prefix(Self.mostGaps) {
            let at = gap.exchange > 0 ? "#\(gap.exchange) \(gap.part)" : gap.part
            lines.append("not searched: \(at): \(SafeText.text(gap.gap.text))")
        }
        let more = report.gaps.count - Self.mostGaps + report.moreGaps
        if more > 0 { lines.append("not searched: \(more) more places") }
        lines.append(summary)
        return lines.joined(separator: "\n") + "\n"
    }

    /// What keeps the recording from being shown.
    private var redaction: [String] {
        guard let state = report.redaction else { return [] }
        if state.mayBeShown {
            let count = report.fakeLeakCount
            guard count > 0 else { return [] }
            let leaks = count == 1 ? "1 leak" : "\(count) leaks"
            return [
                "redacted: \(leaks) of fakes, where the original has its values; listed without --unredacted", "",
            ]
        }
        if state.manner == .changed {
            return [
                "changed since it was redacted", line("why", "the items are not those that the header tells of"),
                line("do", "fita redact the recording itself once more"), "",
            ]
        }
        return state.exposures.map { exposure in
            let count = exposure.valueCount == 1 ? "1 value" : "\(exposure.valueCount) values"
            let place = exposure.request.map { " \(request($0))" } ?? ""
            return "unredacted \(SafeText.text(exposure.name)): \(count), first in #\(exposure.exchange)\(place)"
        } + [line("do", "fita redact RUN.fita -o SHOWN.fita, and show that"), ""]
    }

    private func request(_ text: String) -> String {
        text.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in
                part.split(separator: " ").map { LeakNames(showsValues: showsValues).host(String($0)) }
                    .joined(separator: " ")
            }.joined(separator: "/")
    }

    private func lines(_ finding: LeakFinding) -> [String] {
        let names = LeakNames(showsValues: showsValues)
        let place = finding.place.isEmpty ? finding.part : "\(finding.part) \(names.place(finding.place))"
        let request = showsValues ? SafeText.text(finding.request) : names.host(finding.host)
        var lines = [
            "leak {\(SafeText.text(finding.value))}",
            line("at", "\(Self.label(finding)) \(request), \(place), \(bytes(finding.range))"),
            line("path", SafeText.text(finding.path)),
        ]
        for layer in finding.layers {
            lines.append(line("", "\(layer.name) of \(bytes(layer.input)), there \(bytes(layer.place))"))
        }
        if !finding.layers.isEmpty { lines.append(line("", "value in \(bytes(finding.innermost)) of the innermost")) }
        if showsValues {
            let text = SafeText.text(finding.shown.prefix(Self.longestShown))
            lines.append(line("saw", finding.shown.count > Self.longestShown ? text + "…" : text))
        }
        lines.append(line("cause", SafeText.text(finding.cause.text)))
        return lines + [""]
    }

    private static func label(_ finding: LeakFinding) -> String {
        guard finding.exchange == 0 else { return "#\(finding.exchange)" }
        if finding.request == LeakFinding.capture { return finding.request }
        return finding.connection.map { "connection \($0)" } ?? "#0"
    }

    private var summary: String {
        let leaks = report.leakCount
        let hosts = Set(report.leaks.map(\.host)).count
        let sought = report.learned.all.count + report.givenCount
        let party =
            report.firstParty.map { "first party \(SafeText.text($0))" }
            ?? "no first party known: name it with --base-url"
        return
            "leaks: \(leaks) at \(hosts) hosts; "
            + "\(report.exchangeCount) exchanges, \(report.thirdPartyCount) to others; "
            + "\(report.messageCount) WebSocket messages, \(report.nameCount) names of connections; "
            + "\(sought) values looked for; \(report.gaps.count + report.moreGaps) gaps; \(party)"
    }

    private func bytes(_ range: Range<Int>) -> String { "bytes \(range.lowerBound)–\(range.upperBound)" }

    private func line(_ label: String, _ text: String) -> String { "  " + Columns.padded(label, 8) + text }
}

/// Names that a request gives, which may hold what they are not to show: a host's label, a parameter's name.
struct LeakNames {
    let showsValues: Bool
    /// Longer words may be a value.
    static let longestWord = 20

    func place(_ text: String) -> String { shortened(text, by: " ") }

    func host(_ text: String) -> String { shortened(text, by: ".") }

    private func shortened(_ text: String, by separator: Character) -> String {
        if showsValues { return SafeText.text(text) }
        let words = text.split(separator: separator, omittingEmptySubsequences: false)
        return SafeText.text(
            words.map { $0.utf8.count > Self.longestWord ? "…" : String($0) }.joined(separator: String(separator)))
    }
}
