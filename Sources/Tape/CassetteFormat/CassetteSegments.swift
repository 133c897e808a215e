/// Where the parts of a cassette are: each from behind one checksum line to the next.
struct CassetteSegments {
    struct Segment {
        /// Without the checksum line.
        let range: Range<Int>
        /// The number of the first line.
        let line: Int
        /// No exchange has the number -1: a long tape has many segments.
        private let number: Int

        init(range: Range<Int>, line: Int, exchange: Int?) {
            self.range = range
            self.line = line
            number = exchange ?? -1
        }

        /// Of the exchange in it; nil where there is none.
        var exchange: Int? { number < 0 ? nil : number }
    }

    private(set) var segments: [Segment] = []
    /// Each with the index of the segment before which it stands.
    private(set) var damaged: [(before: Int, error: TapeError)] = []
    private(set) var remarks: [TapeError] = []
    /// What stands behind the last checksum line when the tape has no end line.
    private(set) var cut: Range<Int>?
    private(set) var cutLine = 0

    /// So many bytes are passed before it is told again.
    private static let passedStep = 1 << 20
    /// The checksum of a line feed.
    private static let emptyLine = ([0x0A] as [UInt8]).withUnsafeBytes { CRC32C.checksum($0) }

    private let bytes: UnsafeRawBufferPointer
    private let limits: TapeLimits
    private var start: Int
    private var line: Int
    private var startLine: Int
    private var resyncLeft: Int
    private var endCount: Int?

    /// - Parameter start: behind the first segment, which the caller has read.
    init(
        _ bytes: UnsafeRawBufferPointer, from start: Int, line: Int, limits: TapeLimits,
        passed: (Int) -> Void = { _ in }
    ) {
        self.bytes = bytes
        self.limits = limits
        self.start = start
        self.line = line
        startLine = line
        resyncLeft = limits.resyncBytes
        scan(passed)
        settleOrder()
    }

    private mutating func scan(_ passed: (Int) -> Void) {
        var position = start
        var told = start
        while position < bytes.count {
            guard damaged.count <= limits.damages else { return }
            let lineEnd = ByteScan.lineFeed(bytes, from: position, to: bytes.count)
            let first = bytes[position]
            if first == UInt8(ascii: "."), lineEnd < bytes.count {
                close(at: position, lineEnd: lineEnd)
            } else if first == UInt8(ascii: "e"), end(at: position, lineEnd: lineEnd) {
                if lineEnd == bytes.count { noteCutEnd() }
                line += 1
                start = lineEnd + 1
                if start < bytes.count {
                    add(
                        TapeError(
                            .afterEnd, "bytes stand behind the end of the tape", line: line, offset: start,
                            why: "two tapes were joined, or the file was damaged",
                            action: "fita repair keeps what stands before"))
                }
                return
            }
            position = lineEnd + 1
            line += 1
            if start - told >= Self.passedStep {
                told = start
                passed(start)
            }
        }
        guard start < bytes.count else {
            noteMissingEnd()
            return
        }
        guard let exchange = Self.exchange(bytes, start..<bytes.count) else {
            noteMissingEnd()
            return
        }
        cut = start..<bytes.count
        cutLine = startLine
        add(
            TapeError(
                .cut, "the tape is cut within a block", exchange: exchange, line: startLine, offset: bytes.count,
                saw: "the end of the file after \(bytes.count - start) bytes of the block",
                why: "the file was cut, or not written to its end",
                action: "fita repair (keeps the blocks before it, marks this one as cut)"))
    }

    private mutating func noteMissingEnd() {
        remark(
            TapeError(
                .noEnd, "the tape has no end line", line: line, offset: bytes.count,
                why: "blocks that stood at its end may be missing", action: "fita repair writes it anew"))
    }

    /// The checksum does not cover the last line feed, and nothing else is behind it.
    private mutating func noteCutEnd() {
        remark(
            TapeError(
                .cut, "the tape is cut within its end line", line: line, offset: bytes.count,
                saw: "the end of the file where a line feed must stand",
                why: "the file was cut, or not written to its end; no exchange is lost",
                action: "fita repair writes the end anew"))
    }

    private mutating func remark(_ error: TapeError) {
        if remarks.count < limits.damages { remarks.append(error) }
    }

