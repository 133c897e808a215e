/// What another tool's file cannot tell of an exchange, or of all of them.
///
/// A recording by fita lacks none of it.
package struct TapeLosses: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The request's target is put together again: escapes and order may not be the wire's.
    package static let target = TapeLosses(rawValue: 1 << 0)
    /// The request had content that is not told.
    package static let requestContent = TapeLosses(rawValue: 1 << 1)
    /// The request's content is told in other bytes than the wire's.
    package static let requestBytes = TapeLosses(rawValue: 1 << 2)
    /// The answer had content that is not told.
    package static let answerContent = TapeLosses(rawValue: 1 << 3)
    /// The answer's content is told in other bytes than the wire's.
    package static let answerBytes = TapeLosses(rawValue: 1 << 4)
    /// The tool followed a redirect, and the answer that redirected is not told.
    package static let redirect = TapeLosses(rawValue: 1 << 5)
    /// The Location field is put together again.
    package static let location = TapeLosses(rawValue: 1 << 6)
    /// The writer takes cookies out of every head.
    package static let cookies = TapeLosses(rawValue: 1 << 7)
    /// When the request began is not told.
    package static let times = TapeLosses(rawValue: 1 << 8)

    /// The words by which a cassette names them.
    static let words: [(loss: TapeLosses, word: String)] = [
        (.target, "target"), (.requestContent, "request-content"), (.requestBytes, "request-bytes"),
        (.answerContent, "answer-content"), (.answerBytes, "answer-bytes"), (.redirect, "redirect"),
        (.location, "location"), (.cookies, "cookies"), (.times, "times"),
    ]

    /// Their words with commas between.
    var text: String {
        TapeLosses.words.filter { contains($0.loss) }.map(\.word).joined(separator: ",")
    }

    /// Reads ``text``; nil when a word is unknown, or not in its place.
    init?(text: String) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        self = TapeLosses.words.reduce(into: []) { if words.contains($1.word[...]) { $0.formUnion($1.loss) } }
        guard !isEmpty, self.text == text else { return nil }
    }

    /// Those by which something is told otherwise than it was; by the others something is not told at all.
    package static let altering: TapeLosses = [.target, .requestBytes, .answerBytes, .location, .times]
}
