import Foundation

/// The files of this package, as the house tests see them.
struct House {
    let root: URL
    let package: RoomTable
    /// Swift and C of `Sources` and `Tests`.
    let code: [SourceFile]
    /// Every other text we keep: documents, scripts, settings.
    let texts: [SourceFile]

    /// This checkout, read once.
    static let own: Result<House, any Error> = Result { try House(root: ownRoot) }

    static let ownRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    init(root: URL) throws {
        self.root = root
        package = try RoomTable(String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8))
        var code: [SourceFile] = []
        var texts: [SourceFile] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted() {
            // Build folders, git's own and a bench's scratch are no part of the house.
            guard !path.hasPrefix("."), !path.contains("/.build/") else { continue }
            switch path.split(separator: ".").last {
            case "swift", "c", "h": code.append(try SourceFile(path: path, under: root))
            case "md", "py", "js", "json": texts.append(try SourceFile(path: path, under: root))
            default:
                var isFolder: ObjCBool = false
                let full = root.appending(path: path).path
                guard path.hasPrefix("Scripts/"), FileManager.default.fileExists(atPath: full, isDirectory: &isFolder),
                    !isFolder.boolValue, !path.hasSuffix(".pyc")
                else { continue }
                texts.append(try SourceFile(path: path, under: root))
            }
        }
        self.code = code
        self.texts = texts
    }

    var sources: [SourceFile] { code.filter { $0.path.hasPrefix("Sources/") } }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).sorted()
    }
}
