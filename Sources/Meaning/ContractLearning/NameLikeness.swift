/// How much a name speaks for a meaning.
enum NameLikeness: Int, Comparable {
    case none
    /// A name of one or two letters that begins the first of the words.
    case initial
    /// One of the words is in it.
    case word
    /// One of the words is it.
    case exact

    static func < (a: NameLikeness, b: NameLikeness) -> Bool { a.rawValue < b.rawValue }

    init(_ name: [UInt8], _ words: [String]) {
        // Case and marks are a matter of taste.
        let letters = name.compactMap { byte -> UInt8? in
            let lower = byte | 0x20
            return lower &- 0x61 < 26 ? lower : nil
        }
        var best = NameLikeness.none
        for word in words {
            let word = Array(word.utf8)
            if letters == word { best = max(best, .exact) }
            if letters.count >= word.count, letters.indices.contains(where: { letters[$0...].starts(with: word) }) {
                best = max(best, .word)
            }
        }
        if (1...2).contains(letters.count), let word = words.first, word.utf8.starts(with: letters) {
            best = max(best, .initial)
        }
        self = best
    }
}

/// Words under which SDKs send what the guide leaves open, without case and marks; the guide's own comes first.
enum LearningWords {
    static let latitude = ["latitude", "lat"]
    static let longitude = ["longitude", "long", "lng", "lon"]
    static let accuracy = ["accuracy", "acc", "precision", "precisao", "radius", "raio", "error", "uncertainty"]
    static let zone = ["zone", "zona", "placement", "slot", "unit", "spot", "espaco", "inventory", "position"]
    static let goal = ["goal", "meta", "objective", "objetivo", "target"]
    static let value = ["value", "valor", "cents", "centavos", "amount", "total", "revenue", "price", "preco"]
    static let order = ["order", "pedido", "transaction", "purchase", "receipt", "invoice", "compra"]
    static let timeToViewable = ["timetoviewable", "viewable", "ttv", "viewtime", "time", "tempo", "seen", "elapsed"]
    static let schedule = ["vmap"]
}
