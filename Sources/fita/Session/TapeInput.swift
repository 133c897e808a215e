import CassetteFormat
import CassetteStore
import HARFormat
import Platform

/// A tape that a verb was given, with errors of the input kind: a cassette, a journal, or another tool's HAR file, told
/// by its content. It can be read more than once; what is odd about it is said once.
final class TapeInput {
    private enum Source {
        case tape(TapeFile)
        case har(FileContent)
    }

    /// In so many bytes a HAR file shows that it is no tape.
    private static let sniffedBytes = 4_096
    /// White space and a byte order mark.
    private static let insignificant: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    /// Entries that are left out are told one by one up to here.
    private static let listedRefusals = 8

    private let path: String
    private let source: Source
    private var hasBeenRead = false

    /// - Parameter limits: contents over `bodyBytes` are not loaded.
    init(_ path: String, limits: TapeLimits = TapeLimits()) throws(VerbFailure) {
        self.path = path
        do {
            if let content = try Self.har(path) {
                source = .har(content)
            } else {
                source = .tape(try TapeFile.open(path, limits: limits))
            }
        } catch {
            throw Self.failure(error, path)
        }
    }

    static func read(
        _ path: String, limits: TapeLimits = TapeLimits(), _ take: (TapeItem) -> Void
    ) throws(VerbFailure) {
        try TapeInput(path, limits: limits).read(take)
    }

    /// - Parameter leavesOutAnswers: contents of answers may be left out.
    func read(leavesOutAnswers: Bool = false, _ take: (TapeItem) -> Void) throws(VerbFailure) {
        let isFirst = !hasBeenRead
        hasBeenRead = true
        do {
            switch source {
            case .har(let content): try Self.read(content, isFirst, take)
            case .tape(let tape):
                if !isFirst || leavesOutAnswers {
                    try tape.rewind(reading: leavesOutAnswers ? .withoutAnswerContents : .whole)
                }
                if let header = tape.header { take(.header(header)) }
                while let item = try tape.next() {
                    if case .header = item { continue }
                    take(item)
                }
                if isFirst { for remark in tape.remarks { StandardStream.error.write("\(remark)\n") } }
            }
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// What is known of the recording as a whole, without reading it through where that can be had.
    var header: TapeHeader? {
        switch source {
        case .tape(let tape): return tape.header
        case .har(let content):
            var header: TapeHeader?
            try? Self.read(content, false) { if case .header(let told) = $0 { header = told } }
            return header
        }
    }

    private static func failure(_ error: any Error, _ path: String) -> VerbFailure {
        if let error = error as? TapeError { return VerbFailure(.input, lines: "\(error)") }
        return VerbFailure(
            .input, "\(path) cannot be read: \(error)",
            action: "give a cassette (.fita), a journal (.fitaj) or a HAR file")
    }

    private static func har(_ path: String) throws(PlatformError) -> FileContent? {
        guard FileSystem.exists(path) else { return nil }
        let content = try FileContent(path)
        // No tape begins like a JSON object. Whether a HAR log is in it is the reader's to say.
        let first = content.withBytes { bytes in bytes.prefix(sniffedBytes).first { !insignificant.contains($0) } }
        return first == UInt8(ascii: "{") ? content : nil
    }

    /// What the HAR file could not tell is said once for each kind, and stands on the exchanges.
    private static func read(_ content: FileContent, _ isFirst: Bool, _ take: (TapeItem) -> Void) throws {
        try content.withBytes { bytes in
            let report = try HARReader().read(bytes, take)
            for loss in report.losses { take(.note(time: 0, text: "HAR: \(loss.kind.words)")) }
            for note in notes(of: report) { take(.note(time: 0, text: "HAR: \(note)")) }
            guard isFirst else { return }
            for refusal in report.refusals { StandardStream.error.write("\(refusal)\n") }
            if let damage = report.damage { StandardStream.error.write("\(damage)\n") }
        }
    }

    /// What is missing on the tape of a file that was not read whole: a report must not look complete.
    private static func notes(of report: HARReport) -> [String] {
        var notes = report.refusals.prefix(listedRefusals).map {
            "entry \($0.exchange ?? 0) is left out: \($0.why ?? $0.summary)"
        }
        let more = report.refusedCount - notes.count
        if more > 0 { notes.append("\(more) more entries are left out") }
        if let damage = report.damage {
            notes.append("the file is not read to its end: \(damage.why ?? damage.summary)")
        }
        return notes
    }
}
