/// How texts are written. Each check gives the breaches it finds, one line each.
enum Style {
    static let lineLimit = 600
    static let columnLimit = 120

    static func longFiles(_ files: [SourceFile]) -> [String] {
        files.filter { $0.lines.count - 1 > lineLimit }.map { "\($0.path) has \($0.lines.count - 1) lines" }
    }

    /// A wire message in a test stays in one piece, since a break in it would hide what is sent.
    static func longLines(_ files: [SourceFile]) -> [String] {
        files.flatMap { file in
            let isTest = file.path.hasPrefix("Tests/")
            return file.lines.enumerated()
                .filter { $0.element.utf8.count > columnLimit && $0.element.count > columnLimit }
                .filter { !(isTest && $0.element.contains("HTTP/1.")) }
                .map { "\(file.path):\($0.offset + 1) has \($0.element.count) columns" }
        }
    }

    static func tabs(_ files: [SourceFile]) -> [String] { files.flatMap { $0.places(of: "\t") } }

    /// Words no text may contain. Put together here, so that this file is not its own first breach.
    static let forbiddenWords = [
        "/wo" + "rk/", "/ro" + "ot/", "/opt/" + "swift", "work" + "tree", "TO" + "DO", "FIX" + "ME",
    ]

    /// Swift besides: stubs, and what traps on a peer's input.
    static let forbiddenCode = ["fatalError(\"no" + "t", "tr" + "y!", " a" + "s! "]

    static func words(_ words: [String], in files: [SourceFile]) -> [String] {
        files.flatMap { file in words.flatMap { word in file.places(of: word).map { "\($0) says \(word)" } } }
    }

    private static let vagueEndings = ["Manager", "Helper", "Helpers", "Util", "Utils", "Service", "Info", "Common"]

    /// Types whose name says nothing.
    static func vagueTypes(_ files: [SourceFile]) -> [String] {
        files.flatMap { file in
            file.lines.enumerated().compactMap { number, line in
                let words = line.split(whereSeparator: { " :<{(".contains($0) })
                guard
                    let keyword = words.firstIndex(where: {
                        ["struct", "class", "enum", "actor", "protocol"].contains($0)
                    }), keyword + 1 < words.count, !line.contains("//"),
                    vagueEndings.contains(where: { words[keyword + 1].hasSuffix($0) })
                else { return nil }
                return "\(file.path):\(number + 1) names a type \(words[keyword + 1])"
            }
        }
    }
}
