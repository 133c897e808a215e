/// Character data as runs that remember which raw bytes gave which characters.
struct CharacterRuns {
    private enum Run {
        /// Raw bytes that stand for themselves.
        case literal(Range<Int>)
        /// Raw bytes that stand for something else: a reference, or a byte in Latin-1.
        case replaced(Range<Int>, Unicode.Scalar)
    }

    private let bytes: [UInt8]
    private var runs: [Run] = []

    init(_ bytes: [UInt8], isLatin1: Bool, _ pieces: [XMLText]) {
        self.bytes = bytes
        for piece in pieces { append(piece, isLatin1: isLatin1) }
    }

    private mutating func append(_ piece: XMLText, isLatin1: Bool) {
        var start = piece.range.lowerBound
        var offset = start
        while offset < piece.range.upperBound {
            let replacement: (length: Int, character: Unicode.Scalar)?
            if bytes[offset] == UInt8(ascii: "&"), !piece.isCDATA {
                replacement = XMLReference(bytes, at: offset, before: piece.range.upperBound).replacement
            } else if isLatin1, bytes[offset] >= 0x80 {
                replacement = (1, Unicode.Scalar(bytes[offset]))
            } else {
                replacement = nil
            }
            guard let replacement else {
                offset += 1
                continue
            }
            if start < offset { runs.append(.literal(start..<offset)) }
            runs.append(.replaced(offset..<offset + replacement.length, replacement.character))
            offset += replacement.length
            start = offset
        }
        if start < offset { runs.append(.literal(start..<offset)) }
    }

    var decoded: [UInt8] {
        var result: [UInt8] = []
        for run in runs {
            switch run {
            case .literal(let range): result += bytes[range]
            case .replaced(_, let character): result += String(character).utf8
            }
        }
        return result
    }

    /// The text without white space around it, or nil when nothing else is there.
    var trimmed: XMLTrimmedText? {
        let decoded = decoded
        guard let first = decoded.firstIndex(where: { !$0.isXMLSpace }),
            let last = decoded.lastIndex(where: { !$0.isXMLSpace })
        else { return nil }
        return XMLTrimmedText(
            bytes: Array(decoded[first...last]), place: source(of: first).lowerBound..<source(of: last).upperBound,
            isPadded: first > 0 || last < decoded.count - 1)
    }

    /// The raw bytes a decoded byte comes from.
    private func source(of index: Int) -> Range<Int> {
        var rest = index
        for run in runs {
            switch run {
            case .literal(let range):
                if rest < range.count { return range.lowerBound + rest..<range.lowerBound + rest + 1 }
                rest -= range.count
            case .replaced(let range, let character):
                let count = UTF8.width(character)
                if rest < count { return range }
                rest -= count
            }
        }
        return bytes.endIndex..<bytes.endIndex
    }
}

extension UInt8 {
    /// Space, tab, carriage return, line feed (XML 1.0 §2.3).
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
