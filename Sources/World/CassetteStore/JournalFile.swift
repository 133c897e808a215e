import CassetteFormat
import Platform

/// Opening of journals for writing.
enum JournalFile {
    /// Makes and locks the journal of a new tape.
    static func openNew(_ paths: TapePaths) throws -> File {
        try refuseExistingTape(paths)
        while true {
            let file = try File(paths.journal, for: .append, followsLinks: false)
            guard file.lock() else { throw held(paths) }
            let status = try file.status()
            guard status.kind == .regular else {
                throw PlatformError(operation: "record to", path: paths.journal, reason: "it is not a regular file")
            }
            // Between opening and locking, a finishing recorder may have taken the name away.
            guard let named = try? FileSystem.status(paths.journal), named.isSameFile(as: status) else { continue }
            guard status.size == 0 else { throw leftOver(paths) }
            try FileSystem.setPermissions(paths.journal, 0o600)
            FileSystem.syncFolder(of: paths.journal)
            return file
        }
    }

    private static func refuseExistingTape(_ paths: TapePaths) throws {
        let status: FileStatus
        do throws(PlatformError) {
            status = try FileSystem.status(paths.cassette, followsLinks: false)
        } catch {
            if error.isNotFound { return }
            throw error
        }
        guard status.size > 0 || status.kind != .regular else { return }
        throw TapeError(
            .existing, "the tape is already there", path: paths.cassette,
            saw: status.kind == .link ? "a symbolic link" : "\(status.size) bytes",
            action: "record under another name, or move the old tape away")
    }

    private static func held(_ paths: TapePaths) -> TapeError {
        var process: Int32?
        if let content = try? FileContent(paths.journal) {
            process = content.withBytes { bytes in
                var reader = JournalReader(bytes)
                guard case .frame(let frame) = reader.next(), frame.type == .tapeOpen else { return nil }
                return TapeHeader.journalProcess(frame.payload)
            }
        }
        let holder = process.map { "process \($0)" } ?? "another process"
        return TapeError(
            .locked, "the tape is being recorded already", path: paths.journal, saw: "a lock held by \(holder)",
            action: "stop \(holder), or record under another name")
    }

    private static func leftOver(_ paths: TapePaths) -> TapeError {
        TapeError(
            .existing, "the journal of an earlier recording is still there", path: paths.journal,
            why: "its recorder was stopped before it could write the cassette",
            action: "fita pack \(paths.journal)   (makes the cassette), or move it away")
    }
}
