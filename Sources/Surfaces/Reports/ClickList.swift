import HTTPModel
import IdentityTrace
import JSONText
import SDKContracts
package import Verification

/// The ways of the clicks of a recording (`fita clicks`): each hop, how it leads on, and what is left of the click ID.
package struct ClickList {
    private let judgement: Judgement
    private let mask: Mask
    /// Codes of the click family's findings, by exchange.
    private let codes: [Int: [String]]

    package init(_ judgement: Judgement, reveals: Bool = false) {
        self.judgement = judgement
        mask = Mask(values: judgement.values, names: judgement.names, reveals: reveals)
        let family = Set(judgement.rules.filter { $0.rule.family == .click }.map(\.rule.code))
        codes = judgement.findings.reduce(into: [:]) { codes, finding in
            guard family.contains(finding.code), codes[finding.exchange]?.contains(finding.code) != true else { return }
            codes[finding.exchange, default: []].append(finding.code)
        }
    }

    // MARK: Text

    /// A table for each click, parted by empty lines.
    package var text: String {
        var lines: [String] = []
        if judgement.forgottenClicks > 0 {
            lines += ["\(judgement.forgottenClicks) earlier clicks are not shown", ""]
        }
        if judgement.clicks.isEmpty { lines.append("no click in this recording") }
        for (index, chain) in judgement.clicks.enumerated() { lines += (index > 0 ? [""] : []) + table(chain) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func table(_ chain: ClickChain) -> [String] {
        let told = chain.toldBy.map { ", told by \($0)" } ?? ""
        var lines = ["click #\(chain.click)\(told), mk_cid \(id(chain) ?? "not given")"]
        var rows = [["hop", "exchange", "status", "host", "asked", "leads on by", "told", "to", ""]]
        for (index, hop) in chain.hops.enumerated() {
            rows.append([
                "\(index + 1)", "#\(hop.exchange)", hop.status.map { "\($0)" } ?? "-", SafeText.text(hop.host),
                hop.asked?.rawValue ?? "-", hop.link?.mechanism.word ?? "-", hop.link?.state.rawValue ?? "-",
                hop.link.map(destination) ?? "-", codes[hop.exchange, default: []].joined(separator: " "),
            ])
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            var line = zip(row, widths).map { Columns.padded($0, $1) }.joined(separator: "  ")[...]
            while line.last == " " { line.removeLast() }
            lines.append("  " + line)
        }
        lines.append("  " + end(chain))
        return lines
    }

    private func end(_ chain: ClickChain) -> String {
        let conversions = chain.conversions.map { "#\($0)" }.joined(separator: " ")
        let converted = conversions.isEmpty ? "no conversion carries this mk_cid" : "conversion \(conversions)"
        guard let link = chain.hops.last?.link else { return "ends at the landing; \(converted)" }
        switch link.taker {
        case .app: return "ends in an app, out of sight; \(converted)"
        case .store: return "ends in a store, which passes no mk_cid on; \(converted)"
        case .web: return "the next request was not recorded; \(converted)"
        }
    }

    private func id(_ chain: ClickChain) -> String? {
        chain.clickID.map { id in
            if mask.reveals { return SafeText.text(id) }
            let unknown = "{\(judgement.names[.clickID]?.first ?? ""):?}"
            return judgement.values.known(.clickID, id).map(mask.token) ?? unknown
        }
    }

    /// Without its query: what matters of that is the state.
    private func destination(_ link: ClickChain.Link) -> String {
        let url = URLBytes(link.destination)
        return mask.masked(SafeText.text(link.destination[..<url.path.upperBound]))
    }

    // MARK: JSON

    package var json: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", "fita.clicks/1")
            writer.field("forgotten", judgement.forgottenClicks)
            writer.field("clicks", each: judgement.clicks) { writer, chain in
                writer.object { writer in write(chain, to: &writer) }
            }
        }
        return writer.bytes + [0x0A]
    }

    private func write(_ chain: ClickChain, to writer: inout JSONWriter) {
        writer.field("exchange", chain.click)
        writer.field("told_by", chain.toldBy)
        writer.field("click_id", id(chain))
        writer.field("hops", each: chain.hops) { writer, hop in
            writer.object { writer in
                writer.field("exchange", hop.exchange)
                writer.field("host", hop.host)
                writer.field("status", hop.status)
                writer.field("asked", hop.asked?.rawValue)
                writer.field("step", hop.link?.mechanism.word)
                writer.field("taker", hop.link?.taker.rawValue)
                writer.field("told", hop.link?.state.rawValue)
                writer.field("to", hop.link.map(destination))
                writer.field("findings", codes[hop.exchange, default: []])
            }
        }
        writer.field("damaged_at", chain.damage.map { chain.hops[$0.hop].exchange })
        writer.field("damaged_by", chain.damage.map { $0.isClient ? "client" : "server" })
        writer.field("conversions", each: chain.conversions) { writer, number in writer.value(number) }
    }
}
