import CassetteFormat
import CassetteStore

/// Reads a tape that a verb was given, with errors of the input kind.
enum TapeInput {
    static func read(_ path: String, _ take: (TapeItem) -> Void) throws(VerbFailure) {
        do {
            try TapeFile.open(path).forEach(take)
        } catch let error as TapeError {
            throw VerbFailure(.input, lines: "\(error)")
        } catch {
            throw VerbFailure(.input, "\(path) cannot be read: \(error)", action: "give a cassette (.fita) or a journal (.fitaj)")
        }
    }
}
