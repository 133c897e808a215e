import Platform

/// Ways to cut an input into pieces, which follow from its bytes.
enum Pieces {
    static func of(_ bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.count > 1 else { return [0..<bytes.count] }
        var generator = SeededGenerator(seed: seed(bytes))
        if bytes.count <= 128, generator.next() % 4 == 0 { return bytes.indices.map { $0..<$0 + 1 } }
        var cuts: Set<Int> = [0, bytes.count]
        for _ in 0...generator.next() % 6 { cuts.insert(Int(generator.next() % UInt64(bytes.count))) }
        let places = cuts.sorted()
        return zip(places, places.dropFirst()).map { $0..<$1 }
    }

    /// FNV-1a.
    static func seed(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
