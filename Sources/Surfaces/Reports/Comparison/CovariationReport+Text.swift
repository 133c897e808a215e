import DifferentialReplay
import HTTPModel

extension CovariationReport {
    /// Lines end in a line feed.
    package var text: String {
        var lines = [lexicon(.covariationTitle), ""]
        for run in runs {
            let line = lexicon(
                .covariationRun, "\(run.number)", run.identity.rawValue, "\(run.played)", "\(run.alike)",
                "\(run.missed)", "\(run.unplayed)")
            lines.append("  \(line)\(run.tape.map { " · \(SafeText.text($0))" } ?? "")")
        }
        lines.append(
            "  "
                + lexicon(
                    .covariationAligned, "\(covariation.alignedCount)", "\(covariation.thirdPartyCount)",
                    "\(covariation.firstPartyAlignedCount)", "\(covariation.firstPartyCount)"))
        let unread = covariation.unreadCount + covariation.droppedCount
        if unread > 0 { lines.append("  " + lexicon(.covariationUnread, count: unread)) }
        if !covariation.followed.isEmpty {
            lines.append(
                "  \(lexicon(.identityChanged)): \(lexicon.list(covariation.followed.map { place($0.place) }))")
        }
        lines += ["", "\(lexicon(.answer)): \(answerText)"]
        for finding in covariation.findings { lines += [""] + block(finding) }
        if covariation.moreFindings > 0 { lines += ["", lexicon(.andMore, "\(covariation.moreFindings)")] }
        lines += differences + variations
        return (lines + ["", lexicon(.covariationLimits)]).joined(separator: "\n") + "\n"
    }

    private func block(_ finding: Covariation.Finding) -> [String] {
        let request = "\(SafeText.text(finding.method)) \(host(finding.host))\(path(finding))"
        let count = lexicon(.followsInRequests, count: finding.requestCount)
        let numbers = numbers(finding.numbers)
        var lines: [String]
        switch finding.kind {
        case .value(let place, let a, let b):
            lines = [
                "\(self.place(place)) \(lexicon(.followsAt)): \(request)", "  \(count) (\(numbers))",
                "  \(lexicon(.underIdentity, "A")): \(value(a))", "  \(lexicon(.underIdentity, "B")): \(value(b))",
            ]
        case .request(let identity):
            lines = ["\(lexicon(.onlyUnderIdentity, identity.rawValue)): \(request)", "  \(count) (\(numbers))"]
        }
        let explanation = finding.explanation.map {
            lexicon(.knownDisguise, LeakNames(showsValues: reveals).place($0.value), $0.path)
        }
        return lines + ["  → \(explanation ?? lexicon(.unknownTransform))"]
    }

    private func numbers(_ numbers: Covariation.Numbers) -> String {
        [("A", [numbers.a, numbers.a2]), ("B", [numbers.b, numbers.b2])].compactMap { name, numbers in
            let told = numbers.compactMap { $0.map { "#\($0)" } }
            return told.isEmpty ? nil : "\(name) \(told.joined(separator: ", "))"
        }.joined(separator: " · ")
    }

    private var differences: [String] {
        let lines = covariation.countDifferences.map {
            lexicon(.timesAsked, "\(SafeText.text($0.method)) \(host($0.host))\(path($0.path))", "\($0.a)", "\($0.b)")
        }
        return lines.isEmpty ? [] : [""] + cut(lines)
    }

    private var variations: [String] {
        guard !covariation.variations.isEmpty else { return [] }
        let lines = covariation.variations.map { variation in
            let place = variation.place.map(self.place) ?? lexicon(.requestItself)
            let count = lexicon(.followsInRequests, count: variation.requestCount)
            return "  " + lexicon(.variationPlace, host(variation.host), place, "\(variation.first)") + " \(count)"
        }
        let count = covariation.variations.count + covariation.moreVariations
        return ["", lexicon(.variesOnItsOwn, count: count)] + cut(lines)
    }

    private func cut(_ lines: [String]) -> [String] {
        let more = lines.count - Self.longestList
        return lines.prefix(Self.longestList) + (more > 0 ? ["  " + lexicon(.andMore, "\(more)")] : [])
    }
}
