import CassetteFormat
import Cryptography
import Platform

/// The folder beside a cassette that holds contents by their digests.
final class BlobFolder {
    private let paths: TapePaths
    private var isMade = false
    /// Digests that are known to be there and right.
    private var known: Set<String> = []
    private(set) var written = 0

    init(_ paths: TapePaths) { self.paths = paths }

    /// Stores a content under its digest; what is there already and right stays.
    func store(_ digest: String, _ content: UnsafeRawBufferPointer) throws {
        guard !(try isThere(digest, content.count)) else { return }
        let temporary = try newFile("new-\(digest)")
        do {
            let file = try File(temporary, for: .replace, followsLinks: false)
            try file.write(content)
            try BlobFolder.settle(file)
        }
        try place(temporary, as: digest)
    }

    /// The path of a new file within the folder, to be given to ``place(_:as:)`` when it is whole.
    func newFile(_ name: String) throws -> String {
        if !isMade {
            try FileSystem.makeFolder(paths.blobs)
            try BlobFolder.checkFolder(paths)
            isMade = true
        }
        return paths.blobs + "/." + name
    }

    func place(_ temporary: String, as digest: String) throws {
        try FileSystem.rename(temporary, to: paths.blob(digest))
        known.insert(digest)
        written += 1
    }

    /// Whether the content is there and right.
    func isThere(_ digest: String, _ size: Int) throws -> Bool {
        if known.contains(digest) { return true }
        guard let status = try? FileSystem.status(paths.blob(digest), followsLinks: false) else { return false }
        guard status.kind == .regular, status.size == size, try BlobFolder.digest(paths, digest) == digest else {
            return false
        }
        known.insert(digest)
        return true
    }

    /// Puts a content on the medium where that is not done for all at once by ``sync()``. Until then a loss of power
    /// leaves the journal, and packing it again looks at each content.
    static func settle(_ file: borrowing File) throws(PlatformError) {
        if !FileSystem.syncsAll { try file.sync() }
    }

    /// Puts all contents and the folder's names on the medium.
    func sync() {
        guard written > 0 else { return }
        if FileSystem.syncsAll { FileSystem.syncAll() }
        FileSystem.syncFolder(of: paths.blobs + "/")
    }

    private static func checkFolder(_ paths: TapePaths) throws(TapeError) {
        let kind = try? FileSystem.status(paths.blobs, followsLinks: false).kind
        guard kind == .folder else {
            throw TapeError(
                .blobName, "the folder of blobs is not a folder", path: paths.blobs,
                why: "a link could lead anywhere", action: "put a folder in its place")
        }
    }

    // MARK: Reading

    /// The content, verified; nil when it is over the limit and only its size has been compared.
    static func load(
        _ paths: TapePaths, _ digest: String, _ size: Int, limit: Int
    ) throws(TapeError) -> [UInt8]? {
        try checkFolder(paths)
        let path = paths.blob(digest)
        do throws(PlatformError) {
            let status = try FileSystem.status(path, followsLinks: false)
            guard status.kind == .regular else {
                throw PlatformError(operation: "read", path: path, reason: "it is not a regular file")
            }
            guard status.size == size else { throw wrongSize(path, size, status.size) }
            guard size <= limit else { return nil }
            let content = try FileSystem.read(path, limit: size, followsLinks: false)
            guard TapedBody.digest(of: content) == digest else { throw PlatformError.changed(path) }
            return content
        } catch {
            throw unreadable(path, error)
        }
    }

    /// Throws unless the content is there, as long as stated, and right.
    static func verify(_ paths: TapePaths, _ digest: String, _ size: Int) throws(TapeError) {
        // Over any limit only the size is compared; the digest is taken without loading the content.
        _ = try load(paths, digest, size, limit: -1)
        let path = paths.blob(digest)
        do throws(PlatformError) {
            guard try Self.digest(paths, digest) == digest else { throw PlatformError.changed(path) }
        } catch {
            throw unreadable(path, error)
        }
    }

    /// The digest of the content that stands under a name.
    static func digest(_ paths: TapePaths, _ name: String) throws(PlatformError) -> String {
        let file = try File(paths.blob(name), for: .read, followsLinks: false)
        let step = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { step.deallocate() }
        let hasher = SHA256Hasher()
        while true {
            let count = try file.read(into: step)
            if count == 0 { return hex(hasher.finish()) }
            hasher.update(UnsafeRawBufferPointer(rebasing: step[..<count]))
        }
    }

    private static func wrongSize(_ path: String, _ stated: Int, _ seen: Int) -> PlatformError {
        PlatformError(operation: "use", path: path, reason: "it has \(seen) bytes, the tape says \(stated)")
    }

    private static func unreadable(_ path: String, _ error: PlatformError) -> TapeError {
        if error.isNotFound {
            return TapeError(
                .blobMissing, "a content of the tape is missing", saw: "no file \(path)",
                why: "the folder of blobs belongs to the cassette", action: "restore it from where the tape came from")
        }
        let isChanged = error == .changed(path)
        return TapeError(
            isChanged ? .digest : .blobName,
            isChanged ? "a content does not match its digest" : "a content cannot be used",
            saw: path, why: error.reason, action: "restore it from where the tape came from")
    }
}

extension PlatformError {
    fileprivate static func changed(_ path: String) -> PlatformError {
        PlatformError(operation: "use", path: path, reason: "it has changed since it was written")
    }
}
