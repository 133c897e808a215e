package import CassetteFormat

/// One of several tapes that are judged as one recording.
package struct JoinedTape: Sendable, Hashable {
    /// `A` for the first, in the order of the join.
    package let label: String
    /// As the operator named it.
    package let name: String
    package let header: TapeHeader?
    /// Exchange *n* of the tape is exchange `offset + n` of the join.
    package let offset: Int
    /// The highest number of an exchange on the tape.
    package internal(set) var exchangeCount = 0
    /// Every app that asks for ads on it, by `app_bundle`, in the order in which they appear.
    package internal(set) var apps: [String] = []
    /// It begins before the tape before it has ended.
    package internal(set) var overlaps = false

    /// The label of the tape at this place: A to Z, then AA.
    package static func label(_ place: Int) -> String {
        let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(truncatingIfNeeded: place % 26)))
        return place < 26 ? letter : label(place / 26 - 1) + letter
    }
}

/// Gives the exchanges of joined tapes the numbers they have on their own tapes: `B#12`.
package struct ExchangeLabels: Sendable {
    private let tapes: [JoinedTape]

    /// Without tapes, numbers stay as they are: `#12`.
    package init(_ tapes: [JoinedTape] = []) {
        self.tapes = tapes
    }

    /// The tape that an exchange of the join is on, and its number there.
    package func place(_ number: Int) -> (tape: JoinedTape, number: Int)? {
        tapes.last { $0.offset < number }.map { ($0, number - $0.offset) }
    }

    package func label(_ number: Int) -> String {
        place(number).map { "\($0.tape.label)#\($0.number)" } ?? "#\(number)"
    }

    /// The verifier's own words, with each `#12` in them as its label.
    package func labelled(_ text: String) -> String {
        guard !tapes.isEmpty, text.utf8.contains(UInt8(ascii: "#")) else { return text }
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "#") {
            let start = rest.index(after: mark)
            let digits = rest[start...].prefix { $0.isASCII && $0.isNumber }
            result += rest[..<mark]
            result += Int(digits).map { label($0) } ?? "#\(digits)"
            rest = rest[digits.endIndex...]
        }
        return result + rest
    }
}
