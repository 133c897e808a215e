/// Finds the key that a mistyped one was meant to be.
enum NearName {
    /// The nearest of the names, or nil where more than a third of the letters differ.
    static func of(_ typed: String, among names: [String]) -> String? {
        let measured = names.map { (name: $0, distance: distance(Array(typed.utf8), Array($0.utf8))) }
        guard let best = measured.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, typed.utf8.count / 3) ? best.name : nil
    }

    /// Insertions, deletions and replacements between two words.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var last = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var current = [row + 1]
            for (column, other) in b.enumerated() {
                current.append(
                    min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1))
            }
            last = current
        }
        return last[b.count]
    }
}
