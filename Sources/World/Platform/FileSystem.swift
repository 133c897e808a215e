#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Names of files and what can be done with them.
package enum FileSystem {
    package static func status(_ path: String, followsLinks: Bool = true) throws(PlatformError) -> FileStatus {
        var status = stat()
        let result = followsLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else { throw .last("examine", path) }
        return FileStatus(status)
    }

    package static func exists(_ path: String) -> Bool {
        (try? status(path, followsLinks: false)) != nil
    }

    package static func rename(_ from: String, to: String) throws(PlatformError) {
        guard System.rename(from, to) == 0 else { throw .last("rename", from) }
    }

    /// Removes the name of a file.
    package static func remove(_ path: String) throws(PlatformError) {
        guard unlink(path) == 0 else { throw .last("remove", path) }
    }

    package static func removeEmptyFolder(_ path: String) throws(PlatformError) {
        guard rmdir(path) == 0 else { throw .last("remove", path) }
    }

    /// Makes one folder that only its owner may enter; an existing folder is no error.
    package static func makeFolder(_ path: String) throws(PlatformError) {
        if mkdir(path, 0o700) == 0 { return }
        let error = PlatformError.last("make the folder", path)
        guard error.isAlreadyThere, (try? status(path).kind) == .folder else { throw error }
    }

    package static func setPermissions(_ path: String, _ bits: UInt32) throws(PlatformError) {
        guard chmod(path, mode_t(bits)) == 0 else { throw .last("change the mode of", path) }
    }

    /// The names in a folder without `.` and `..`, in byte order.
    package static func list(_ path: String) throws(PlatformError) -> [String] {
        guard let folder = opendir(path) else { throw .last("list", path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The path without links and dots; the file must be there.
    package static func realPath(_ path: String) throws(PlatformError) -> String {
        guard let resolved = realpath(path, nil) else { throw .last("resolve", path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The whole content of a regular file or a pipe.
    ///
    /// - Parameter limit: bytes; a longer file is an error, not cut.
    package static func read(
        _ path: String, limit: Int = 1 << 30, followsLinks: Bool = true
    ) throws(PlatformError) -> [UInt8] {
        let file = try File(path, for: .read, followsLinks: followsLinks)
        let status = try file.status()
        guard status.kind != .folder else {
            throw PlatformError(operation: "read", path: path, reason: "it is a folder")
        }
        var content: [UInt8] = []
        content.reserveCapacity(min(status.size, limit) + 1)
        let step = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
        defer { step.deallocate() }
        while true {
            let count = try file.read(into: step)
            if count == 0 { return content }
            guard content.count + count <= limit else {
                throw PlatformError(operation: "read", path: path, reason: "it is over the limit of \(limit) bytes")
            }
            content.append(contentsOf: step[..<count])
        }
    }

    /// Writes a whole file so that its name holds either the old or the new content, whatever happens. Mode 0600.
    package static func write(_ bytes: [UInt8], to path: String) throws(PlatformError) {
        let temporary = path + ".new"
        do throws(PlatformError) {
            let file = try File(temporary, for: .replace, followsLinks: false)
            try file.write(bytes)
            try file.sync()
        } catch {
            unlink(temporary)
            throw error
        }
        try rename(temporary, to: path)
        syncFolder(of: path)
    }

    /// Whether ``syncAll()`` can be asked for: one such sync costs less than one for each of many files.
    package static var syncsAll: Bool {
        #if canImport(Darwin)
        false
        #else
        true
        #endif
    }

    /// Puts everything that was written on its medium. Linux waits for it; elsewhere it may only have begun.
    package static func syncAll() { sync() }

    /// Puts a rename or a removal in the folder of `path` on the medium, where the system can.
    package static func syncFolder(of path: String) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let file = try? File(folder, for: .read) else { return }
        // Some file systems refuse to sync a folder; the rename itself has been done.
        try? file.sync()
    }
}