    /// One more than the limit says that there are more, and ends the search.
    private mutating func add(_ error: TapeError) {
        guard damaged.count <= limits.damages else { return }
        guard damaged.count == limits.damages else {
            damaged.append((segments.count, error))
            return
        }
        let over = TapeError(
            .limit, "the tape has more than \(limits.damages) damaged places", line: error.line, offset: error.offset,
            action: "restore it from where it came from")
        damaged.append((segments.count, over))
    }

    /// A checksum line ends the segment.
    private mutating func close(at position: Int, lineEnd: Int) {
        defer {
            start = lineEnd + 1
            startLine = line + 1
        }
        let range = start..<position
        guard lineEnd - position == 10, bytes[position + 1] == 0x20,
            let stated = Self.checksum(bytes, position + 2..<lineEnd)
        else {
            add(broken(range, "the checksum line is not one"))
            return
        }
        let content = UnsafeRawBufferPointer(rebasing: bytes[range])
        if Self.matches(content, stated) {
            segments.append(segment(range, startLine))
            return
        }
        guard let whole = wholeTail(of: range, stated) else {
            add(broken(range, "the block does not match its checksum"))
            return
        }
        add(broken(start..<whole.lowerBound, "the block does not match its checksum"))
        let lines = lineCount(start..<whole.lowerBound)
        segments.append(segment(whole, startLine + lines))
    }

    /// The empty line before the block may have fallen to the damage of the line before it.
    static func matches(_ block: UnsafeRawBufferPointer, _ stated: UInt32) -> Bool {
        CRC32C.checksum(block) == stated || CRC32C.checksum(block, after: emptyLine) == stated
    }

