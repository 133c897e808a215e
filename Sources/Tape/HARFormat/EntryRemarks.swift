import CassetteFormat

/// What was lost of an entry so far.
struct EntryRemarks {
    private(set) var losses = HARLossSet()
    private(set) var notes: [String] = []
    /// The same for whoever judges the exchange.
    private(set) var tape: TapeLosses = []
    /// Whose content is read.
    var isAnswer = false

    init() {
        add(.heads)
    }

    mutating func add(_ kind: HARLoss.Kind, _ detail: String? = nil) {
        losses.insert(kind)
        tape.formUnion(kind.tapeLosses(ofAnswer: isAnswer))
        notes.append(detail.map { "\(kind.words) (\($0))" } ?? kind.words)
    }

    mutating func addNote(_ text: String) { notes.append(text) }
}
