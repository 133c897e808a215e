package import CassetteFormat
package import Platform

/// Reads single exchanges of a cassette again, by their places, without keeping the file in memory.
package final class CassetteBlocks {
    private let file: File
    private let paths: TapePaths
    private let limits: TapeLimits
    /// Digests of blobs that have been found right.
    private var verified: Set<String> = []
    /// Small blobs, by digest: pixels, which every other answer gives.
    private var held: [String: [UInt8]] = [:]
    private var heldSize = 0
    /// What was read ahead: exchanges are mostly asked for in the order in which they stand.
    private var window = Window(start: 0, bytes: [])
    /// Where the exchange ends that was read last.
    private var last = 0

    private static let windowSize = 64 << 10

    /// A blob up to so many bytes is kept in memory once it has been read.
    package static let heldBlobSize = 16 << 10
    /// So many bytes of them together.
    package static let heldBlobsSize = 4 << 20

    package init(_ path: String, limits: TapeLimits = TapeLimits()) throws(PlatformError) {
        file = try File(path, for: .read)
        paths = TapePaths(path)
        self.limits = limits
    }

    /// The request in this block; a content that is kept outside is left there.
    package func request(at place: BlockPlace) throws -> RecordedRequest {
        try withBlock(place) { try place.request($0, limits: limits) }
    }

    /// The answer in this block; a content that is kept outside is left there.
    package func answer(at place: BlockPlace) throws -> RecordedAnswer {
        try withBlock(place) { try place.answer($0, limits: limits) }
    }

    /// Gives a block with its checksum line.
    private func withBlock<Result>(
        _ place: BlockPlace, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let range = place.offset..<place.offset + place.size + BlockPlace.checksumLineSize
        let isAhead = window.contains(range)
        let isNext = !isAhead && (last..<last + Self.windowSize).contains(range.lowerBound)
        last = range.upperBound
        if isNext { window = Window(start: range.lowerBound, bytes: try read(range, atLeast: Self.windowSize)) }
        if isAhead || isNext { return try window.withBytes(range, body) }
        return try read(range, atLeast: 0).withUnsafeBytes(body)
    }

    private func read(_ range: Range<Int>, atLeast size: Int) throws(PlatformError) -> [UInt8] {
        let bytes = try file.bytes(at: range.lowerBound, max(range.count, size))
        // The last line of a tape may lack its line feed.
        guard bytes.count >= range.count - 1 else { throw .shorter(file.path) }
        return bytes
    }

    /// The content of a body piece by piece. One that is kept outside is verified first.
    package func content(of body: TapedBody) throws -> BodyContent {
        guard body.isExternal else { return BodyContent(body.payload) }
        if let payload = held[body.digest], payload.count == body.payloadSize { return BodyContent(payload) }
        if !verified.contains(body.digest) {
            try BlobFolder.verify(paths, body.digest, body.payloadSize)
            verified.insert(body.digest)
        }
        let file = try File(paths.blob(body.digest), for: .read, followsLinks: false)
        let content = BodyContent(file, size: body.payloadSize)
        guard body.payloadSize <= Self.heldBlobSize, heldSize + body.payloadSize <= Self.heldBlobsSize else {
            return content
        }
        let payload = try content.read(at: 0, body.payloadSize)
        held[body.digest] = payload
        heldSize += payload.count
        return BodyContent(payload)
    }
}

/// Bytes of a file from a place on.
private struct Window {
    let start: Int
    let bytes: [UInt8]

    func contains(_ range: Range<Int>) -> Bool {
        start <= range.lowerBound && range.upperBound <= start + bytes.count
    }

    func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes {
            let end = min(range.upperBound - start, $0.count)
            return try body(UnsafeRawBufferPointer(rebasing: $0[range.lowerBound - start..<end]))
        }
    }
}

/// Where the content of a body is.
package final class BodyContent {
    private enum Source: ~Copyable {
        case memory([UInt8])
        case file(File)
    }

    private let source: Source
    package let size: Int

    package init(_ payload: [UInt8]) {
        source = .memory(payload)
        size = payload.count
    }

    init(_ file: consuming File, size: Int) {
        source = .file(file)
        self.size = size
    }

    /// At most `count` bytes from `offset` on; fewer at the end.
    package func read(at offset: Int, _ count: Int) throws(PlatformError) -> [UInt8] {
        let wanted = min(count, size - offset)
        switch source {
        case .memory(let payload): return wanted == size ? payload : Array(payload[offset..<offset + wanted])
        case .file(let file):
            let piece = try file.bytes(at: offset, wanted)
            guard piece.count == wanted else { throw .shorter(file.path) }
            return piece
        }
    }
}

extension PlatformError {
    fileprivate static func shorter(_ path: String) -> PlatformError {
        PlatformError(operation: "read", path: path, reason: "it has become shorter")
    }
}

extension File {
    /// Bytes from a place on; fewer where the file ends.
    fileprivate borrowing func bytes(at offset: Int, _ count: Int) throws(PlatformError) -> [UInt8] {
        var failure: PlatformError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(PlatformError) {
                filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
