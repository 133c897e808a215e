/// A QR code (ISO/IEC 18004) of bytes, versions 1 to 10, error correction level M.
struct QRCode {
    /// Modules along a side.
    private(set) var side: Int
    private var dark: [Bool]
    /// Modules whose colour is the symbol's own: no data goes there, and no mask.
    private var isFixed: [Bool]

    /// Blocks of one version at level M: bytes of correction in each, then how many blocks have how many data bytes.
    private struct Blocks {
        let correction: Int
        let counts: [(blocks: Int, data: Int)]

        var dataBytes: Int { counts.reduce(0) { $0 + $1.blocks * $1.data } }
    }

    /// ISO/IEC 18004, table 9.
    private static let versions: [Blocks] = [
        Blocks(correction: 10, counts: [(1, 16)]), Blocks(correction: 16, counts: [(1, 28)]),
        Blocks(correction: 26, counts: [(1, 44)]), Blocks(correction: 18, counts: [(2, 32)]),
        Blocks(correction: 24, counts: [(2, 43)]), Blocks(correction: 16, counts: [(4, 27)]),
        Blocks(correction: 18, counts: [(4, 31)]), Blocks(correction: 22, counts: [(2, 38), (2, 39)]),
        Blocks(correction: 22, counts: [(3, 36), (2, 37)]), Blocks(correction: 26, counts: [(4, 43), (1, 44)]),
    ]

    /// Bytes that fit into the largest version.
    static let byteLimit = 213

    /// The smallest version that holds the bytes; nil above ``byteLimit``.
    ///
    /// - Parameter mask: one of the eight; nil takes the one that is read best.
    init?(_ bytes: [UInt8], mask: Int? = nil) {
        let fitting = (1...10).first { version in
            let header = version < 10 ? 2 : 3
            return bytes.count + header <= Self.versions[version - 1].dataBytes
        }
        guard let version = fitting else { return nil }
        side = 17 + 4 * version
        dark = [Bool](repeating: false, count: side * side)
        isFixed = dark
        drawPatterns(version)
        draw(Self.codewords(bytes, version))
        if let mask {
            finish(mask)
        } else {
            let blank = self
            var best: (penalty: Int, code: QRCode)?
            for mask in 0..<8 {
                var code = blank
                code.finish(mask)
                let penalty = code.penalty
                if penalty < best?.penalty ?? .max { best = (penalty, code) }
            }
            if let best { self = best.code }
        }
    }

    func isDark(_ x: Int, _ y: Int) -> Bool { dark[y * side + x] }

