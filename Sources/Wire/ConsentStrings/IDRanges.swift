/// A set of numbers, kept as ranges in order: apart, none next to another.
package struct IDRanges: Sendable, Hashable {
    package let ranges: [ClosedRange<Int>]

    package init(_ ranges: [ClosedRange<Int>] = []) {
        var merged: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    package init(numbers: some Sequence<Int>) { self.init(numbers.map { $0...$0 }) }

    package var isEmpty: Bool { ranges.isEmpty }
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }
    package var last: Int? { ranges.last?.upperBound }
    package var numbers: [Int] { ranges.flatMap { Array($0) } }

    package func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

    /// The first number that is not in the other set.
    package func first(notIn other: IDRanges) -> Int? {
        var index = 0
        for range in ranges {
            while index < other.ranges.count, other.ranges[index].upperBound < range.lowerBound { index += 1 }
            guard index < other.ranges.count, other.ranges[index].lowerBound <= range.lowerBound else {
                return range.lowerBound
            }
            if other.ranges[index].upperBound < range.upperBound { return other.ranges[index].upperBound + 1 }
        }
        return nil
    }

    /// `1-4, 7`.
    package var text: String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
    }
}
