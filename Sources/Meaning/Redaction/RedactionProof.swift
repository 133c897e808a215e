package import CassetteFormat
import HTTPModel
package import LeakSearch
package import Verification

/// The two proofs without which no tape is given out.
package enum RedactionProof {
    /// No replaced value is found on the tape, in any disguise. Answers what was not searched.
    package static func nothingIsLeft(
        in items: [TapeItem], _ search: DisguiseSearch
    ) throws(RedactionError) -> [RedactionReport.Gap] {
        var gaps: [RedactionReport.Gap] = []
        for item in items {
            switch item {
            case .exchange(let exchange):
                for report in [search.search(requestOf: exchange), search.search(answerOf: exchange)] {
                    for placed in report.found {
                        let place = placed.place.isEmpty ? "" : ", \(placed.place)"
                        try check(placed.appearance, exchange.number, placed.surface.rawValue + place)
                    }
                    for (surface, gap) in report.gaps {
                        gaps.append(
                            RedactionReport.Gap(exchange: exchange.number, part: surface.rawValue, gap: gap))
                    }
                }
                gaps += try nothingIsLeft(inMessagesOf: exchange, search)
                if exchange.unframedCount > 0 {
                    let gap = SearchGap.passedUnread("\(exchange.unframedCount) bytes, which are not on the tape")
                    gaps.append(RedactionReport.Gap(exchange: exchange.number, part: "tunnel", gap: gap))
                }
                for note in exchange.notes { try check(Array(note.utf8), search, exchange.number, "note") }
            case .mark(let mark): try check(Array(mark.value.utf8), search, mark.afterExchange, "mark \(mark.key)")
            case .note(_, let text): try check(Array(text.utf8), search, 0, "note")
            case .client(let facts): try check(Array((facts.serverName ?? "").utf8), search, 0, "server name")
            case .upstream(let facts):
                try check(Array(facts.origin.host.utf8), search, 0, "origin")
                for name in facts.names { try check(Array(name.utf8), search, 0, "certificate's name") }
            case .header, .gap, .losses: break
            }
        }
        return gaps
    }

    /// A message is searched whole: over its frames, and inflated.
    private static func nothingIsLeft(
        inMessagesOf exchange: Exchange, _ search: DisguiseSearch
    ) throws(RedactionError) -> [RedactionReport.Gap] {
        var gaps: [RedactionReport.Gap] = []
        var left: (appearance: Appearance, part: String)?
        exchange.readMessages(limit: search.limits.nodeBytes) { message in
            let report = search.search(message)
            gaps += report.gaps.map { RedactionReport.Gap(exchange: exchange.number, part: "message", gap: $0) }
            guard left == nil, let found = report.appearances.first(where: { $0.strength > .weak }) else { return }
            left = (found, message.label)
        }
        if let left { try check(left.appearance, exchange.number, left.part) }
        return gaps
    }

    private static func check(
        _ bytes: [UInt8], _ search: DisguiseSearch, _ exchange: Int, _ part: String
    ) throws(RedactionError) {
        for appearance in search.search(bytes).appearances { try check(appearance, exchange, part) }
    }

    /// 32 bits of a value stand anywhere by chance.
    private static func check(_ appearance: Appearance, _ exchange: Int, _ part: String) throws(RedactionError) {
        guard appearance.strength > .weak else { return }
        throw .valueLeft(value: appearance.value, path: appearance.path, exchange: exchange, part: part)
    }

    /// The same rules say the same, of the same exchanges.
    package static func sameIsSaid(_ before: Judgement, _ after: Judgement) throws(RedactionError) {
        let lost = said(before).subtracting(said(after)).min()
        if let lost { throw .findingDiffers(code: lost.code, exchange: lost.exchange, isLost: true) }
        let new = said(after).subtracting(said(before)).min()
        if let new { throw .findingDiffers(code: new.code, exchange: new.exchange, isLost: false) }
        for (old, new) in zip(before.rules, after.rules) where old.verdict.outcome != new.verdict.outcome {
            throw .verdictDiffers(
                code: old.rule.code, before: old.verdict.outcome.rawValue, after: new.verdict.outcome.rawValue)
        }
    }

    /// A finding by what it says, and the how manieth that says so.
    private struct Said: Hashable, Comparable {
        let code: String
        let exchange: Int
        let severity: String
        let cause: String
        let ordinal: Int

        static func < (a: Said, b: Said) -> Bool {
            (a.exchange, a.code, a.cause, a.ordinal) < (b.exchange, b.code, b.cause, b.ordinal)
        }
    }

    private static func said(_ judgement: Judgement) -> Set<Said> {
        var counts: [String: Int] = [:]
        var result: Set<Said> = []
        for finding in judgement.findings {
            let severity = "\(finding.severity)"
            let key = "\(finding.code) \(finding.exchange) \(severity) \(finding.cause.kind)"
            counts[key, default: 0] += 1
            result.insert(
                Said(
                    code: finding.code, exchange: finding.exchange, severity: severity, cause: finding.cause.kind,
                    ordinal: counts[key] ?? 0))
        }
        return result
    }
}
