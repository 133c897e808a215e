internal import CTapeBytes

/// Searching and checking of text many bytes a step.
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The place of the next line feed from `start` on, or `end`.
    @inline(__always)
    static func lineFeed(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        guard start < end, let base = bytes.baseAddress else { return end }
        return start &+ fita_find(base + start, 0x0A, end &- start)
    }

    /// Whether the bytes are UTF-8 text that shows as it is: no control but TAB, and LF and CR where `lines` is set.
    static func isClean(_ bytes: UnsafeRawBufferPointer, lines: Bool) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let end = bytes.count
        var index = 0
        while index < end {
            if index &+ 8 <= end {
                let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let below = (word &- ones &* 0x20) & ~word & highs
                let deleted = word ^ ones &* 0x7F
                let deletes = (deleted &- ones) & ~deleted & highs
                if word & highs | below | deletes == 0 {
                    index &+= 8
                    continue
                }
            }
            let byte = base.load(fromByteOffset: index, as: UInt8.self)
            if byte < 0x80 {
                let isShown = byte >= 0x20 && byte != 0x7F || byte == 0x09 || lines && (byte == 0x0A || byte == 0x0D)
                guard isShown else { return false }
                index &+= 1
            } else {
                let length = characterLength(bytes, at: index)
                guard length > 0 else { return false }
                index &+= length
            }
        }
        return true
    }

    /// The length of the well-formed UTF-8 character of two bytes or more at a place (Unicode, table 3-7), 0 where
    /// there is none or where it is a control of U+0080...U+009F.
    private static func characterLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        let lead = bytes[index]
        let length: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xBF
        switch lead {
        case 0xC2: (length, lowest) = (2, 0xA0)
        case 0xC3...0xDF: length = 2
        case 0xE0: (length, lowest) = (3, 0xA0)
        case 0xED: (length, highest) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, lowest) = (4, 0x90)
        case 0xF4: (length, highest) = (4, 0x8F)
        case 0xF1...0xF3: length = 4
        default: return 0
        }
        guard index + length <= bytes.count, bytes[index + 1] >= lowest, bytes[index + 1] <= highest else { return 0 }
        for place in index + 2..<max(index + 2, index + length) where bytes[place] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
