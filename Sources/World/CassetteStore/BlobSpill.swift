import CassetteFormat
import Platform

/// Writes the contents of long bodies to the blob folder while the journal is read.
final class BlobSpill: BodySpill {
    private struct Key: Hashable {
        let exchange: Int
        let side: BodySide
    }

    private final class OpenBlob {
        let file: File
        let path: String
        var size = 0

        init(_ path: String) throws(PlatformError) {
            file = try File(path, for: .replace, followsLinks: false)
            self.path = path
        }
    }

    private let folder: BlobFolder
    private var open: [Key: OpenBlob] = [:]
    /// The first thing that went wrong; nothing is written after it.
    private(set) var failure: (any Error)?

    init(_ folder: BlobFolder) { self.folder = folder }

    func append(exchange: Int, side: BodySide, _ content: UnsafeRawBufferPointer) {
        attempt {
            let blob = try blob(Key(exchange: exchange, side: side))
            try blob.file.write(content)
            blob.size += content.count
        }
    }

    func finish(exchange: Int, side: BodySide, digest: String) {
        attempt {
            guard let blob = open.removeValue(forKey: Key(exchange: exchange, side: side)) else { return }
            if try folder.isThere(digest, blob.size) {
                try FileSystem.remove(blob.path)
            } else {
                try BlobFolder.settle(blob.file)
                try folder.place(blob.path, as: digest)
            }
        }
    }

    /// Removes what has not been finished.
    func removeUnfinished() {
        for blob in open.values { try? FileSystem.remove(blob.path) }
        open = [:]
    }

    private func blob(_ key: Key) throws -> OpenBlob {
        if let blob = open[key] { return blob }
        let blob = try OpenBlob(folder.newFile("new-\(key.exchange)-\(key.side)"))
        open[key] = blob
        return blob
    }

    private func attempt(_ body: () throws -> Void) {
        guard failure == nil else { return }
        do { try body() } catch { failure = error }
    }
}
