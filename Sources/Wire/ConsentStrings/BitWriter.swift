/// Writes fields of bits as text, filled up with zeros to whole characters.
struct BitWriter {
    private var bits: [Bool] = []

    var count: Int { bits.count }

    mutating func number(_ value: Int, _ width: Int) {
        for place in (0..<width).reversed() { bits.append(value >> place & 1 == 1) }
    }

    mutating func flag(_ value: Bool) { bits.append(value) }

    mutating func flags(_ numbers: [Int], _ width: Int) {
        let start = bits.count
        bits.append(contentsOf: repeatElement(false, count: width))
        for number in numbers where (1...max(width, 1)).contains(number) && number <= width {
            bits[start + number - 1] = true
        }
    }

    mutating func append(_ other: BitWriter) { bits += other.bits }

    var text: [UInt8] {
        stride(from: 0, to: bits.count, by: 6).map { start in
            let value = (0..<6).reduce(0) { value, place in
                value << 1 | (start + place < bits.count && bits[start + place] ? 1 : 0)
            }
            return SextetText.alphabet[value]
        }
    }
}
