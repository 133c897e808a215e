package import Platform

/// Where a journal's bytes go: a file; in tests, a medium that loses its power.
package protocol JournalMedium: Sendable {
    /// Adds all of these at the end; they outlive this process, and the machine after ``sync()``.
    func write(_ bytes: UnsafeRawBufferPointer) throws(PlatformError)
    /// What was written before the call is on the medium when this returns.
    func sync() throws(PlatformError)
    func truncate(to size: Int) throws(PlatformError)
    /// Lets others have the journal.
    func unlock()
}

/// A journal in a file.
final class JournalFileMedium: JournalMedium {
    private let file: File

    init(_ file: consuming File) { self.file = file }

    func write(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) { try file.write(bytes) }
    func sync() throws(PlatformError) { try file.dataSync() }
    func truncate(to size: Int) throws(PlatformError) { try file.truncate(to: size) }
    func unlock() { file.unlock() }
}
