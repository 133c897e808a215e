/// What is known of the latest ads, by ad; beyond the limit the oldest are forgotten.
struct RecentAds<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let limit: Int
    private var values: [Key: Value] = [:]
    /// Keys in the order of their first value; those taken away since are passed over.
    private var order: [Key] = []
    private var oldest = 0

    init(limit: Int = VerifierLimits.adCount) {
        self.limit = limit
    }

    subscript(key: Key) -> Value? {
        get { values[key] }
        set {
            let isNew = values[key] == nil
            values[key] = newValue
            guard isNew, newValue != nil else { return }
            order.append(key)
            while values.count > limit { forgetOldest() }
            // Keys that came and went count too.
            while order.count - oldest > 2 * limit { forgetOldest() }
            if oldest > limit {
                order.removeFirst(oldest)
                oldest = 0
            }
        }
    }

    subscript(key: Key, default fallback: @autoclosure () -> Value) -> Value {
        get { self[key] ?? fallback() }
        set { self[key] = newValue }
    }

    /// How many keys are remembered, those taken away since included.
    var places: Int { order.count }

    /// In the order of their first values.
    var pairs: [(key: Key, value: Value)] {
        // A key that was taken away and came again stands there twice.
        var seen: Set<Key> = []
        return order[oldest...].compactMap { key in
            values[key].flatMap { seen.insert(key).inserted ? (key, $0) : nil }
        }
    }

    var all: [Value] { pairs.map(\.value) }

    /// The one that has been there longest.
    mutating func first() -> (key: Key, value: Value)? {
        while oldest < order.count {
            if let value = values[order[oldest]] { return (order[oldest], value) }
            oldest += 1
        }
        return nil
    }

    private mutating func forgetOldest() {
        values[order[oldest]] = nil
        oldest += 1
    }
}
