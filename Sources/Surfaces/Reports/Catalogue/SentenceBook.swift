/// The verifier's sentences in another language.
///
/// The verifier speaks English; its sentences have holes for names and numbers. A pattern with `{}` for each hole finds
/// the sentence again, and the other language's sentence takes over what stood in the holes, in order or by number.
package struct SentenceBook: Sendable {
    package struct Entry: Sendable, Hashable {
        package let pattern: String
        package let translation: String

        package init(_ pattern: String, _ translation: String) {
            self.pattern = pattern
            self.translation = translation
        }
    }

    private struct Pattern: Sendable {
        /// What stands between the holes.
        let pieces: [[UInt8]]
        let translation: String
        let weight: Int
    }

    private let whole: [String: String]
    /// The most telling first.
    private let patterns: [Pattern]

    package init(_ entries: [Entry]) {
        var whole: [String: String] = [:]
        var patterns: [Pattern] = []
        for entry in entries {
            guard entry.pattern.contains("{}") else {
                whole[entry.pattern] = entry.translation
                continue
            }
            let pieces = Self.pieces(entry.pattern)
            patterns.append(
                Pattern(
                    pieces: pieces, translation: entry.translation, weight: pieces.reduce(0) { $0 + $1.count }))
        }
        self.whole = whole
        self.patterns = patterns.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element)
    }

    /// The sentence in the other language, or as it is where the book does not have it.
    package func text(_ sentence: String) -> String { found(sentence, depth: 0) ?? sentence }

    /// Nil where the book does not have it.
    package func found(_ sentence: String) -> String? { found(sentence, depth: 0) }

    /// Nil unless the whole sentence is in the book as it is, without holes.
    package func exact(_ sentence: String) -> String? { whole[sentence] }

    /// What stands in a hole may be a phrase of its own.
    private static let depthLimit = 3
    /// A longer sentence holds what somebody else wrote.
    private static let longestSentence = 4_096

    private func found(_ sentence: String, depth: Int) -> String? {
        if let text = whole[sentence] { return text }
        if let (things, count) = Self.counted(sentence), let text = whole[things] { return text + count }
        guard depth < Self.depthLimit, sentence.utf8.count <= Self.longestSentence else { return nil }
        if let list = list(sentence, depth: depth) { return list }
        let bytes = Array(sentence.utf8)
        for pattern in patterns {
            guard let holes = Self.holes(bytes, pattern.pieces) else { continue }
            let words = holes.map { hole in
                let text = String(decoding: bytes[hole], as: UTF8.self)
                return found(text, depth: depth + 1) ?? text
            }
            return Self.filled(pattern.translation, words)
        }
        return nil
    }

    /// Several sentences in one, where the book has each of them.
    private func list(_ sentence: String, depth: Int) -> String? {
        let parts = sentence.split(separator: "; ")
        guard parts.count > 1 else { return nil }
        let texts = parts.compactMap { found(String($0), depth: depth + 1) }
        return texts.count == parts.count ? texts.joined(separator: "; ") : nil
    }

    /// `clicks: 3`, what a verdict judged and how much of it, parted before the colon.
    private static func counted(_ sentence: String) -> (things: String, count: String)? {
        guard let colon = sentence.lastIndex(of: ":") else { return nil }
        let count = sentence[colon...]
        guard count.hasPrefix(": "), count.dropFirst(2).allSatisfy(\.isWholeNumber) else { return nil }
        return (String(sentence[..<colon]), String(count))
    }

    private static func pieces(_ pattern: String) -> [[UInt8]] {
        var pieces: [[UInt8]] = [[]]
        var bytes = Array(pattern.utf8)[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "{"), bytes.first == UInt8(ascii: "}") {
                bytes.removeFirst()
                pieces.append([])
            } else {
                pieces[pieces.count - 1].append(byte)
            }
        }
        return pieces
    }

    /// Where the holes are, each as short as it can be; nil where the sentence is not of the pattern.
    private static func holes(_ bytes: [UInt8], _ pieces: [[UInt8]]) -> [Range<Int>]? {
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1, bytes.starts(with: first),
            bytes.count >= first.count + last.count, bytes.suffix(last.count).elementsEqual(last)
        else { return nil }
        let end = bytes.count - last.count
        var holes: [Range<Int>] = []
        var position = first.count
        for piece in pieces.dropFirst().dropLast() {
            guard let place = place(of: piece, in: bytes, from: position, to: end) else { return nil }
            holes.append(position..<place)
            position = place + piece.count
        }
        guard position <= end else { return nil }
        holes.append(position..<end)
        return holes
    }

    private static func place(of piece: [UInt8], in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
        guard end - start >= piece.count else { return nil }
        return (start...(end - piece.count)).first { bytes[$0...].starts(with: piece) }
    }

    /// `{}` takes the next of the words, `{0}` a certain one.
    private static func filled(_ text: String, _ words: [String]) -> String {
        var result = ""
        var rest = text[...]
        var next = 0
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let start = rest.index(after: open)
            guard let close = rest[start...].firstIndex(of: "}") else { return result + rest[open...] }
            let name = rest[start..<close]
            let index = name.isEmpty ? next : Int(name)
            if name.isEmpty { next += 1 }
            if let index, words.indices.contains(index) {
                result += words[index]
            } else {
                result += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
