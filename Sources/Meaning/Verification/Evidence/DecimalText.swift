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
}
