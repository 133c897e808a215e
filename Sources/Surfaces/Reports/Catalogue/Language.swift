/// In which language a report speaks.
package enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case portuguese = "pt-BR"
}

/// What a phrase is in each language. `{0}`, `{1}`, … stand for what is filled in; `one|many` parts by the count `{n}`.
struct Wording: Sendable, Hashable {
    let english: String
    let portuguese: String

    init(_ english: String, _ portuguese: String) {
        self.english = english
        self.portuguese = portuguese
    }

    func text(_ language: Language) -> String {
        switch language {
        case .english: english
        case .portuguese: portuguese
        }
    }
}
