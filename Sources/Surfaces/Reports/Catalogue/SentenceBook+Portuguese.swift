extension SentenceBook {
    /// The verifier's sentences in Portuguese.
    package static let portuguese = SentenceBook(portugueseEntries)

    /// Each table has a sentence, and on the next line, set in, its translation.
    static let portugueseEntries: [Entry] = [
        coverageSentences, boundarySentences, identitySentences, personSentences, consentSentences, clickSentences,
        eventSentences, derivationSentences, harSentences, seenSentences,
    ].flatMap { table in
        let lines = table.split(separator: "\n")
        return stride(from: 0, to: lines.count - 1, by: 2).map { line in
            Entry(String(lines[line]), String(lines[line + 1].drop { $0 == " " }))
        }
    }
}
