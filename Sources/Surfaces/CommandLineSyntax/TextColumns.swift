/// Plain text set in columns; every character counts as one.
enum TextColumns {
    /// Paragraphs filled to the width. Empty lines part them; a line that begins with a space stays as it is.
    static func wrapped(_ text: String, width: Int) -> String {
        var lines: [String] = []
        var paragraph: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty || line.first == " " {
                lines += filled(paragraph, width: width)
                paragraph = []
                lines.append(String(line))
            } else {
                paragraph += line.split(separator: " ")
            }
        }
        return (lines + filled(paragraph, width: width)).joined(separator: "\n")
    }

    /// A left cell, and a right one filled beside it; a wide left cell gets a line of its own.
    static func row(_ left: String, _ right: String, column: Int, width: Int) -> String {
        let indent = String(repeating: " ", count: column)
        let lines = filled(right.split(separator: " "), width: width - column)
        guard let first = lines.first else { return left }
        let isWide = left.count + 2 > column
        let head = isWide ? left + "\n" + indent : left + indent.dropFirst(left.count)
        return ([head + first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
    }

    private static func filled(_ words: [Substring], width: Int) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
