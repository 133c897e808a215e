import Foundation

/// One text of the package.
struct SourceFile {
    /// Relative to the package root.
    let path: String
    let text: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    init(path: String, under root: URL) throws {
        self.path = path
        text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The modules this file imports, whatever the access level and attributes before the word.
    var imports: [String] {
        lines.compactMap { line in
            var words = line.split(separator: " ", omittingEmptySubsequences: true)
            while let first = words.first, first.hasPrefix("@") || ["package", "public", "internal"].contains(first) {
                words.removeFirst()
            }
            guard words.count >= 2, words[0] == "import" else { return nil }
            // `import struct Module.Type` names its kind first.
            let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            let target = kinds.contains(String(words[1])) && words.count > 2 ? words[2] : words[1]
            return target.split(separator: ".").first.map(String.init)
        }
    }

    /// Places where `word` stands, as `path:line`.
    func places(of word: String) -> [String] {
        guard text.range(of: word) != nil else { return [] }
        return lines.enumerated().filter { $0.element.range(of: word) != nil }.map { "\(path):\($0.offset + 1)" }
    }
}
