/// Finds the name a mistyped one was meant to be.
enum Spelling {
    /// The nearest of the names, or nil when none is near: one edit for each three characters, at most three.
    static func nearest(to typed: String, among names: [String]) -> String? {
        let limit = min(3, max(1, typed.count / 3))
        let measured = names.map { (name: $0, distance: distance(typed, $0, limit: limit)) }
        return measured.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
    }

    /// Insertions, deletions, replacements and swaps of neighbours between two words; more than `limit` is just more.
    static func distance(_ a: String, _ b: String, limit: Int) -> Int {
        let a = Array(a.utf8)
        let b = Array(b.utf8)
        if abs(a.count - b.count) > limit { return limit + 1 }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for row in 0..<a.count {
            var current = [row + 1]
            for column in 0..<b.count {
                let replaced = last[column] + (a[row] == b[column] ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }
}
