/// Numbers of exchanges, a bit each where they are dense.
struct NumberSet: Sendable {
    private struct Word: Sendable {
        let place: Int
        var bits: UInt64
    }

    /// In the order of their places.
    private var words: [Word] = []

    mutating func insert(_ number: Int) {
        let place = number >> 6
        let bit = UInt64(1) << UInt64(number & 63)
        let position = position(of: place)
        if position < words.count, words[position].place == place {
            words[position].bits |= bit
        } else {
            words.insert(Word(place: place, bits: bit), at: position)
        }
    }

    func contains(_ number: Int) -> Bool {
        let position = position(of: number >> 6)
        guard position < words.count, words[position].place == number >> 6 else { return false }
        return words[position].bits & 1 << UInt64(number & 63) != 0
    }

    /// The greatest number that is no greater than this one.
    func last(upTo number: Int) -> Int? {
        let position = position(of: number >> 6)
        if position < words.count, words[position].place == number >> 6 {
            let bits = words[position].bits & (UInt64.max >> UInt64(63 - number & 63))
            if bits != 0 { return Self.greatest(words[position].place, bits) }
        }
        return position > 0 ? Self.greatest(words[position - 1].place, words[position - 1].bits) : nil
    }

    private static func greatest(_ place: Int, _ bits: UInt64) -> Int { place << 6 | (63 - bits.leadingZeroBitCount) }

    /// Where the word stands or would stand. Numbers mostly come in order.
    private func position(of place: Int) -> Int {
        guard let last = words.last, place <= last.place else { return words.count }
        var low = 0
        var high = words.count - 1
        while low < high {
            let middle = (low + high) / 2
            if words[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
