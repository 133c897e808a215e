/// Fewer bits are there than a field needs.
struct BitShortage: Error {
    let field: StaticString
    /// Bits from the beginning of the part.
    let position: Int
    let needed: Int
    let count: Int
}

/// Reads fields of bits, the first bit of each the highest.
struct BitReader {
    private let sextets: [UInt8]
    /// Where the part begins in the string's bytes.
    private let start: Int
    private(set) var position = 0

    init(_ text: SextetText, from start: Int) {
        sextets = text.sextets
        self.start = start
    }

    var count: Int { sextets.count * 6 }
    var remaining: Int { count - position }

    /// A number of at most 36 bits.
    mutating func number(_ width: Int, _ field: StaticString) throws(BitShortage) -> Int {
        try need(width, field)
        var value = 0
        for _ in 0..<width { value = value << 1 | bit() }
        return value
    }

    mutating func flag(_ field: StaticString) throws(BitShortage) -> Bool { try number(1, field) == 1 }

    /// The numbers, from 1, of the bits that are set.
    mutating func flags(_ width: Int, _ field: StaticString) throws(BitShortage) -> [Int] {
        try need(width, field)
        return (1...max(width, 1)).filter { $0 <= width && bit() == 1 }
    }

    /// The bits that are set, as ranges of numbers from 1.
    mutating func flagRanges(_ width: Int, _ field: StaticString) throws(BitShortage) -> [ClosedRange<Int>] {
        try need(width, field)
        var ranges: [ClosedRange<Int>] = []
        var first: Int?
        for number in 0..<width {
            if bit() == 1 {
                first = first ?? number + 1
            } else if let begun = first {
                ranges.append(begun...number)
                first = nil
            }
        }
        if let first { ranges.append(first...width) }
        return ranges
    }

    /// Two letters of six bits each; nil for what is none.
    mutating func letters(_ field: StaticString) throws(BitShortage) -> (text: String?, codes: [UInt8]) {
        let codes = [UInt8(truncatingIfNeeded: try number(6, field)), UInt8(truncatingIfNeeded: try number(6, field))]
        guard codes.allSatisfy({ $0 < 26 }) else { return (nil, codes) }
        return (String(decoding: codes.map { $0 + UInt8(ascii: "A") }, as: UTF8.self), codes)
    }

    /// A number in Fibonacci coding, which ends at the first two set bits in a row; nil for one above `limit`.
    mutating func fibonacci(_ field: StaticString, limit: Int) throws(BitShortage) -> Int? {
        var (weight, next) = (1, 2)
        var value = 0
        var wasSet = false
        while true {
            let isSet = try flag(field)
            if isSet, wasSet { return value <= limit ? value : nil }
            if isSet { value = min(value + weight, limit + 1) }
            (weight, next) = (next, min(weight + next, limit + 1))
            wasSet = isSet
        }
    }

    /// Whether a bit is set after what was read.
    mutating func hasMore() -> Bool {
        while position < count {
            if bit() == 1 { return true }
        }
        return false
    }

    /// Where bits stand in the string's bytes.
    func place(from first: Int, to end: Int) -> Range<Int> {
        let lower = min(first, count) / 6
        return start + lower..<start + max(lower, (min(end, count) + 5) / 6)
    }

    func place(from first: Int) -> Range<Int> { place(from: first, to: position) }

    private func need(_ width: Int, _ field: StaticString) throws(BitShortage) {
        guard width <= remaining else {
            throw BitShortage(field: field, position: position, needed: width, count: count)
        }
    }

    private mutating func bit() -> Int {
        let sextet = sextets[position / 6]
        let value = sextet >> UInt8(5 - position % 6) & 1
        position += 1
        return Int(value)
    }
}

extension ConsentVerdicts {
    /// Begins to read a part of a string; what is not of its alphabet is told under the code.
    mutating func reader(of bytes: [UInt8], in place: Range<Int>, _ code: ConsentProblem.Code) -> BitReader {
        let text = SextetText(bytes, in: place)
        if let foreign = text.foreign {
            let byte = String(bytes[foreign], radix: 16)
            add(code, .error, "byte 0x\(byte) is not of the alphabet A-Z a-z 0-9 - _", foreign..<foreign + 1)
        }
        if let padding = text.padding { add(code, .error, "the string has no padding", padding) }
        return BitReader(text, from: place.lowerBound)
    }
    /// After the last field: bits that are set there belong to none.
    mutating func end(_ reader: inout BitReader, _ code: ConsentProblem.Code) {
        let end = reader.position
        guard reader.hasMore() else { return }
        add(
            code, .warning, "bits are set after the last field, which ends at bit \(end)",
            reader.place(from: end, to: reader.count))
    }

    mutating func truncated(_ shortage: BitShortage, _ reader: BitReader, _ code: ConsentProblem.Code) {
        add(
            code, .error,
            "\(shortage.field) needs \(shortage.needed) bits at \(shortage.position) of \(shortage.count)",
            reader.place(from: shortage.position, to: shortage.count))
    }
}
