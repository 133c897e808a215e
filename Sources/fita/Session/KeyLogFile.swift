import Platform

/// The file that `SSLKEYLOGFILE` names: with it, other tools read captures of fita's connections.
final class KeyLogFile {
    private let file: File
    private var hasFailed = false

    init(_ path: String) throws(PlatformError) {
        file = try File(path, for: .append)
        StandardStream.error.write("fita: the keys of all TLS connections are written to \(path) (SSLKEYLOGFILE)\n")
    }

    func write(_ line: String) {
        do throws(PlatformError) {
            if !hasFailed { try file.write(Array("\(line)\n".utf8)) }
        } catch {
            hasFailed = true
            StandardStream.error.write("fita: warning: keys are not written any more: \(error)\n")
        }
    }
}
