package import DifferentialReplay
import HTTPModel
import SDKContracts

/// What follows the identity, in one language: for people as text, for programs as JSON.
package struct CovariationReport: Sendable {
    package static let format = "fita.covariation/1"

    /// A run, and how it fared with the tape.
    package struct Run: Sendable {
        let number: Int
        let identity: Covariation.Identity
        /// Where its own tape is; nil where it is not kept.
        let tape: String?
        let played: Int
        /// Of the played: answers recorded for another request, the most alike one.
        let alike: Int
        let missed: Int
        let unplayed: Int

        package init(
            number: Int, identity: Covariation.Identity, tape: String?, played: Int, alike: Int, missed: Int,
            unplayed: Int
        ) {
            self.number = number
            self.identity = identity
            self.tape = tape
            self.played = played
            self.alike = alike
            self.missed = missed
            self.unplayed = unplayed
        }
    }

    let covariation: Covariation
    let runs: [Run]
    let reveals: Bool
    let lexicon: Lexicon
    /// Longer values are cut.
    static let longestValue = 200
    /// Lines of a list.
    static let longestList = 20

    package init(
        _ covariation: Covariation, runs: [Run], language: Language = .english, reveals: Bool = false
    ) {
        self.covariation = covariation
        self.runs = runs
        self.reveals = reveals
        lexicon = Lexicon(language)
    }

    package var answer: Covariation.Answer { covariation.answer }

    var answerText: String {
        switch answer {
        case .follows: lexicon(.follows, count: covariation.findings.count + covariation.moreFindings)
        case .nothingFollows: lexicon(.followsNothing)
        case .identityUnseen: lexicon(.identityUnseen)
        case .nothingCompared: lexicon(.nothingCompared)
        }
    }

    /// Values that follow the identity are as personal as it is: without `reveals` their size alone is told.
    func value(_ value: [UInt8]?) -> String {
        guard let value else { return lexicon(.notThere) }
        guard reveals else { return "{\(lexicon(.valueSize, count: value.count))}" }
        let text = SafeText.text(value.prefix(Self.longestValue))
        return value.count > Self.longestValue ? text + "…" : text
    }

    /// A host or a path may itself be the value.
    func host(_ text: String) -> String { LeakNames(showsValues: reveals).host(text) }

    /// - Parameter following: the segment that is the value.
    func path(_ text: String, following: String? = nil) -> String {
        if reveals { return SafeText.text(text) }
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        return segments.enumerated().map { number, segment in
            "\(number)" == following ? "…" : LeakNames(showsValues: false).place(String(segment))
        }.joined(separator: "/")
    }

    func path(_ finding: Covariation.Finding) -> String {
        guard case .value(let place, _, _) = finding.kind, place.surface == .path else { return path(finding.path) }
        return path(finding.path, following: place.name)
    }

    func place(_ place: SentRequest.Place) -> String {
        guard !place.isRest else {
            return place.surface == .body ? lexicon(.wholeContent) : lexicon(.restOfPart, place.surface.rawValue)
        }
        if place.surface == .path { return lexicon(.pathSegment, place.name) }
        let name = LeakNames(showsValues: reveals).place(place.name)
        return "\(place.surface.rawValue) \(name)\(place.ordinal > 1 ? " [\(place.ordinal)]" : "")"
    }
}
