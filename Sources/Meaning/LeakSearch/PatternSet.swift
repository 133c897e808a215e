/// Many byte patterns, found in one pass: a hash of eight bytes, blind to case, says where to look closer.
///
/// Most bytes are looked at once. Memory grows with the patterns alone.
package struct PatternSet: Sendable {
    /// Bytes that decide whether a pattern may begin here.
    static let prefix = 8

    /// There are thousands of a value, so it is kept small.
    struct Pattern: Sendable {
        /// Its bytes in the arena.
        let offset: UInt32
        let length: UInt16
        /// How many of them must be there; a digest counts from its first 64 bits.
        let minimum: UInt16
        let value: Int32
        /// The next one in the same bucket, or -1.
        var next: Int32 = -1
        let form: UInt16
        let foldsCase: Bool
        /// No letter or digit may touch it.
        let isBounded: Bool
        /// Its length counts in pairs.
        let isHex: Bool
    }

    /// A longer pattern is held by so many of its first bytes.
    static let longest = Int(UInt16.max)

    struct Match: Sendable {
        let pattern: Int
        let range: Range<Int>
    }

    private(set) var patterns: [Pattern] = []
    private(set) var forms: [DisguiseForm] = []
    private var formNumbers: [DisguiseForm: Int] = [:]
    private var arena: [UInt8] = []
    /// The first bytes of each pattern without case.
    private var keys: [UInt64] = []
    private var heads: [Int32] = []
    private var headShift: UInt64 = 63
    private var filter: [UInt64] = []
    private var filterShift: UInt64 = 63

    private static let fold: UInt64 = 0x2020_2020_2020_2020
    private static let mix: UInt64 = 0x9E37_79B9_7F4A_7C15
    /// Base-2 logarithms of the filter's bits: 4 KiB for few patterns, a megabyte for very many.
    private static let filterBits = 15...23

    package var count: Int { patterns.count }

    func bytes(of pattern: Pattern) -> ArraySlice<UInt8> { arena[Int(pattern.offset)...].prefix(Int(pattern.length)) }

    /// Takes in a pattern; shorter ones than ``prefix`` are left out.
    mutating func add(
        _ bytes: [UInt8], value: Int, form: DisguiseForm, minimum: Int? = nil, foldsCase: Bool = false,
        isBounded: Bool = false, isHex: Bool = false
    ) {
        let bytes = bytes.prefix(Self.longest)
        guard bytes.count >= Self.prefix, let offset = UInt32(exactly: arena.count) else { return }
        let number = formNumbers[form] ?? forms.count
        if number == forms.count {
            forms.append(form)
            formNumbers[form] = number
        }
        patterns.append(
            Pattern(
                offset: offset, length: UInt16(bytes.count),
                minimum: UInt16(min(max(minimum ?? bytes.count, Self.prefix), Self.longest)),
                value: Int32(truncatingIfNeeded: value), form: UInt16(truncatingIfNeeded: number),
                foldsCase: foldsCase, isBounded: isBounded, isHex: isHex))
        arena += bytes
        keys.append(bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) } | Self.fold)
    }

    /// Makes ready for searching.
    mutating func seal() {
        let bits = UInt64(Int.bitWidth - max(1, patterns.count).leadingZeroBitCount)
        let filterBits = min(max(bits + 5, UInt64(Self.filterBits.lowerBound)), UInt64(Self.filterBits.upperBound))
        filterShift = 64 - filterBits
        filter = [UInt64](repeating: 0, count: 1 << Int(filterBits - 6))
        headShift = 64 - (bits + 1)
        heads = [Int32](repeating: -1, count: 1 << Int(bits + 1))
        // From the last to the first, so that a bucket is walked in the order of adding.
        for index in patterns.indices.reversed() {
            let hash = keys[index] &* Self.mix
            let slot = Int(hash >> filterShift)
            filter[slot >> 6] |= 1 << UInt64(slot & 63)
            let head = Int(hash >> headShift)
            patterns[index].next = heads[head]
            heads[head] = Int32(truncatingIfNeeded: index)
        }
    }

    /// Tells every place of every pattern, in the order of place.
    func search(_ buffer: UnsafeBufferPointer<UInt8>, _ found: (Match) -> Void) {
        guard buffer.count >= Self.prefix, !patterns.isEmpty, let start = buffer.baseAddress else { return }
        let base = UnsafeRawPointer(start)
        filter.withUnsafeBufferPointer { filter in
            for index in 0...(buffer.count - Self.prefix) {
                let bytes = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let key = UInt64(littleEndian: bytes) | Self.fold
                let hash = key &* Self.mix
                let slot = Int(truncatingIfNeeded: hash >> filterShift)
                if filter[slot >> 6] & (1 << UInt64(slot & 63)) != 0 {
                    look(buffer, index, key, hash, found)
                }
            }
        }
    }

    private func look(
        _ buffer: UnsafeBufferPointer<UInt8>, _ start: Int, _ key: UInt64, _ hash: UInt64, _ found: (Match) -> Void
    ) {
        var next = heads[Int(truncatingIfNeeded: hash >> headShift)]
        while next >= 0 {
            let index = Int(next)
            next = patterns[index].next
            guard keys[index] == key, let length = matched(patterns[index], buffer, start) else { continue }
            found(Match(pattern: index, range: start..<start + length))
        }
    }

    /// How many bytes of the pattern stand there; nil where too few.
    private func matched(_ pattern: Pattern, _ buffer: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        let limit = min(Int(pattern.length), buffer.count - start)
        guard limit >= pattern.minimum else { return nil }
        let offset = Int(pattern.offset)
        var length = 0
        while length < limit {
            let byte = buffer[start + length]
            let wanted = arena[offset + length]
            let isEqual = byte == wanted || pattern.foldsCase && Self.lowercased(byte) == Self.lowercased(wanted)
            if !isEqual { break }
            length += 1
        }
        if pattern.isHex { length &= ~1 }
        guard length >= pattern.minimum else { return nil }
        if pattern.isBounded {
            if start > 0, Self.isWord(buffer[start - 1]) { return nil }
            if start + length < buffer.count, Self.isWord(buffer[start + length]) { return nil }
        }
        return length
    }

    @inline(__always)
    private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    private static func isWord(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || lowercased(byte) &- 0x61 < 26 }
}
