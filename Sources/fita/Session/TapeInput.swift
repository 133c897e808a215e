import CassetteFormat
import CassetteStore
import HARFormat
import Platform

/// Reads a tape that a verb was given, with errors of the input kind: a cassette, a journal, or another tool's HAR
/// file, told by its content.
enum TapeInput {
    /// Bytes that tell a HAR file from a tape.
    private static let sniffedBytes = 4_096

    /// - Parameter limits: contents over `bodyBytes` are not loaded.
    static func read(
        _ path: String, limits: TapeLimits = TapeLimits(), _ take: (TapeItem) -> Void
    ) throws(VerbFailure) {
        do {
            if try readHAR(path, take) { return }
            let tape = try TapeFile.open(path, limits: limits)
            if let header = tape.header { take(.header(header)) }
            while let item = try tape.next() {
                if case .header = item { continue }
                take(item)
            }
            for remark in tape.remarks { StandardStream.error.write("\(remark)\n") }
        } catch let error as TapeError {
            throw VerbFailure(.input, lines: "\(error)")
        } catch {
            throw VerbFailure(
                .input, "\(path) cannot be read: \(error)",
                action: "give a cassette (.fita), a journal (.fitaj) or a HAR file")
        }
    }

    /// What is known of the recording as a whole, without reading it through where that can be had.
    static func header(_ path: String) throws(VerbFailure) -> TapeHeader? {
        do {
            var header: TapeHeader?
            if try readHAR(path, isQuiet: true, { if case .header(let told) = $0 { header = told } }) { return header }
            return try TapeFile.open(path).header
        } catch {
            // Reading says it better.
            return nil
        }
    }

    /// Whether the file was a HAR file. What it could not tell is said once for each kind, and stands on the exchanges.
    private static func readHAR(_ path: String, isQuiet: Bool = false, _ take: (TapeItem) -> Void) throws -> Bool {
        guard FileSystem.exists(path) else { return false }
        let content = try FileContent(path)
        return try content.withBytes { bytes in
            let prefix = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, sniffedBytes)])
            guard HARReader.isHAR(prefix) else { return false }
            let report = try HARReader().read(bytes, take)
            guard !isQuiet else { return true }
            for loss in report.losses { take(.note(time: 0, text: "HAR: \(loss.kind.words)")) }
            for refusal in report.refusals { StandardStream.error.write("\(refusal)\n") }
            if let damage = report.damage { StandardStream.error.write("\(damage)\n") }
            return true
        }
    }
}
