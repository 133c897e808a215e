import HARFormat
import Testing
import Verification

@testable import Reports

@Suite struct CatalogueTests {
    private func holes(_ text: String) -> [String] {
        var holes: [String] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            holes.append(String(rest[open...close]))
            rest = rest[rest.index(after: close)...]
        }
        return holes
    }

    @Test func `every phrase is there in both languages, with the same holes`() {
        for phrase in Phrase.allCases {
            let (english, portuguese) = (phrase.wording.english, phrase.wording.portuguese)
            #expect(!english.isEmpty && !portuguese.isEmpty, "\(phrase)")
            #expect(Set(holes(english)) == Set(holes(portuguese)), "\(phrase)")
        }
    }

    @Test func `every rule has a Portuguese question, and no other`() {
        let codes = AllRules.register.map { $0.description.code }
        #expect(Set(codes).subtracting(RuleTitles.portuguese.keys).sorted() == [])
        #expect(Set(RuleTitles.portuguese.keys).subtracting(codes).sorted() == [])
        #expect(RuleTitles.portuguese.values.allSatisfy { $0.hasSuffix("?") })
    }

    @Test func `every rule has a Portuguese explanation that names what the English one names`() {
        let codes = AllRules.register.map { $0.description.code }
        let questions = [RuleExplanations.requestRules, RuleExplanations.personRules, RuleExplanations.playRules]
        let evidence = [
            RuleExplanations.requestEvidence, RuleExplanations.personEvidence, RuleExplanations.playEvidence,
        ]
        for tables in [questions, evidence] { #expect(tables.flatMap(RuleExplanations.entries).map(\.code) == codes) }
        for rule in AllRules.register.map({ $0.description }) {
            let (own, other) = (rule.explanation, Lexicon(.portuguese).explanation(rule))
            #expect(names(other.what) == names(own.what), "\(rule.code)")
            #expect(names(other.evidenceNeeded) == names(own.evidenceNeeded), "\(rule.code)")
            #expect(names(other.example) == names(own.example), "\(rule.code)")
            for text in [other.what, other.why, other.evidenceNeeded, other.example] {
                #expect(text.hasSuffix(".") && english.allSatisfy { !text.contains($0) }, "\(rule.code): \(text)")
            }
        }
    }

    @Test func `whatever an explanation says besides is in the book`() {
        let book = SentenceBook.portuguese
        for rule in AllRules.register.map({ $0.description }) {
            for sentence in rule.needs.map(\.rawValue) + [rule.clause.derivation].compactMap({ $0 }) {
                #expect(book.found(sentence) != nil, "\(rule.code): \(sentence)")
            }
        }
    }

    private let english = [" the ", " of ", " and ", " with ", " is ", " not "]

    /// Codes, paths, and names that no language has: those with a digit, a mark or a capital inside.
    private func names(_ text: String?) -> Set<String> {
        let words = (text ?? "").split { $0.isWhitespace || ",;:()“”<>".contains($0) }
        return Set(
            words.map { String($0.trimming { ".?!".contains($0) }) }.filter { word in
                word.hasPrefix("MK-") || word.hasPrefix("/") || word.contains("_")
                    || word.contains(".") && word.contains { $0.isLetter }
            })
    }

    @Test func `whatever a HAR file cannot tell is told in Portuguese`() {
        for kind in HARLoss.Kind.allCases {
            let found = SentenceBook.portuguese.found("HAR: \(kind.words)")
            #expect(found.map { text in english.allSatisfy { !text.contains($0) } } == true, "\(kind.words)")
        }
        #expect(
            SentenceBook.portuguese.text("HAR: entry 3 is left out: a field name is not a token")
                == "HAR: a entrada 3 ficou de fora: o nome de um campo não é um token")
    }

    @Test func `a count chooses its form`() {
        #expect(Lexicon(.portuguese)(.findingCount, count: 1) == "1 achado")
        #expect(Lexicon(.portuguese)(.findingCount, count: 0) == "0 achados")
        #expect(Lexicon(.english)(.exchanges, count: 2) == "2 exchanges")
    }

    @Test func `what is put into a hole is not filled itself`() {
        #expect(Lexicon(.english)(.markAfter, "{1}", "{0}") == "{1} after {0}")
    }

    @Test func `a book finds a sentence by its pattern, and fills the other language's`() {
        let book = SentenceBook([
            .init("the pixel of {} was fired without {}", "o pixel de {} foi disparado sem {}"),
            .init("{} of {} first", "primeiro {1} de {0}"), .init("{}: {}", "{}: {}"), .init("requests", "requisições"),
            .init("a list of {}", "uma lista de {}"),
        ])
        #expect(book.text("the pixel of #1:2 was fired without a, b") == "o pixel de #1:2 foi disparado sem a, b")
        #expect(book.text("x of y first") == "primeiro y de x")
        #expect(book.text("requests: 3") == "requisições: 3")
        #expect(book.text("a list of requests") == "uma lista de requisições")
        #expect(book.text("a list of requests; requests: 2") == "uma lista de requisições; requisições: 2")
        #expect(book.text("a list of x; y") == "uma lista de x; y")
        #expect(book.found("nobody knows it") == nil)
        #expect(book.text("nobody knows it") == "nobody knows it")
    }

    @Test func `a hole takes braces as they are`() {
        let book = SentenceBook([.init("sent to {}", "enviado a {}")])
        #expect(book.text("sent to {0}{}") == "enviado a {0}{}")
    }

    @Test func `the Portuguese book has no entry twice, and keeps every hole`() {
        let entries = SentenceBook.portugueseEntries
        #expect(entries.count > 400)
        var seen: Set<String> = []
        for entry in entries {
            #expect(seen.insert(entry.pattern).inserted, "\(entry.pattern) is there twice")
            #expect(holes(entry.pattern).count == holes(entry.translation).count, "\(entry.pattern)")
        }
    }
}

extension Substring {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
