import HTTPModel

/// Why a tape cannot be read or written. Two errors are equal when their codes and places are.
package struct TapeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Stable numbers of the errors, for documentation and tests.
    package enum Code: String, Sendable, CaseIterable {
        case empty = "T001"
        case notATape = "T002"
        case version = "T003"
        case header = "T004"
        case checksum = "T005"
        case syntax = "T006"
        case digest = "T007"
        case blobMissing = "T008"
        case blobName = "T009"
        case size = "T010"
        case head = "T011"
        case origin = "T012"
        case limit = "T013"
        case cut = "T014"
        case afterEnd = "T015"
        case twice = "T016"
        case order = "T017"
        case gap = "T018"
        case journalDamage = "T019"
        case existing = "T020"
        case locked = "T021"
        case unwritable = "T022"
        case noEnd = "T023"
    }

    package var code: Code
    /// What went wrong, in one line.
    package var summary: String
    package var path: String?
    /// The exchange's number, where the block is known.
    package var exchange: Int?
    /// From 1; nil for journals.
    package var line: Int?
    /// Bytes from the start of the file.
    package var offset: Int?
    package var saw: String?
    package var why: String?
    /// What the operator can do.
    package var action: String

    package init(
        _ code: Code, _ summary: String, path: String? = nil, exchange: Int? = nil, line: Int? = nil,
        offset: Int? = nil, saw: String? = nil, why: String? = nil, action: String
    ) {
        self.code = code
        self.summary = summary
        self.path = path
        self.exchange = exchange
        self.line = line
        self.offset = offset
        self.saw = saw
        self.why = why
        self.action = action
    }

    package static func == (a: TapeError, b: TapeError) -> Bool {
        a.code == b.code && a.exchange == b.exchange && a.line == b.line && a.offset == b.offset
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(exchange)
        hasher.combine(line)
        hasher.combine(offset)
    }

    /// The same error with the file it is about.
    package func at(_ path: String) -> TapeError {
        var copy = self
        copy.path = path
        return copy
    }

    /// `file:line`, `file, byte n`, or what of it is known.
    package var place: String {
        let file = path ?? "tape"
        let number = exchange.map { " (exchange \($0))" } ?? ""
        if let line { return "\(file):\(line)\(number)" }
        if let offset { return "\(file), byte \(offset)\(number)" }
        return file + number
    }

    /// What, where, what was seen, why, what to do: a line each. A terminal only shows what of it is the file's.
    package var description: String {
        var text = "error[\(code.rawValue)]: \(SafeText.text(summary))\n  at    \(SafeText.text(place))"
        if let saw { text += "\n  saw   \(SafeText.text(saw))" }
        if let why { text += "\n  why   \(SafeText.text(why))" }
        return text + "\n  do    \(SafeText.text(action))"
    }
}
