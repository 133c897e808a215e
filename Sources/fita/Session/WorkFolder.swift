import Cryptography
import Platform

/// A folder for what a verb makes on its way.
struct WorkFolder {
    let root: String

    /// The folder given, made if it is not there; else a new one under the system's folder for such things.
    init(_ given: String?, name: String) throws(VerbFailure) {
        do throws(PlatformError) {
            if let given {
                try FileSystem.makeFolder(given)
                root = given
            } else {
                let base = Environment.value("TMPDIR") ?? "/tmp"
                root =
                    "\(base.hasSuffix("/") ? String(base.dropLast()) : base)/\(name)-\(hex(try SystemRandom.bytes(6)))"
                try FileSystem.makeFolder(root)
            }
        } catch {
            throw VerbFailure(.environment, "\(error)", action: "name a folder that can be made with -o FOLDER")
        }
    }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    func write(_ bytes: [UInt8], to path: String) throws(VerbFailure) {
        do throws(PlatformError) {
            try FileSystem.write(bytes, to: path)
        } catch {
            throw VerbFailure(.environment, "\(error)")
        }
    }

    /// Takes tapes of ours away, and the folder where nothing else is in it.
    func remove(tapes: [String]) {
        for tape in tapes { removeTape(tape) }
        try? FileSystem.removeEmptyFolder(root)
    }

    /// Takes a tape of ours away, with its blobs.
    func removeTape(_ path: String) {
        let blobs = path.hasSuffix(".fita") ? String(path.dropLast(5)) + ".blobs" : path + ".blobs"
        for name in (try? FileSystem.list(blobs)) ?? [] { try? FileSystem.remove("\(blobs)/\(name)") }
        try? FileSystem.removeEmptyFolder(blobs)
        try? FileSystem.remove(path)
    }
}
