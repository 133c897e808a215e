/// Gives the content of a blob whole and verified, or nil when it is to stay outside.
package typealias BlobSource = (_ digest: String, _ size: Int) throws(TapeError) -> [UInt8]?

/// Reads a cassette item by item over its bytes.
///
/// At first the places of all blocks are found and their checksums compared; blocks are then read one at a time.
/// ``next()`` throws where something is damaged; reading may go on behind it. Belongs to one thread.
package final class CassetteReader {
    /// Nil when it is damaged; the first call of ``next()`` then says so.
    package private(set) var header: TapeHeader?
    /// What is odd but loses nothing that is here: copies, order, missing numbers, a missing end.
    package let remarks: [TapeError]

    private let bytes: UnsafeRawBufferPointer
    private let limits: TapeLimits
    private let blob: BlobSource
    private let segments: CassetteSegments
    private var nextSegment = 0
    private var nextDamage = 0
    private var waiting: [TapeItem] = []
    private var part = BlockPart.whole
    private var headerError: TapeError?

    /// - Parameters:
    ///   - bytes: the whole file; must stay valid as long as the reader.
    ///   - blob: asked for each content that does not stand in the file.
    ///   - passed: told now and then how far the checksums have been compared.
    ///
    /// Throws when the bytes are no cassette of a version that this program reads.
    package init(
        _ bytes: UnsafeRawBufferPointer, limits: TapeLimits = TapeLimits(),
        blob: @escaping BlobSource = { (_, _) throws(TapeError) in nil }, passed: (Int) -> Void = { _ in }
    ) throws(TapeError) {
        self.bytes = bytes
        self.limits = limits
        self.blob = blob
        try Self.checkVersion(bytes)
        segments = CassetteSegments(bytes, from: 0, line: 1, limits: limits, passed: passed)
        remarks = segments.remarks
        do throws(TapeError) {
            guard let first = segments.segments.first, first.range.lowerBound == 0 else { return }
            var parser = SegmentParser(bytes, first.range, line: first.line, limits: limits, blob: blob)
            header = try parser.header()
        } catch {
            headerError = error
        }
        nextSegment = 1
    }

    /// Whether the bytes begin as a cassette does.
    package static func isCassette(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: "fita ".utf8)
    }

    /// The count of blocks that are whole.
    package var blockCount: Int { segments.segments.reduce(0) { $1.exchange == nil ? $0 : $0 + 1 } }

    /// Begins again behind the header.
    ///
    /// - Parameter part: what is read of each block from now on.
    package func rewind(reading part: BlockPart) {
        nextSegment = 1
        nextDamage = 0
        waiting = []
        self.part = part
    }

    /// Where the part that is read next begins; a tape in order has been read up to there.
    package var offset: Int {
        nextSegment < segments.segments.count ? segments.segments[nextSegment].range.lowerBound : bytes.count
    }

    /// The next item in the order of the tape; nil at its end.
    package func next() throws(TapeError) -> TapeItem? {
        if let error = headerError {
            headerError = nil
            throw error
        }
        while waiting.isEmpty {
            guard let segment = try takeSegment() else { return nil }
            var parser = SegmentParser(bytes, segment.range, line: segment.line, limits: limits, blob: blob)
            parser.part = part
            do throws(TapeError) { waiting = try parser.items().reversed() } catch { throw error.of(segment) }
        }
        return waiting.popLast()
    }

    /// The request of the next exchange, and where its block stands; nil at the tape's end.
    /// What follows the request is passed over, and verified by the block's checksum alone.
    package func nextRequest() throws(TapeError) -> (request: RecordedRequest, block: BlockPlace?)? {
        if let error = headerError {
            headerError = nil
            throw error
        }
        while let segment = try takeSegment() {
            var parser = SegmentParser(bytes, segment.range, line: segment.line, limits: limits, blob: blob)
            do throws(TapeError) {
                let place = BlockPlace(segment.range, line: segment.line)
                if let request = try parser.request() { return (request, place) }
            } catch { throw error.of(segment) }
        }
        return nil
    }

    /// The next segment that is whole; throws where damage stands before it.
    private func takeSegment() throws(TapeError) -> CassetteSegments.Segment? {
        if nextDamage < segments.damaged.count, segments.damaged[nextDamage].before <= nextSegment {
            defer { nextDamage += 1 }
            throw segments.damaged[nextDamage].error
        }
        guard nextSegment < segments.segments.count else { return nil }
        defer { nextSegment += 1 }
        return segments.segments[nextSegment]
    }

    /// What can be read of the block in which the file ends; its end is `recorderDied`.
    package func cutExchange() -> Exchange? {
        guard var range = segments.cut else { return nil }
        // Of the line that was cut only a piece of a body says something true.
        var lastLine = range.upperBound
        while lastLine > range.lowerBound, bytes[lastLine - 1] != 0x0A { lastLine -= 1 }
        if lastLine < range.upperBound, bytes[lastLine] != UInt8(ascii: "|") { range = range.lowerBound..<lastLine }
        var parser = SegmentParser(bytes, range, line: segments.cutLine, limits: limits, blob: blob)
        return parser.salvage()
    }

    private static func checkVersion(_ bytes: UnsafeRawBufferPointer) throws(TapeError) {
        guard !bytes.isEmpty else {
            throw TapeError(
                .empty, "the cassette is empty", offset: 0, saw: "a file of no bytes",
                action: "record it again, or restore it from version control")
        }
        guard isCassette(bytes) else {
            let seen = bytes.prefix(24).map { $0 > 0x20 && $0 < 0x7F ? String(UnicodeScalar($0)) : "·" }.joined()
            throw TapeError(
                .notATape, "this is not a cassette", offset: 0, saw: seen, why: "a cassette begins with \"fita 1\"",
                action: "name a .fita or .fitaj file")
        }
        let lineEnd = ByteScan.lineFeed(bytes, from: 0, to: min(bytes.count, 64))
        var reader = TextReader(bytes, 5..<lineEnd)
        let stated = String(decoding: bytes[5..<lineEnd], as: UTF8.self)
        guard let version = try? reader.number(), reader.isAtEnd, lineEnd < bytes.count, version >= 1 else {
            throw TapeError(
                .notATape, "the cassette's version cannot be read", line: 1, saw: stated,
                why: "the first line is \"fita\" and a number", action: "restore it from version control")
        }
        guard version <= CassetteWriter.version else {
            throw TapeError(
                .version, "the cassette is of format \(version)", line: 1, saw: stated,
                why: "this program reads format \(CassetteWriter.version)", action: "update the program")
        }
    }
}

extension TapeError {
    /// The same error with the exchange of its segment, where it could not be read that far.
    fileprivate func of(_ segment: CassetteSegments.Segment) -> TapeError {
        guard exchange == nil else { return self }
        var copy = self
        copy.exchange = segment.exchange
        return copy
    }
}
