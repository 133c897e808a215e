import CassetteFormat
import CassetteStore
import Platform

/// Reads a tape that a verb was given, with errors of the input kind.
enum TapeInput {
    static func read(_ path: String, _ take: (TapeItem) -> Void) throws(VerbFailure) {
        do {
            let tape = try TapeFile.open(path)
            if let header = tape.header { take(.header(header)) }
            while let item = try tape.next() {
                if case .header = item { continue }
                take(item)
            }
            for remark in tape.remarks { StandardStream.error.write("\(remark)\n") }
        } catch let error as TapeError {
            throw VerbFailure(.input, lines: "\(error)")
        } catch {
            throw VerbFailure(.input, "\(path) cannot be read: \(error)", action: "give a cassette (.fita) or a journal (.fitaj)")
        }
    }
}
