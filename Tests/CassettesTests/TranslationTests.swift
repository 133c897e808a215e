import Reports
import Testing
import Verification

/// Whatever the verifier says of a cassette has a Portuguese form.
enum Translation {
    /// Words that are the same in both.
    private static let shared = ["beacons: ", "post-rolls: ", "status "]
    /// No Portuguese sentence has these: a pattern has taken in what it should not.
    private static let english = [" the ", " of ", " and ", " with ", " was ", " would ", " is ", " not "]

    /// The sentences of a judgement that are missing in the book, or are translated in part.
    static func missing(_ judgement: Judgement) -> [String] {
        var sentences: Set<String> = []
        for result in judgement.rules {
            sentences.insert(result.verdict.reason)
            sentences.formUnion(result.verdict.remarks)
            if let derivation = result.rule.clause.derivation { sentences.insert(derivation) }
        }
        let coverage = judgement.coverage
        sentences.formUnion(coverage.notes + Coverage.limits)
        sentences.formUnion((coverage.unread + coverage.failures + coverage.tunnels).map(\.text))
        for finding in judgement.findings {
            sentences.formUnion([finding.message, finding.toDo, finding.cause.text])
            for case .words(let words) in finding.saw.pieces { sentences.insert(words) }
        }
        return sentences.filter { sentence in
            guard let found = SentenceBook.portuguese.found(sentence) else { return true }
            let isSame = found == sentence && !shared.contains { sentence.hasPrefix($0) }
            return isSame || english.contains { found.contains($0) }
        }.sorted()
    }
}
