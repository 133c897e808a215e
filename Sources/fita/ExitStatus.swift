/// How the tool ends. The numbers are promised to scripts.
enum ExitStatus: Int32 {
    case clean = 0
    /// Findings, a miss in a replay, a damaged tape.
    case findings = 1
    /// The command line is wrong.
    case usage = 2
    /// An input cannot be read.
    case input = 3
    /// The surroundings do not allow it: a port, a file, a right, a library.
    case environment = 4
    /// A defect of fita.
    case defect = 70
}

/// What ends a verb before its work is done. The operator can mend it.
struct VerbFailure: Error {
    let status: ExitStatus
    let text: String

    /// - Parameters:
    ///   - what: what went wrong, in one line.
    ///   - action: what to do about it.
    init(_ status: ExitStatus, _ what: String, action: String? = nil) {
        self.status = status
        text = "fita: \(what)\n" + (action.map { "  do    \($0)\n" } ?? "")
    }

    init(_ status: ExitStatus, lines: String) {
        self.status = status
        text = lines.hasSuffix("\n") ? lines : lines + "\n"
    }
}