    /// A drawing with the four modules of quiet zone that readers want.
    var svg: String {
        var path = ""
        for y in 0..<side {
            for x in 0..<side where isDark(x, y) { path += "M\(x + 4) \(y + 4)h1v1h-1z" }
        }
        let size = side + 8
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" width="200" height="200" \
            role="img" aria-label="QR code of this page's address"><rect width="\(size)" height="\(size)" fill="#fff"/>\
            <path d="\(path)" fill="#000"/></svg>
            """
    }

    // MARK: Data

    /// The stream of data and correction, blocks interleaved.
    private static func codewords(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
        let blocks = versions[version - 1]
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, version < 10 ? 8 : 16)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, blocks.dataBytes * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var padding: UInt8 = 0xEC
        while data.count < blocks.dataBytes {
            data.append(padding)
            padding ^= 0xEC ^ 0x11
        }
        var parts: [[UInt8]] = []
        var start = 0
        for (count, size) in blocks.counts {
            for _ in 0..<count {
                parts.append(Array(data[start..<start + size]))
                start += size
            }
        }
        let corrections = parts.map { ReedSolomon.correction(of: $0, count: blocks.correction) }
        return interleaved(parts) + interleaved(corrections)
    }

    private static func interleaved(_ parts: [[UInt8]]) -> [UInt8] {
        let longest = parts.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in parts.compactMap { index < $0.count ? $0[index] : nil } }
    }

    /// Two columns at a time from the right, up and down in turn, past what is fixed.
    private mutating func draw(_ codewords: [UInt8]) {
        var index = 0
        for (turn, pair) in stride(from: side - 1, to: 0, by: -2).enumerated() {
            // The column of the timing pattern is left out.
            let right = pair <= 6 ? pair - 1 : pair
            for step in 0..<side {
                let y = turn % 2 == 0 ? side - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * side + x] {
                    if index < codewords.count * 8 {
                        dark[y * side + x] = codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
                    }
                    index += 1
                }
            }
        }
    }

    // MARK: Patterns

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<side).contains(x), (0..<side).contains(y) else { return }
        dark[y * side + x] = isDark
        isFixed[y * side + x] = true
    }

    private mutating func drawPatterns(_ version: Int) {
        for index in 0..<side {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] {
            for dy in -4...4 {
                for dx in -4...4 { fix(x + dx, y + dy, ![2, 4].contains(max(abs(dx), abs(dy)))) }
            }
        }
        drawAlignment(version)
        // Their places are kept free; the bits come with the mask.
        drawFormat(0)
        if version >= 7 { drawVersion(version) }
    }

    private mutating func drawAlignment(_ version: Int) {
        guard version > 1 else { return }
        let last = side - 7
        let places = version < 7 ? [6, last] : [6, (6 + last) / 2, last]
        for x in places {
            for y in places where ![[6, 6], [6, last], [last, 6]].contains([x, y]) {
                for dy in -2...2 {
                    for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
                }
            }
        }
    }

    /// Level and mask with their BCH code, twice (ISO/IEC 18004 §7.9).
    private mutating func drawFormat(_ mask: Int) {
        // Level M is 00.
        let bits = (Self.withRemainder(mask, 10, 0x537)) ^ 0x5412
        func isSet(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        for place in 0..<6 { fix(8, place, isSet(place)) }
        fix(8, 7, isSet(6))
        fix(8, 8, isSet(7))
        fix(7, 8, isSet(8))
        for place in 9..<15 { fix(14 - place, 8, isSet(place)) }
        for place in 0..<8 { fix(side - 1 - place, 8, isSet(place)) }
        for place in 8..<15 { fix(8, side - 15 + place, isSet(place)) }
        fix(8, side - 8, true)
    }

    private mutating func drawVersion(_ version: Int) {
        let bits = Self.withRemainder(version, 12, 0x1F25)
        for place in 0..<18 {
            let isDark = bits >> place & 1 == 1
            fix(side - 11 + place % 3, place / 3, isDark)
            fix(place / 3, side - 11 + place % 3, isDark)
        }
    }

    /// The value followed by the remainder of its division.
    private static func withRemainder(_ value: Int, _ bits: Int, _ divisor: Int) -> Int {
        var rest = value
        for _ in 0..<bits { rest = rest << 1 ^ (rest >> (bits - 1)) * divisor }
        return value << bits | rest
    }

    // MARK: Masks

    private mutating func finish(_ mask: Int) {
        for y in 0..<side {
            for x in 0..<side where !isFixed[y * side + x] && Self.inverts(mask, x, y) { dark[y * side + x].toggle() }
        }
        drawFormat(mask)
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// How badly the symbol is read (ISO/IEC 18004 §7.8.3): runs, blocks, false finders, imbalance.
    private var penalty: Int {
        var sum = 0
        for line in 0..<side {
            sum += Self.penalty((0..<side).map { isDark($0, line) }) + Self.penalty((0..<side).map { isDark(line, $0) })
        }
        for y in 0..<side - 1 {
            for x in 0..<side - 1 {
                let first = isDark(x, y)
                if isDark(x + 1, y) == first, isDark(x, y + 1) == first, isDark(x + 1, y + 1) == first { sum += 3 }
            }
        }
        let percent = dark.count(where: { $0 }) * 100 / dark.count
        return sum + abs(percent - 50) / 5 * 10
    }

    private static func penalty(_ line: [Bool]) -> Int {
        var sum = 0
        var run = 1
        for index in 1...line.count {
            if index < line.count, line[index] == line[index - 1] {
                run += 1
            } else {
                if run >= 5 { sum += run - 2 }
                run = 1
            }
        }
        let finder = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        for pattern in [finder + light, light + finder] where line.count >= pattern.count {
            for start in 0...line.count - pattern.count where line[start..<start + pattern.count].elementsEqual(pattern)
            {
                sum += 40
            }
        }
        return sum
    }
}

/// Correction bytes over GF(2^8) with the polynomial 0x11D.
private enum ReedSolomon {
    static func correction(of data: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(count)
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest[0]
            rest = Array(rest.dropFirst()) + [0]
            for index in 0..<count { rest[index] ^= product(generator[index], factor) }
        }
        return rest
    }

    /// The product of `x - 2^i`, without its leading one.
    private static func generator(_ count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        result[count - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in 0..<count {
                result[index] = product(result[index], root) ^ (index + 1 < count ? result[index + 1] : 0)
            }
            root = product(root, 2)
        }
        return result
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result: UInt8 = 0
        for place in (0..<8).reversed() {
            let carry: UInt8 = result & 0x80 == 0 ? 0 : 0x1D
            result = result << 1 ^ carry
            if b >> UInt8(place) & 1 == 1 { result ^= a }
        }
        return result
    }
}
