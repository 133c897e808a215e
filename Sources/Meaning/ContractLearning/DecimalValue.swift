/// A number in plain decimal digits.
struct DecimalValue {
    let value: Double
    let isWhole: Bool

    /// Nil for anything but an optional minus, digits, and a fraction; exponents are no coordinates.
    init?(_ bytes: [UInt8]) {
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), bytes.count <= 32,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- 0x30 < 10 } }),
            let value = Double(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        self.value = value
        isWhole = parts.count == 1
    }
}
