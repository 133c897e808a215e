import Foundation
import TestMaterial

/// Where seeds come from: the repository's own files, and the corpus where there is one.
struct SeedFiles: Sendable {
    /// Longer files are no good seeds.
    private static let longest = 256 << 10

    /// Files of the repository beneath a folder whose names end so.
    func files(under folder: String, _ suffixes: [String]) -> [[UInt8]] {
        read(MaterialFolder.package, folder, suffixes)
    }

    /// Files of the corpus; none when it is absent.
    func corpus(_ folder: String, _ suffixes: [String] = [""]) -> [[UInt8]] {
        MaterialFolder.corpus.map { read($0, folder, suffixes) } ?? []
    }

    /// The inputs of a file of bad inputs.
    func badInputs(_ file: String) -> [[UInt8]] { BadInput.cases(of: file).map(\.bytes) }

    /// Inputs that were found to break something once.
    func kept(_ target: String) -> [[UInt8]] { files(under: "Tests/FuzzTargets/Kept/\(target)", [""]) }

    /// Puts a target's seeds into a folder, one a file, for other fuzzers.
    func write(_ target: FuzzTarget, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for seed in target.seeds(self) + kept(target.name) {
            let name = String(Pieces.seed(seed), radix: 16)
            try Data(seed).write(to: URL(filePath: folder).appending(path: name))
        }
    }

    private func read(_ place: MaterialFolder, _ folder: String, _ suffixes: [String]) -> [[UInt8]] {
        place.files(under: folder).filter { name in suffixes.contains { name.hasSuffix($0) } }
            .compactMap { try? place.bytes($0) }.filter { !$0.isEmpty && $0.count <= Self.longest }
    }
}
