import CassetteFormat
import CassetteStore
import CommandLineSyntax
import Platform

/// `fita fsck FILE`: whether a tape is whole, and what is wrong where it is not.
enum FsckVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let path = try TapeArgument.only(command)
        let damage = try TapeArgument.reading(path) { try TapeFile.check(path) }
        for error in damage { StandardStream.output.write("\(error)\n") }
        StandardStream.output.write(damage.isEmpty ? "\(path): whole\n" : "\(path): \(damage.count) damaged places\n")
        return damage.isEmpty ? ExitStatus.clean.rawValue : ExitStatus.findings.rawValue
    }
}

/// `fita repair FILE`: keeps all that is whole; the damaged original stays beside it.
enum RepairVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let path = try TapeArgument.only(command)
        let report = try TapeArgument.reading(path) { try TapeFile.repair(path) }
        for error in report.damage { StandardStream.output.write("\(error)\n") }
        if let original = report.original {
            StandardStream.output.write("the damaged original is kept as \(original)\n")
        }
        let cut = report.cut.isEmpty ? "" : ", cut: " + report.cut.map { "#\($0)" }.joined(separator: " ")
        StandardStream.output.write("\(report.cassette): \(report.kept) exchanges kept\(cut)\n")
        return ExitStatus.clean.rawValue
    }
}

/// `fita pack JOURNAL`: makes the cassette of a journal whose recorder died.
enum PackVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let path = try TapeArgument.only(command)
        let report = try TapeArgument.reading(path) { try TapeFile.pack(path) }
        for error in report.damage { StandardStream.error.write("\(error)\n") }
        let cut = report.cut > 0 ? ", \(report.cut) of them cut" : ""
        StandardStream.output.write("\(report.cassette): \(report.exchanges) exchanges\(cut)\n")
        return ExitStatus.clean.rawValue
    }
}

/// The tape a verb was given.
enum TapeArgument {
    static func only(_ command: ParsedCommand) throws(VerbFailure) -> String {
        guard let path = command.positionals.first else {
            throw VerbFailure(.usage, "\(command.path.joined(separator: " ")) needs a tape")
        }
        return path
    }

    static func reading<T>(_ path: String, _ body: () throws -> T) throws(VerbFailure) -> T {
        do {
            return try body()
        } catch let error as TapeError {
            let isOfSurroundings = error.code == .locked || error.code == .unwritable || error.code == .existing
            throw VerbFailure(isOfSurroundings ? .environment : .input, lines: "\(error)")
        } catch {
            throw VerbFailure(.input, "\(path): \(error)", action: "give a cassette (.fita) or a journal (.fitaj)")
        }
    }
}
