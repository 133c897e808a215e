package import CassetteFormat
import Platform

extension TapeFile {
    /// Writes items as a new cassette, with its blobs.
    ///
    /// Throws a ``TapeError`` when the name is taken; a `PlatformError` when the file cannot be written.
    /// - Parameter items: in the order of a cassette, exchanges numbered upwards; headers among them are left out.
    package static func write(_ header: TapeHeader, _ items: [TapeItem], to path: String) throws {
        let paths = TapePaths(path)
        guard !FileSystem.exists(paths.cassette) else {
            throw TapeError(
                .existing, "there is a file of that name already", path: paths.cassette,
                action: "choose another name, or remove the file")
        }
        let cassette = try CassetteFile(paths, header: header, limits: TapeLimits())
        for item in items {
            if case .header = item { continue }
            try cassette.add(item)
        }
        try cassette.finish()
        try cassette.place()
    }
}
