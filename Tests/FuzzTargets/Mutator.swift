import Platform

/// Makes inputs out of others: flips, cuts, repeats, splices, words of the grammar, numbers at their edges.
struct Mutator {
    private var generator: SeededGenerator
    private var pool: [[UInt8]]
    private let seedCount: Int
    private let words: [[UInt8]]
    private let longest: Int

    /// How many made inputs are kept to be changed further.
    private static let kept = 256

    private static let edges: [[UInt8]] = [
        "0", "1", "-1", "00", "127", "128", "255", "256", "32767", "65535", "65536", "2147483647", "2147483648",
        "4294967295", "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "99999999999999999999999", "1e309", "-0", "1e-400", "ffffffffffffffff",
        "7fffffffffffffff", "8000000000000000",
    ].map { Array($0.utf8) }

    init(seeds: [[UInt8]], words: [[UInt8]], longest: Int, seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        pool = seeds.isEmpty ? [[]] : seeds.map { Array($0.prefix(longest)) }
        seedCount = pool.count
        self.words = words
        self.longest = longest
    }

    mutating func next() -> [UInt8] {
        var input = pool[below(pool.count)]
        for _ in 0...(below(8) == 0 ? below(16) : below(3)) { change(&input) }
        if input.count > longest { input.removeLast(input.count - longest) }
        if pool.count < seedCount + Self.kept {
            pool.append(input)
        } else if below(16) == 0 {
            pool[seedCount + below(Self.kept)] = input
        }
        return input
    }

    private mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(bound, 1))) }
    private mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }

    private mutating func range(_ bytes: [UInt8], atMost: Int = 64) -> Range<Int> {
        let start = below(bytes.count + 1)
        return start..<start + below(min(bytes.count - start, atMost) + 1)
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else {
            bytes = words.isEmpty ? [byte()] : words[below(words.count)]
            return
        }
        switch below(14) {
        case 0: bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
        case 1: bytes[below(bytes.count)] = byte()
        case 2:
            let special: [UInt8] = [0, 9, 10, 13, 32, 34, 37, 44, 58, 59, 60, 62, 64, 91, 92, 93, 123, 127, 128, 255]
            bytes[below(bytes.count)] = special[below(special.count)]
        case 3: bytes.removeSubrange(range(bytes))
        case 4: bytes.insert(contentsOf: bytes[range(bytes)], at: below(bytes.count + 1))
        case 5:
            let piece = bytes[range(bytes, atMost: 16)]
            let count = 1 << below(8)
            guard piece.count * count <= longest else { return }
            let place = below(bytes.count + 1)
            bytes.insert(contentsOf: (0..<count).flatMap { _ in piece }, at: place)
        case 6:
            let other = pool[below(pool.count)]
            bytes = Array(bytes.prefix(below(bytes.count + 1))) + other.suffix(below(other.count + 1))
        case 7:
            let other = pool[below(pool.count)]
            bytes.insert(contentsOf: other[range(other, atMost: 512)], at: below(bytes.count + 1))
        case 8: bytes.removeLast(below(bytes.count + 1))
        case 9: number(&bytes)
        case 10: integer(&bytes)
        case 11 where !words.isEmpty:
            bytes.insert(contentsOf: words[below(words.count)], at: below(bytes.count + 1))
        case 12 where !words.isEmpty:
            bytes.replaceSubrange(range(bytes, atMost: 24), with: words[below(words.count)])
        default:
            let (one, other) = (range(bytes), below(bytes.count))
            let piece = Array(bytes[one])
            bytes.removeSubrange(one)
            bytes.insert(contentsOf: piece, at: min(other, bytes.count))
        }
    }

    /// A number in digits becomes one at an edge.
    private mutating func number(_ bytes: inout [UInt8]) {
        let start = below(bytes.count)
        guard let first = bytes[start...].firstIndex(where: { (0x30...0x39).contains($0) }) else { return }
        let end = bytes[first...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
        bytes.replaceSubrange(first..<end, with: Self.edges[below(Self.edges.count)])
    }

    /// Some bytes become a whole number at an edge, in one of the two orders.
    private mutating func integer(_ bytes: inout [UInt8]) {
        let width = 1 << below(4)
        guard bytes.count >= width else { return }
        let place = below(bytes.count - width + 1)
        let values: [UInt64] = [
            0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, UInt64(Int64.max),
            1 << 63, .max, UInt64(bytes.count), UInt64(bytes.count - place),
        ]
        let value = values[below(values.count)]
        let isLittle = below(2) == 0
        for index in 0..<width {
            bytes[place + (isLittle ? index : width - 1 - index)] = UInt8(
                truncatingIfNeeded: value >> UInt64(8 * index))
        }
    }
}
