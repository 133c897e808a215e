import LeakSearch
import Verification

/// The catalogue in one language.
struct Lexicon: Sendable {
    let language: Language

    init(_ language: Language) {
        self.language = language
    }

    func callAsFunction(_ phrase: Phrase, _ arguments: String...) -> String {
        Self.filled(phrase.wording.text(language), arguments)
    }

    /// The form of the phrase for so many; `{n}` is the number.
    func callAsFunction(_ phrase: Phrase, count: Int, _ arguments: String...) -> String {
        let forms = phrase.wording.text(language).split(separator: "|", omittingEmptySubsequences: false)
        let form = count == 1 ? forms[0] : forms[forms.count - 1]
        return Self.filled(String(form), arguments).replacing("{n}", with: String(count))
    }

    /// Only the catalogue's own braces are filled: what is put in stays as it is.
    private static func filled(_ text: String, _ arguments: [String]) -> String {
        guard !arguments.isEmpty else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let start = rest.index(after: open)
            guard let close = rest[start...].firstIndex(of: "}"), let number = Int(rest[start..<close]),
                arguments.indices.contains(number)
            else {
                result += "{"
                rest = rest[start...]
                continue
            }
            result += arguments[number]
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// A sentence of the verifier: English is its own language.
    func sentence(_ text: String) -> String {
        language == .english ? text : SentenceBook.portuguese.text(text)
    }

    /// Words of the verifier that may as well be recorded ones: only what is in the book as a whole is its own.
    func words(_ text: String) -> String {
        language == .english ? text : SentenceBook.portuguese.exact(text) ?? text
    }

    /// What a rule asks.
    func question(_ code: String, _ english: String) -> String {
        language == .english ? english : RuleTitles.portuguese[code] ?? english
    }

    /// What a rule looks at, why, on what evidence, and an example.
    func explanation(_ rule: RuleDescription) -> RuleExplanation {
        language == .english ? rule.explanation : RuleExplanations.portuguese[rule.code] ?? rule.explanation
    }

    /// The way to a value through what was undone, with the bytes at each layer.
    func layers(_ decoded: DecodedPlace) -> String {
        let text = { (range: Range<Int>) in "\(range.lowerBound)–\(range.upperBound)" }
        let layers = decoded.layers.map { self(.undone, $0.name, text($0.input), text($0.place)) }
        return (layers + [self(.innermostBytes, text(decoded.innermost))]).joined(separator: "; ")
    }

    /// `a, b, c`, cut after so many.
    func list(_ items: [String], longest: Int = CoverageText.longestList) -> String {
        let shown = items.prefix(longest).joined(separator: ", ")
        return items.count > longest ? "\(shown), \(self(.andMore, String(items.count - longest)))" : shown
    }
}
