/// What was lost of an entry so far.
struct EntryRemarks {
    private(set) var losses = HARLossSet()
    private(set) var notes: [String] = []

    init() {
        add(.heads)
    }

    mutating func add(_ kind: HARLoss.Kind, _ detail: String? = nil) {
        losses.insert(kind)
        notes.append(detail.map { "\(kind.words) (\($0))" } ?? kind.words)
    }

    mutating func addNote(_ text: String) { notes.append(text) }
}