    /// The last block of a damaged part may be whole: only a segment begins with an empty line.
    private mutating func wholeTail(of range: Range<Int>, _ stated: UInt32) -> Range<Int>? {
        var position = range.lowerBound
        var candidates: [Int] = []
        while position < range.upperBound {
            if position > range.lowerBound {
                if bytes[position] == 0x0A { candidates.append(position) }
                // Damage that does not end its line takes the empty line's place.
                if bytes[position] == UInt8(ascii: "@") { candidates.append(position - 1) }
            }
            position = ByteScan.lineFeed(bytes, from: position, to: range.upperBound) + 1
        }
        for candidate in candidates.reversed().prefix(16) {
            resyncLeft -= range.upperBound - candidate
            guard resyncLeft > 0 else { return nil }
            let tail = candidate..<range.upperBound
            if CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[tail])) == stated { return tail }
        }
        return nil
    }

    private func lineCount(_ range: Range<Int>) -> Int {
        bytes[range].reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
    }

    private func segment(_ range: Range<Int>, _ line: Int) -> Segment {
        Segment(range: range, line: line, exchange: Self.exchange(bytes, range))
    }

    private func broken(_ range: Range<Int>, _ summary: String) -> TapeError {
        TapeError(
            .checksum, summary, exchange: Self.exchange(bytes, range), line: startLine, offset: range.lowerBound,
            saw: "\(range.count) bytes that have changed since they were written",
            why: "the file was damaged, or edited by hand",
            action: "restore it from version control, or fita repair (keeps the other blocks)")
    }

    /// `end COUNT CHECKSUM`; false when the line is not one.
    private mutating func end(at position: Int, lineEnd: Int) -> Bool {
        var reader = TextReader(bytes, position..<lineEnd)
        guard reader.take("end "), let count = try? reader.number(), reader.take(" "),
            let stated = Self.checksum(bytes, reader.rest)
        else { return false }
        let covered = start..<reader.rest.lowerBound
        let range = start..<position
        if CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[covered])) == stated {
            segments.append(segment(range, startLine))
            endCount = count
        } else {
            add(broken(covered, "the end of the tape does not match its checksum"))
        }
        return true
    }

    /// What the checksum line that stands at a place says; nil where none does.
    static func checksum(behind place: Int, in bytes: UnsafeRawBufferPointer) -> UInt32? {
        guard place + 10 <= bytes.count, bytes[place] == UInt8(ascii: "."), bytes[place + 1] == 0x20 else { return nil }
        return checksum(bytes, place + 2..<place + 10)
    }

    static func checksum(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt32? {
        guard range.count == 8 else { return nil }
        var value: UInt32 = 0
        for byte in bytes[range] {
            guard byte &- 0x30 < 10 || byte &- 0x61 < 6 else { return nil }
            value = value << 4 | UInt32(byte &- 0x30 < 10 ? byte & 15 : byte &- 0x57)
        }
        return value
    }

    /// The number of the block in a segment: of the first line that begins with `@`.
    static func exchange(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        var position = range.lowerBound
        while position < range.upperBound {
            let lineEnd = ByteScan.lineFeed(bytes, from: position, to: range.upperBound)
            if bytes[position] == UInt8(ascii: "@") {
                var reader = TextReader(bytes, position..<lineEnd)
                guard reader.take("@ ") else { return nil }
                return try? reader.number()
            }
            position = lineEnd + 1
        }
        return nil
    }

    /// Puts blocks in the order of their numbers, leaves copies out and says which numbers are missing.
    private mutating func settleOrder() {
        let blocks = segments.reduce(0) { $1.exchange == nil ? $0 : $0 + 1 }
        var last = 0
        var isOrdered = true
        for segment in segments {
            guard let number = segment.exchange else { continue }
            if number <= last { isOrdered = false }
            last = number
        }
        if !isOrdered { sort() }
        var expected = 1
        for segment in segments {
            guard let number = segment.exchange else { continue }
            if number > expected, !isDamaged(expected..<number) { remarkGap(expected..<number, segment.line) }
            expected = number == Int.max ? number : number + 1
        }
        if let endCount, endCount != blocks, damaged.isEmpty {
            remark(
                TapeError(
                    .gap, "the end line counts \(endCount) blocks, \(blocks) are here", line: line,
                    action: "restore the tape from version control, or fita repair (accepts it as it is)"))
        }
    }

    /// Whether a block of these numbers is here and damaged, which has been said.
    private func isDamaged(_ numbers: Range<Int>) -> Bool {
        damaged.prefix(1_000).contains { $0.error.exchange.map(numbers.contains) ?? false }
    }

    private mutating func remarkGap(_ missing: Range<Int>, _ line: Int) {
        let first = missing.lowerBound
        let names = missing.count == 1 ? "exchange \(first) is" : "exchanges \(first) to \(missing.upperBound - 1) are"
        remark(
            TapeError(
                .gap, "\(names) not on the tape", exchange: first, line: line,
                why: "they passed in a gap of the recording, were lost with the journal, or taken out",
                action: "nothing, if they were taken out on purpose"))
    }

    /// As every tape is that was not put together by hand.
    private var isInOrder: Bool {
        var last = 0
        for segment in segments {
            guard let number = segment.exchange else { continue }
            guard number > last else { return false }
            last = number
        }
        return true
    }

    private mutating func sort() {
        guard !isInOrder else { return }
        // Segments without a block keep their place behind the block before them.
        var keyed: [(key: Int, index: Int)] = []
        var last = 0
        for (index, segment) in segments.enumerated() {
            last = segment.exchange ?? last
            keyed.append((last, index))
        }
        keyed.sort { $0 < $1 }
        var sorted: [Segment] = []
        var previousIndex = 0
        for (_, index) in keyed {
            let segment = segments[index]
            if let number = segment.exchange, let previous = sorted.last, previous.exchange == number {
                remarkTwice(segment, previous)
                continue
            }
            if index < previousIndex {
                remark(
                    TapeError(
                        .order, "blocks do not stand in the order of their numbers", exchange: segment.exchange,
                        line: segment.line, action: "fita repair puts them in order"))
            }
            sorted.append(segment)
            previousIndex = index
        }
        segments = sorted
    }

    private mutating func remarkTwice(_ segment: Segment, _ previous: Segment) {
        let isCopy = bytes[segment.range].elementsEqual(bytes[previous.range])
        let error = TapeError(
            .twice, isCopy ? "a block stands twice" : "two blocks have one number", exchange: segment.exchange,
            line: segment.line, saw: "the other one at line \(previous.line)",
            action: isCopy ? "fita repair leaves the copy out" : "give one of them a free number, then fita repair")
        if isCopy { remark(error) } else { add(error) }
    }
}
