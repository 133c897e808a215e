import ContentCoding
import HTTPModel
import InnerCodings

/// Looks for what may be coded: one pass, cheap signs only.
struct TriggerScan {
    /// Shorter runs hide nothing that counts.
    static let shortestRun = 16
    static let shortestDense = 20
    /// Longer runs are decoded from their beginning alone.
    static let longestGuess = 16 << 10
    /// Longer tokens are decoded in parts.
    static let longestToken = 64 << 10
    /// Compressed contents looked for in one piece.
    static let mostMagic = 16
    /// A name before a colon, at the beginning of a piece.
    static let longestName = 64
    /// Places where a value may begin without a sign.
    static let mostStarts = 12

    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether guesses are made too: for requests; answers are too long for it.
    let isThorough: Bool
    private(set) var candidates: [LayerCandidate] = []
    /// Bytes that no text has.
    private(set) var binaryCount = 0

    /// Where values may begin that have no sign of their own.
    private(set) var valueStarts: [Int] = []

    private var runStart = 0
    private var lastQuote: Int?
    private var tokenEnd = 0
    private var componentEnd = 0
    private var stringEnd = 0
    private var referenceEnd = 0
    private var utf16End = 0
    private var hasQuotedPrintable = false
    private var magicCount = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, isThorough: Bool) {
        self.bytes = bytes
        self.isThorough = isThorough
    }

    mutating func scan() {
        let count = bytes.count
        begin(0)
        ByteClass.table.withUnsafeBufferPointer { table in
            var index = 0
            while index < count {
                let kind = table[Int(bytes[index])].rawValue
                if kind & ByteClass.run.rawValue == 0 {
                    if index - runStart >= Self.shortestRun {
                        if goesOnInNextLine(index, table) {
                            index += 1
                            continue
                        }
                        take(runStart..<index, table)
                    }
                    runStart = index + 1
                    if kind & ByteClass.binary.rawValue != 0 { binaryCount += 1 }
                    if kind & ByteClass.trigger.rawValue != 0 { trigger(index, table) }
                }
                index += 1
            }
            if count - runStart >= Self.shortestRun { take(runStart..<count, table) }
        }
    }

    // MARK: Runs

    /// base64 in lines of 64 or 76 characters (RFC 2045 §6.8, RFC 7468).
    private func goesOnInNextLine(_ index: Int, _ table: UnsafeBufferPointer<ByteClass>) -> Bool {
        let byte = bytes[index]
        guard byte == 0x0D || byte == 0x0A else { return false }
        if byte == 0x0A, index > runStart, bytes[index - 1] == 0x0D { return true }
        var lineStart = index
        while lineStart > runStart, bytes[lineStart - 1] != 0x0A, index - lineStart < 77 { lineStart -= 1 }
        guard index - lineStart == 64 || index - lineStart == 76 else { return false }
        let next = index + (byte == 0x0D ? 2 : 1)
        return next < bytes.count && table[Int(bytes[next])].contains(.run)
    }

    private mutating func take(_ run: Range<Int>, _ table: UnsafeBufferPointer<ByteClass>) {
        var isHexAlone = true
        var hexStart = run.lowerBound
        for index in run {
            if table[Int(bytes[index])].contains(.hex) { continue }
            isHexAlone = false
            take(hex: hexStart..<index)
            hexStart = index + 1
        }
        take(hex: hexStart..<run.upperBound)
        if !isHexAlone {
            add(.base64, run)
            if isThorough, run.count <= Self.longestGuess {
                // Characters of a name or a path may be glued to it.
                for skip in 1...3 { add(.base64, run.lowerBound + skip..<run.upperBound, isWhole: false) }
            }
        }
        guard isThorough, run.count <= Self.longestGuess else { return }
        takePieces(run, table)
        take(dense: run, table)
    }

    private mutating func take(dense run: Range<Int>, _ table: UnsafeBufferPointer<ByteClass>) {
        guard run.count >= Self.shortestDense else { return }
        var end = run.upperBound
        while end < bytes.count, bytes[end] == UInt8(ascii: "$") { end += 1 }
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        add(.lzString, run.lowerBound..<end)
    }

    private mutating func take(hex range: Range<Int>) {
        guard range.count >= Self.shortestRun else { return }
        if range.count % 2 == 0 { return add(.hex, range) }
        add(.hex, range.lowerBound..<range.upperBound - 1)
        add(.hex, range.lowerBound + 1..<range.upperBound)
    }

    /// The words of a run: base32 and base58 have no marks in their alphabets, and `/` may part segments.
    private mutating func takePieces(_ run: Range<Int>, _ table: UnsafeBufferPointer<ByteClass>) {
        var start = run.lowerBound
        var segment = run.lowerBound
        for index in run.lowerBound...run.upperBound {
            let byte = index < run.upperBound ? bytes[index] : UInt8(ascii: "/")
            if byte == UInt8(ascii: "/") {
                if index - segment >= Self.shortestRun, segment > run.lowerBound || index < run.upperBound {
                    add(.base64, segment..<index)
                    take(dense: segment..<index, table)
                }
                segment = index + 1
            }
            if table[Int(byte)].contains(.letterOrDigit), index < run.upperBound { continue }
            if index - start >= Self.shortestDense { take(word: start..<index, table) }
            start = index + 1
        }
    }

    private mutating func take(word: Range<Int>, _ table: UnsafeBufferPointer<ByteClass>) {
        var isBase58 = true
        var hasUpper = false
        var hasLower = false
        var hasOtherDigit = false
        for index in word {
            let byte = bytes[index]
            if !table[Int(byte)].contains(.base58) { isBase58 = false }
            if byte &- 0x41 < 26 { hasUpper = true }
            if byte &- 0x61 < 26 { hasLower = true }
            // Base32 has no 0, 1, 8 and 9.
            if byte &- 0x30 < 10, byte &- 0x32 >= 6 { hasOtherDigit = true }
        }
        if hasUpper != hasLower, !hasOtherDigit { add(.base32, word) }
        if isBase58, word.count <= 512 { add(.base58, word) }
    }

    // MARK: Signs

    private mutating func trigger(_ index: Int, _ table: UnsafeBufferPointer<ByteClass>) {
        switch bytes[index] {
        case UInt8(ascii: "%"): percent(index, table)
        case UInt8(ascii: "\\"): escape(index, table)
        case UInt8(ascii: "\""): quote(index)
        case UInt8(ascii: "&"): reference(index, table)
        case UInt8(ascii: "["): array(index)
        case UInt8(ascii: "="):
            quotedPrintable(index)
            begin(index + 1)
        case UInt8(ascii: ":"): if index < Self.longestName { begin(index + 1) }
        case 0x0A: if index >= 2, bytes[index - 2] == 0x0A { begin(index + 1) }
        case 0: utf16(index)
        default: magic(index)
        }
    }

    private mutating func percent(_ index: Int, _ table: UnsafeBufferPointer<ByteClass>) {
        guard index >= tokenEnd, index + 2 < bytes.count else { return }
        let isCoded =
            table[Int(bytes[index + 1])].contains(.hex) && table[Int(bytes[index + 2])].contains(.hex)
            || bytes[index + 1] | 0x20 == UInt8(ascii: "u")
        guard isCoded else { return }
        let token = text(around: index, after: tokenEnd, endedBy: .delimiter, table)
        tokenEnd = token.upperBound
        add(.percent, token)
        // Encoders leave many marks of a value as they are: no two leave the same ones.
        guard index >= componentEnd else { return }
        let component = text(around: index, after: componentEnd, endedBy: .componentEnd, table)
        componentEnd = component.upperBound
        if component != token { add(.percent, component, isWhole: false) }
    }

    private func text(
        around index: Int, after bound: Int, endedBy ends: ByteClass, _ table: UnsafeBufferPointer<ByteClass>
    ) -> Range<Int> {
        var start = index
        let first = max(bound, index - Self.longestToken)
        while start > first, table[Int(bytes[start - 1])].isDisjoint(with: ends) { start -= 1 }
        var end = index
        let last = min(bytes.count, index + Self.longestToken)
        while end < last, table[Int(bytes[end])].isDisjoint(with: ends) { end += 1 }
        return start..<end
    }

    /// The string that the escape stands in: from quote to quote, or else the token.
    private mutating func escape(_ index: Int, _ table: UnsafeBufferPointer<ByteClass>) {
        guard index >= stringEnd, index + 1 < bytes.count, table[Int(bytes[index + 1])].contains(.escaped) else {
            return
        }
        var end = index
        let last = min(bytes.count, index + Self.longestToken)
        while end < last, bytes[end] != UInt8(ascii: "\"") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        end = min(end, last)
        let start = max(lastQuote.map { $0 + 1 } ?? 0, stringEnd, index - Self.longestToken)
        stringEnd = max(end, index + 2)
        add(.stringEscapes, start..<min(max(end, index + 2), bytes.count))
    }

    private mutating func quote(_ index: Int) {
        guard index >= stringEnd else { return }
        defer { lastQuote = index }
        guard isThorough, let start = lastQuote.map({ $0 + 1 }), index > start else { return }
        takeASCII85(start..<index)
    }

    /// A value may begin here that is not written in text, or in marks of all kinds.
    private mutating func begin(_ index: Int) {
        guard isThorough, valueStarts.count < Self.mostStarts, index + Self.shortestDense <= bytes.count else { return }
        valueStarts.append(index)
        var hasMarks = false
        for position in index..<min(index + 2 * Self.shortestDense, bytes.count) {
            let byte = bytes[position]
            if byte < 0x21 || byte > 0x75 {
                if position - index < Self.shortestDense { return }
                break
            }
            if ByteClass.table[Int(byte)].contains(.rareMark) { hasMarks = true }
        }
        guard hasMarks else { return }
        var end = index
        while end < bytes.count, end - index < Self.longestGuess, bytes[end] &- 0x21 <= 0x54 { end += 1 }
        add(.ascii85, index..<end)
    }

    private mutating func takeASCII85(_ range: Range<Int>) {
        guard range.count >= Self.shortestDense, range.count <= Self.longestGuess else { return }
        var hasMarks = false
        for index in range {
            let byte = bytes[index]
            if byte < 0x21 || byte > 0x75 && byte != 0x7A && byte != 0x7E { return }
            if ByteClass.table[Int(byte)].contains(.anyMark) { hasMarks = true }
        }
        if hasMarks { add(.ascii85, range) }
    }

    private mutating func reference(_ index: Int, _ table: UnsafeBufferPointer<ByteClass>) {
        guard index >= referenceEnd, index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "#") else { return }
        func ends(_ byte: UInt8) -> Bool { table[Int(byte)].contains(.markupEnd) }
        var start = index
        while start > referenceEnd, index - start < Self.longestToken, !ends(bytes[start - 1]) { start -= 1 }
        var end = index
        while end < bytes.count, end - index < Self.longestToken, !ends(bytes[end]) { end += 1 }
        referenceEnd = end
        add(.characterReferences, start..<end)
    }

    private mutating func array(_ index: Int) {
        var end = index + 1
        var commas = 0
        while end < bytes.count, end - index < Self.longestToken {
            let byte = bytes[end]
            if byte == UInt8(ascii: ",") { commas += 1 }
            guard byte == UInt8(ascii: ",") || byte == 0x20 || byte == UInt8(ascii: "-") || ASCII.isDigit(byte) else {
                break
            }
            end += 1
        }
        guard commas >= 7, end < bytes.count, bytes[end] == UInt8(ascii: "]") else { return }
        add(.byteArray, index..<end + 1)
    }

    private mutating func quotedPrintable(_ index: Int) {
        guard !hasQuotedPrintable, index + 2 < bytes.count else { return }
        let next = bytes[index + 1]
        let isSoftBreak = next == 0x0A || next == 0x0D && bytes[index + 2] == 0x0A
        let isPair =
            index + 3 < bytes.count && bytes[index + 3] == UInt8(ascii: "=")
            && ASCII.hexValue(next) != nil && ASCII.hexValue(bytes[index + 2]) != nil
        guard isSoftBreak || isPair else { return }
        hasQuotedPrintable = true
        add(.quotedPrintable, 0..<bytes.count)
    }

    private mutating func utf16(_ index: Int) {
        guard index >= utf16End, index > 0, isPrintable(index - 1), isPrintable(index + 1) else { return }
        var end = index + 1
        while end + 1 < bytes.count, isPrintable(end), bytes[end + 1] == 0 { end += 2 }
        let first = index - 1
        if end < bytes.count, isPrintable(end) { end += 1 }
        utf16End = end
        guard end - first >= Self.shortestRun else { return }
        add(.utf16, first..<end)
    }

    private func isPrintable(_ index: Int) -> Bool { index < bytes.count && bytes[index] &- 0x20 < 0x5F }

    private mutating func magic(_ index: Int) {
        guard magicCount < Self.mostMagic else { return }
        let found: (ContentCodingName, Int)? =
            switch bytes[index] {
            case 0x1F where has(0x8B, at: index + 1) && has(0x08, at: index + 2): (.gzip, index)
            case 0xB5
            where index > 0 && has(0x28, at: index - 1) && has(0x2F, at: index + 1)
                && has(0xFD, at: index + 2):
                (.zstd, index - 1)
            case 0x01 where index > 0 && has(0x78, at: index - 1): (.deflate, index - 1)
            case 0x9C where index > 0 && has(0x78, at: index - 1): (.deflate, index - 1)
            case 0xDA where index > 0 && has(0x78, at: index - 1): (.deflate, index - 1)
            case 0x5E where index == 1 && has(0x78, at: 0): (.deflate, 0)
            default: nil
            }
        guard let (coding, start) = found else { return }
        magicCount += 1
        candidates.append(LayerCandidate(layer: .content(coding), range: start..<bytes.count))
    }

    private func has(_ byte: UInt8, at index: Int) -> Bool { index < bytes.count && bytes[index] == byte }

    private mutating func add(_ coding: InnerCoding, _ range: Range<Int>, isWhole: Bool = true) {
        candidates.append(LayerCandidate(layer: .inner(coding), range: range, isWhole: isWhole))
    }

    /// A range that is all of a value is tried for what has no sign of its own.
    mutating func take(value range: Range<Int>) {
        guard isThorough, range.upperBound <= bytes.count else { return }
        takeASCII85(range)
    }
}
