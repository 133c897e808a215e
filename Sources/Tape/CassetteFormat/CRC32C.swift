internal import CTapeBytes

/// CRC-32C (Castagnoli, RFC 3720 §B.4): by the processor's own instruction, where it has one.
package enum CRC32C {
    private static let isInProcessor = fita_crc32c_available() == 1

    /// Sixteen tables of 256 entries: entry `k * 256 + b` is the checksum of byte `b` followed by `k` zero bytes.
    // Written once before the first use and never freed or changed.
    private nonisolated(unsafe) static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
            tables[byte] = value
        }
        for index in 256..<16 * 256 {
            let previous = tables[index - 256]
            tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
        }
        return UnsafePointer(tables)
    }()

    /// - Parameter previous: the checksum of the bytes before these, to go on from.
    package static func checksum(_ bytes: UnsafeRawBufferPointer, after previous: UInt32 = 0) -> UInt32 {
        guard isInProcessor else { return byTables(bytes, after: previous) }
        return ~fita_crc32c(~previous, bytes.baseAddress, bytes.count)
    }

    /// The same by tables, sixteen bytes a step.
    package static func byTables(_ bytes: UnsafeRawBufferPointer, after previous: UInt32 = 0) -> UInt32 {
        guard var position = bytes.baseAddress else { return previous }
        let tables = tables
        var state = ~previous
        var left = bytes.count
        while left >= 16 {
            let low = UInt64(littleEndian: position.loadUnaligned(as: UInt64.self)) ^ UInt64(state)
            let high = UInt64(littleEndian: (position + 8).loadUnaligned(as: UInt64.self))
            // Two chains of look-ups that do not wait for each other.
            var first = tables[15 * 256 + Int(low & 0xFF)] ^ tables[14 * 256 + Int(low >> 8 & 0xFF)]
            var second = tables[7 * 256 + Int(high & 0xFF)] ^ tables[6 * 256 + Int(high >> 8 & 0xFF)]
            first ^= tables[13 * 256 + Int(low >> 16 & 0xFF)] ^ tables[12 * 256 + Int(low >> 24 & 0xFF)]
            second ^= tables[5 * 256 + Int(high >> 16 & 0xFF)] ^ tables[4 * 256 + Int(high >> 24 & 0xFF)]
            first ^= tables[11 * 256 + Int(low >> 32 & 0xFF)] ^ tables[10 * 256 + Int(low >> 40 & 0xFF)]
            second ^= tables[3 * 256 + Int(high >> 32 & 0xFF)] ^ tables[2 * 256 + Int(high >> 40 & 0xFF)]
            first ^= tables[9 * 256 + Int(low >> 48 & 0xFF)] ^ tables[8 * 256 + Int(low >> 56)]
            second ^= tables[256 + Int(high >> 48 & 0xFF)] ^ tables[Int(high >> 56)]
            state = first ^ second
            position += 16
            left &-= 16
        }
        if left >= 8 {
            let word = UInt64(littleEndian: position.loadUnaligned(as: UInt64.self)) ^ UInt64(state)
            state = tables[7 * 256 + Int(word & 0xFF)]
            state ^= tables[6 * 256 + Int(word >> 8 & 0xFF)]
            state ^= tables[5 * 256 + Int(word >> 16 & 0xFF)]
            state ^= tables[4 * 256 + Int(word >> 24 & 0xFF)]
            state ^= tables[3 * 256 + Int(word >> 32 & 0xFF)]
            state ^= tables[2 * 256 + Int(word >> 40 & 0xFF)]
            state ^= tables[256 + Int(word >> 48 & 0xFF)]
            state ^= tables[Int(word >> 56)]
            position += 8
            left &-= 8
        }
        while left > 0 {
            state = state >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: state) ^ position.load(as: UInt8.self))]
            position += 1
            left &-= 1
        }
        return ~state
    }
}
