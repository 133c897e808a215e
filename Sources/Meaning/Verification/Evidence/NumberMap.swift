/// A small value for each exchange, by number.
struct NumberMap: Sendable {
    private static let pageSize = 16
    private static let none: Int32 = -1

    private var pages: [Int: [Int32]] = [:]

    /// At least 0.
    subscript(number: Int) -> Int? {
        get {
            guard let value = pages[number >> 4]?[number & 15], value != Self.none else { return nil }
            return Int(value)
        }
        set {
            let value = newValue.map { Int32(clamping: $0) } ?? Self.none
            pages[number >> 4, default: Array(repeating: Self.none, count: Self.pageSize)][number & 15] = value
        }
    }
}
