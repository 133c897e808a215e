import Foundation

/// The folder of real and hostile files that tests read in place, when it is there.
package struct MaterialFolder: Sendable {
    private let url: URL

    /// Real files nobody on the project wrote: `FITA_CORPUS`, or `../shared/corpus` beside the package.
    package static let corpus = MaterialFolder(named: "corpus")

    /// Hostile files, beside the corpus.
    package static let badInputs = MaterialFolder(named: "badinputs")

    private init?(named name: String) {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let corpus =
            ProcessInfo.processInfo.environment["FITA_CORPUS"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared/corpus")
        let folder = corpus.deletingLastPathComponent().appending(path: name)
        guard FileManager.default.fileExists(atPath: folder.path) else {
            print("note: \(name) is absent (set FITA_CORPUS); the tests over it see nothing")
            return nil
        }
        url = folder
    }

    /// The bytes of a file, by its path inside the folder.
    package func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url.appending(path: path)))
    }
}
