import HTTPModel

/// A length of time in a document: `HH:MM:SS` or `HH:MM:SS.mmm` (VAST 4.3 §3.8.1).
package struct MarkupTime: Sendable, Equatable {
    package let duration: Duration
    /// False for what the specification does not allow but a player can read: `30`, `00:00:60`, `1:00`.
    package let isRegular: Bool

    /// Nil when no length can be read, as from `undefined`.
    package init?(_ text: [UInt8]) {
        let fields = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (1...3).contains(fields.count), let last = fields.last else { return nil }
        let seconds = last.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let whole = fields.dropLast() + [seconds[0]]
        var total = 0
        var isRegular = fields.count == 3
        for (index, field) in whole.enumerated() {
            guard let value = Self.number(field) else { return nil }
            total = total * 60 + value
            if field.count != 2 || (index > 0 && value > 59) { isRegular = false }
        }
        var fraction = 0
        if seconds.count == 2 {
            guard let value = Self.number(seconds[1].prefix(9)), seconds[1].allSatisfy(ASCII.isDigit) else {
                return nil
            }
            fraction = (min(seconds[1].count, 9)..<9).reduce(value) { value, _ in value * 10 }
            if seconds[1].count != 3 { isRegular = false }
        }
        duration = .seconds(total) + .nanoseconds(fraction)
        self.isRegular = isRegular
    }

    /// Up to nine digits, so that three fields stay far from overflow.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...9).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

/// A moment in the content: of a break (VMAP 1.0 §2.3.1), of a `progress` event or of `skipoffset`.
package enum MarkupOffset: Sendable, Equatable {
    case time(MarkupTime)
    /// Hundredths of the content's length, 0 to 100.
    case percent(Double)
    case start
    case end
    /// `#n`: the n-th chance, from 1.
    case position(Int)

    /// Nil when the text is none of the forms.
    package init?(_ text: [UInt8]) {
        if text.elementsEqual("start".utf8) {
            self = .start
        } else if text.elementsEqual("end".utf8) {
            self = .end
        } else if text.first == UInt8(ascii: "#") {
            guard text.count > 1, text.dropFirst().allSatisfy(ASCII.isDigit),
                let value = Int(String(decoding: text.dropFirst(), as: UTF8.self)), value >= 1
            else { return nil }
            self = .position(value)
        } else if text.last == UInt8(ascii: "%") {
            let digits = text.dropLast()
            guard digits.count <= 16, digits.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }),
                let value = Double(String(decoding: digits, as: UTF8.self)), value <= 100
            else { return nil }
            self = .percent(value)
        } else {
            guard let time = MarkupTime(text) else { return nil }
            self = .time(time)
        }
    }
}
