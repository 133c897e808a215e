import CassetteFormat
import Platform

/// Writes a cassette beside its final name and puts it there when it is whole.
final class CassetteFile {
    private let paths: TapePaths
    private let temporary: String
    private let file: File
    private var isPlaced = false
    let blobs: BlobFolder
    var writer: CassetteWriter

    init(_ paths: TapePaths, header: TapeHeader, limits: TapeLimits) throws {
        self.paths = paths
        temporary = paths.cassette + ".new"
        file = try File(temporary, for: .replace, followsLinks: false)
        blobs = BlobFolder(paths)
        writer = CassetteWriter(header: header, limits: limits)
    }

    deinit {
        if !isPlaced { try? FileSystem.remove(temporary) }
    }

    /// Adds an item and writes what has gathered.
    func add(_ item: TapeItem) throws {
        var failure: (any Error)?
        writer.add(item) { digest, content in
            do { try blobs.store(digest, content) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        try drain()
    }

    func add(block: [UInt8]) throws {
        writer.add(block: block)
        try drain()
    }

    private func drain() throws {
        if writer.count >= 1 << 18 { try file.write(writer.take()) }
    }

    /// Writes the rest; everything is on the medium when this returns. The name still holds what it held.
    func finish() throws {
        writer.finish()
        try file.write(writer.takeAll())
        try file.sync()
        blobs.sync()
    }

    /// Gives the file its name, in the place of what had it.
    func place() throws {
        try FileSystem.rename(temporary, to: paths.cassette)
        isPlaced = true
        FileSystem.syncFolder(of: paths.cassette)
    }
}
