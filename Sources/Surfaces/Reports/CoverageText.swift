import HTTPModel
import CassetteFormat
import SDKContracts
import Verification

/// What a recording could see, in a few lines.
struct CoverageText {
    let coverage: Coverage
    let places: PersonalPlaces
    var labels = ExchangeLabels()
    /// Which of several tapes it is the coverage of.
    var tape: JoinedTape?
    var sameSite: SameSiteHosts?
    /// Lists longer than this are cut, and say so.
    static let longestList = 8

    /// What a reader must know before the answer.
    var lines: [String] { own + ending }

    /// For tapes that are judged as one: each under its name, then what is said of all.
    func lines(of tapes: [JoinedTape]) -> [String] {
        var lines = ["\(tapes.count) tapes, judged as one recording in this order"]
        for (tape, coverage) in zip(tapes, coverage.tapes) {
            lines += ["", "Tape \(tape.label): \(SafeText.text(tape.name))"]
            if tape.overlaps {
                lines.append("  Order: it begins before the tape before it ends, and is judged as if it came after")
            }
            if !tape.apps.isEmpty { lines.append("  Apps: " + list(tape.apps.map { SafeText.text($0) })) }
            lines += CoverageText(coverage: coverage, places: places, labels: labels, tape: tape).own.map { "  \($0)" }
        }
        return lines + [""] + ending
    }

    private var ending: [String] {
        coverage.notes.map { "Note: \(SafeText.text($0))" } + site
            + ["Not visible to any recording: " + Coverage.limits.joined(separator: "; ")]
    }

    private var site: [String] {
        guard let sameSite, !sameSite.hosts.isEmpty else { return [] }
        let hosts = list(sameSite.hosts.map { SafeText.text($0) })
        return ["Same site as the base host, third parties all the same: \(hosts) (list \(sameSite.list.prefix(8)))"]
    }

    private var own: [String] {
        var lines = ["Recording: \(exchanges)", "Base host: \(baseHost)"]
        if coverage.toldCount > 0 {
            lines.append(
                "Documents: \(coverage.toldCount) URLs told, \(coverage.joinedCount) requests joined to them")
        }
        if !coverage.marks.isEmpty {
            lines.append("Marks: " + list(coverage.marks.map(self.mark)))
        }
        if let scale = coverage.clockScale {
            lines.append("Clock: the app's clock ran \(SafeText.text(scale)) times as fast as the recorder's")
        }
        lines += gaps("Passed unread", coverage.tunnels)
        lines += gaps("Incomplete", coverage.failures)
        lines += gaps("Content not read", coverage.unread)
        return lines
    }

    private func mark(_ mark: Mark) -> String {
        let isFirst = mark.afterExchange == tape?.offset
        return "\(SafeText.text(mark.key))=\(SafeText.text(places.text(mark.value))) "
            + (isFirst ? "at its start" : "after \(labels.label(mark.afterExchange))")
    }

    private var exchanges: String {
        let first = coverage.counts.filter { $0.party == .first }
        let third = coverage.counts.filter { $0.party == .third }.reduce(0) { $0 + $1.count }
        let unknown = coverage.counts.filter { $0.party == .unknown }.reduce(0) { $0 + $1.count }
        var parts: [String] = []
        if !first.isEmpty {
            let roles = first.map { "\($0.role) \($0.count)" }.joined(separator: ", ")
            parts.append("\(first.reduce(0) { $0 + $1.count }) first-party (\(roles))")
        }
        let hosts = coverage.hosts.filter { $0.party == .third }
        if third > 0 {
            let names = list(hosts.map { "\(SafeText.text($0.host)) \($0.count)" })
            parts.append("\(third) third-party (\(names))")
        }
        if unknown > 0 { parts.append("\(unknown) of unknown party") }
        let count = "\(coverage.exchangeCount) exchange\(coverage.exchangeCount == 1 ? "" : "s")"
        return parts.isEmpty ? count : "\(count): " + parts.joined(separator: "; ")
    }

    private var baseHost: String {
        switch coverage.baseHost {
        case .known(let host, let source):
            switch source {
            case .configuration: "\(SafeText.text(host)) (named)"
            case .tapeHeader: "\(SafeText.text(host)) (from the tape)"
            case .inferred: "\(SafeText.text(host)) (inferred: the only host asked for ads with app identity)"
            }
        case .ambiguous(let hosts): "not known: asked for ads are \(list(hosts.map { SafeText.text($0) }))"
        case .unknown: "not known: name it"
        }
    }

    private func gaps(_ title: String, _ gaps: [Coverage.Gap]) -> [String] {
        guard !gaps.isEmpty else { return [] }
        let items = gaps.map { gap in
            "\(labels.label(gap.exchange)) \(SafeText.text(gap.host)) (\(SafeText.text(gap.text)))"
        }
        return ["\(title): " + list(items)]
    }

    private func list(_ items: [String]) -> String {
        let shown = items.prefix(Self.longestList).joined(separator: ", ")
        return items.count > Self.longestList ? "\(shown), and \(items.count - Self.longestList) more" : shown
    }
}
