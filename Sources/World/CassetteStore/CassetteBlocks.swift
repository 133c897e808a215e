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

    /// A blob up to so many bytes is kept in memory once it has been read.
    package static let heldBlobSize = 16 << 10
    /// So many bytes of them together.
    package static let heldBlobsSize = 4 << 20

    package init(_ path: String, limits: TapeLimits = TapeLimits()) throws(PlatformError) {
        file = try File(path, for: .read)
        paths = TapePaths(path)
        self.limits = limits
    }

    /// The exchange in this block; a content that is kept outside is left there.
    /// - Parameter part: what is read of it.
    package func exchange(at place: BlockPlace, reading part: BlockPart) throws -> Exchange {
        let block = try file.bytes(at: place.offset, place.size)
        return try block.withUnsafeBytes {
            try BlockPlace.exchange($0, line: place.line, reading: part, limits: limits)
        }
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
        case .memory(let payload): return Array(payload[offset..<offset + wanted])
        case .file(let file):
            let piece = try file.bytes(at: offset, wanted)
            guard piece.count == wanted else {
                throw PlatformError(operation: "read", path: file.path, reason: "it has become shorter")
            }
            return piece
        }
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
