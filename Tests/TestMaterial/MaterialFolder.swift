import Foundation

/// The folder of real and hostile files that tests read in place, when it is there.
package struct MaterialFolder: Sendable {
    private let url: URL

    /// Real files nobody on the project wrote: `FITA_CORPUS`, or `../shared/corpus` beside the package.
    package static let corpus: MaterialFolder? = {
        let folder =
            ProcessInfo.processInfo.environment["FITA_CORPUS"].map { URL(filePath: $0) }
            ?? package.url.deletingLastPathComponent().appending(path: "shared/corpus")
        guard FileManager.default.fileExists(atPath: folder.path) else {
            print("note: the corpus is absent (set FITA_CORPUS); the tests over it see nothing")
            return nil
        }
        return MaterialFolder(url: folder)
    }()

    /// The whole package.
    package static let package = MaterialFolder(
        url: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent())

    /// Hostile files: `Tests/BadInputs`.
    package static let badInputs = MaterialFolder(url: package.url.appending(path: "Tests/BadInputs"))

    private init(url: URL) { self.url = url }

    package var path: String { url.path }

    /// Every file beneath a folder of it, by its path, in order.
    package func files(under folder: String) -> [String] {
        let names = try? FileManager.default.subpathsOfDirectory(atPath: url.appending(path: folder).path)
        return (names ?? []).sorted().map { "\(folder)/\($0)" }.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: url.appending(path: name).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    /// The bytes of a file, by its path inside the folder.
    package func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url.appending(path: path)))
    }
}
