/// Makes a list small while something stays true of it: delta debugging by halves (Zeller and Hildebrandt, 2002).
package enum Reduction {
    /// A part of `items`, in their order, from which no single item can be taken without `holds` becoming false.
    ///
    /// - Parameter holds: true of `items` themselves; asked about n·log n times where little is needed, n² at worst.
    package static func smallest<Item>(_ items: [Item], where holds: ([Item]) -> Bool) -> [Item] {
        var kept = items
        var size = max(1, kept.count / 2)
        while true {
            var start = 0
            var hasChanged = false
            while start < kept.count {
                let end = min(start + size, kept.count)
                let rest = Array(kept[..<start] + kept[end...])
                if holds(rest) {
                    kept = rest
                    hasChanged = true
                } else {
                    start = end
                }
            }
            if size == 1, !hasChanged { return kept }
            if size > 1 { size /= 2 }
        }
    }
}
