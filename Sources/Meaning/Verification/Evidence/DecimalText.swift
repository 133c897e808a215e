import HTTPModel

/// A number as text, its decimals counted as written.
struct DecimalText {
    let value: Double
    /// Decimals after the point, trailing zeros not counted.
    let decimals: Int

    /// Nil where the text is not a decimal number.
    init?(_ text: [UInt8]) {
        guard !text.isEmpty, text.count <= 64, let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
        else { return nil }
        let allowed = text.allSatisfy {
            ASCII.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
                || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
        }
        guard allowed else { return nil }
        self.value = value
        let mantissa = text.prefix { ASCII.lowercased($0) != UInt8(ascii: "e") }
        var fraction = mantissa.firstIndex(of: UInt8(ascii: ".")).map { mantissa[($0 + 1)...] } ?? []
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        let exponent = Int(String(decoding: text.dropFirst(mantissa.count + 1), as: UTF8.self)) ?? 0
        decimals = max(0, fraction.count - min(max(exponent, -400), 400))
    }

    /// Equal to a number of at most two decimals but for the noise of binary arithmetic.
    var isRoundedToHundredths: Bool {
        let scaled = value * 100
        // Coordinates are small; a number that Int64 cannot hold is none. (`rounded()` would need the C math library.)
        guard scaled.magnitude < 1e15 else { return false }
        let nearest = Double(Int64(scaled + (scaled < 0 ? -0.5 : 0.5)))
        return (scaled - nearest).magnitude < 1e-6
    }

    /// A number found in a text.
    struct Number {
        let value: Double
        let range: Range<Int>
    }

    /// The numbers of three or more decimals in any text, as `-23.5505`.
    static func exactNumbers(in bytes: [UInt8]) -> [Number] {
        bytes.withUnsafeBufferPointer { exactNumbers(in: $0) }
    }

    private static func exactNumbers(in bytes: UnsafeBufferPointer<UInt8>) -> [Number] {
        var found: [Number] = []
        var position = 0
        while position < bytes.count {
            guard isDigit(bytes[position]) else {
                position += 1
                continue
            }
            let whole = end(ofDigitsIn: bytes, from: position)
            guard whole < bytes.count, bytes[whole] == UInt8(ascii: ".") else {
                position = whole
                continue
            }
            let last = end(ofDigitsIn: bytes, from: whole + 1)
            let isNegative = position > 0 && bytes[position - 1] == UInt8(ascii: "-")
            let range = (isNegative ? position - 1 : position)..<last
            // Longer runs of digits and further dots are versions and addresses.
            let isNumber =
                whole - position <= 3 && (4...20).contains(last - whole)
                && !(last < bytes.count && bytes[last] == UInt8(ascii: "."))
            if isNumber, let number = DecimalText(Array(bytes[range])) {
                found.append(Number(value: number.value, range: range))
            }
            position = max(last, position + 1)
        }
        return found
    }

    private static func end(ofDigitsIn bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return end
    }

    /// Here and not in another room: it is asked of every byte of every request.
    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
