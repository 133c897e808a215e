/// The latest exchanges of which everything is remembered, as many as the limits allow.
struct ExchangeWindow: Sendable {
    private let limits: TimelineLimits
    private var numbers: [(number: Int, documentSize: Int)] = []
    private var size = 0

    init(limits: TimelineLimits) {
        self.limits = limits
    }

    /// Answers the number of the first exchange still remembered, where that has changed.
    mutating func add(_ number: Int, documentSize: Int) -> Int? {
        numbers.append((number, documentSize))
        size += documentSize
        guard numbers.count > limits.exchangeCount || size > limits.documentSize else { return nil }
        // A quarter at once: forgetting one by one would move the rest each time. The last one always stays.
        let count = limits.exchangeCount - limits.exchangeCount / 4
        var start = 0
        while start < numbers.count - 1,
            numbers.count - start > count || size > limits.documentSize - limits.documentSize / 4
        {
            size -= numbers[start].documentSize
            start += 1
        }
        numbers.removeFirst(start)
        return numbers.first?.number
    }
}
