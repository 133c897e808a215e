import CassetteFormat
import JSONText

/// One entry's text, of which only what is asked for is read.
///
/// Objects and lists are taken apart by a ``JSONSkimmer``; strings and numbers are read by `JSONParser`. What nobody
/// asks for is passed over.
struct EntryText {
    let bytes: UnsafeBufferPointer<UInt8>
    /// From 1.
    let number: Int
    /// Bytes from the start of the file.
    let offset: Int
    /// Bytes of the text and elements of one list at most.
    let byteLimit: Int
    let listLimit: Int
    /// Set when a string had half surrogates for bytes. A pointer, as all values of the entry share it and none of
    /// them should cost a reference count.
    let hasRawBytes: UnsafeMutablePointer<Bool>

    /// Why the entry is not taken.
    func refusal(_ code: TapeError.Code, _ why: String, at place: Int = 0, saw: String? = nil) -> TapeError {
        TapeError(
            code, "HAR entry \(number) is left out", exchange: number, offset: offset + place, saw: saw, why: why,
            action: "mend the entry, or go on without it")
    }

    /// Nil when the entry is no object.
    func root() throws(TapeError) -> EntryObject? {
        try EntryValue(text: self, range: 0..<bytes.count).object()
    }
}

/// A JSON value of an entry, not yet read.
struct EntryValue {
    let text: EntryText
    let range: Range<Int>

    private var first: UInt8 { text.bytes[range.lowerBound] }

    /// The members of an object; nil for any other kind.
    func object() throws(TapeError) -> EntryObject? {
        guard first == UInt8(ascii: "{") else { return nil }
        var members: [EntryObject.Member] = []
        members.reserveCapacity(12)
        var skimmer = JSONSkimmer(text.bytes, at: range.lowerBound + 1)
        if !skimmer.take("}") {
            repeat {
                guard let name = skimmer.string(), skimmer.take(":"), let value = skimmer.value() else {
                    throw text.refusal(.syntax, "a member's name or value is broken", at: skimmer.offset)
                }
                members.append(EntryObject.Member(name: name, value: EntryValue(text: text, range: value)))
            } while skimmer.take(",")
            guard skimmer.take("}") else {
                throw text.refusal(.syntax, "\",\" or \"}\" is needed", at: skimmer.offset)
            }
        }
        return EntryObject(text: text, range: range, members: members)
    }

    /// The elements of a list; nil for any other kind.
    func list() throws(TapeError) -> [EntryValue]? {
        guard first == UInt8(ascii: "[") else { return nil }
        var elements: [EntryValue] = []
        var skimmer = JSONSkimmer(text.bytes, at: range.lowerBound + 1)
        if skimmer.take("]") { return elements }
        repeat {
            guard let value = skimmer.value() else {
                throw text.refusal(.syntax, "an element of a list is broken", at: skimmer.offset)
            }
            guard elements.count < text.listLimit else {
                throw text.refusal(.limit, "a list has more than \(text.listLimit) elements", at: value.lowerBound)
            }
            elements.append(EntryValue(text: text, range: value))
        } while skimmer.take(",")
        guard skimmer.take("]") else {
            throw text.refusal(.syntax, "\",\" or \"]\" is needed", at: skimmer.offset)
        }
        return elements
    }

    /// The bytes of a string, escapes replaced; nil for any other kind. They are UTF-8 but for bytes that the writer
    /// told as half surrogates.
    func bytes() throws(TapeError) -> [UInt8]? {
        guard first == UInt8(ascii: "\"") else { return nil }
        let inner = UnsafeBufferPointer(rebasing: text.bytes[range.lowerBound + 1..<range.upperBound - 1])
        let isPlain = inner.reduce(true) { $0 && $1 &- 0x20 < 0x60 && $1 != UInt8(ascii: "\\") }
        return isPlain ? Array(inner) : try parsed().text
    }

    var isNull: Bool { first == UInt8(ascii: "n") }

    var isTrue: Bool { first == UInt8(ascii: "t") }

    /// The number; nil for any other kind.
    func number() throws(TapeError) -> Double? {
        if let short = shortNumber { return short }
        guard first == UInt8(ascii: "-") || first &- 0x30 < 10 else { return nil }
        return try parsed().double
    }

    /// A number of few digits, without sign and exponent: nearly all of them. Both sides of the division are exact.
    private var shortNumber: Double? {
        guard range.count <= 16 else { return nil }
        let hasLeadingZero = first == UInt8(ascii: "0") && range.count > 1
        if hasLeadingZero, text.bytes[range.lowerBound + 1] != UInt8(ascii: ".") { return nil }
        var value = 0
        var scale: Double?
        for byte in text.bytes[range] {
            if byte == UInt8(ascii: "."), scale == nil {
                scale = 1
            } else {
                guard byte &- 0x30 < 10 else { return nil }
                value = value * 10 + Int(byte & 15)
                scale = scale.map { $0 * 10 }
            }
        }
        guard let scale else { return Double(value) }
        return scale == 1 ? nil : Double(value) / scale
    }

    private func parsed() throws(TapeError) -> JSONNode {
        let literal = Array(text.bytes[range])
        let parser = JSONParser(limits: JSONLimits(byteCount: text.byteLimit, depth: 1, nodeCount: 1))
        do throws(JSONError) {
            return try parser.parse(literal).root
        } catch {
            if error.code == .loneSurrogate, let escaped = HalfSurrogates.escaped(literal),
                let string = try? parser.parse(escaped).root.text
            {
                text.hasRawBytes.pointee = true
                return JSONNode(range: 0..<literal.count, kind: .string(HalfSurrogates.restored(string)))
            }
            throw text.refusal(.syntax, error.why, at: range.lowerBound + error.offset, saw: error.saw)
        }
    }
}

/// An object of an entry, its members found and not yet read.
struct EntryObject {
    struct Member {
        /// Without quotes, escapes as they are: HAR's names need none.
        let name: Range<Int>
        let value: EntryValue
    }

    let text: EntryText
    let range: Range<Int>
    let members: [Member]

    /// The first member so named.
    subscript(name: StaticString) -> EntryValue? {
        for member in members where member.name.count == name.utf8CodeUnitCount {
            let start = member.name.lowerBound
            var place = 0
            while place < member.name.count, text.bytes[start + place] == name.utf8Start[place] { place += 1 }
            if place == member.name.count { return member.value }
        }
        return nil
    }

    func object(_ name: StaticString) throws(TapeError) -> EntryObject? { try self[name]?.object() }

    /// Empty when there is no such list.
    func list(_ name: StaticString) throws(TapeError) -> [EntryValue] { try self[name]?.list() ?? [] }

    func bytes(_ name: StaticString) throws(TapeError) -> [UInt8]? { try self[name]?.bytes() }

    /// A string that is not empty.
    func words(_ name: StaticString) throws(TapeError) -> String? {
        try bytes(name).flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// A whole number, also one written as `12.0`.
    func wholeNumber(_ name: StaticString) throws(TapeError) -> Int? {
        guard let number = try self[name]?.number() else { return nil }
        return Int(exactly: number)
    }
}

extension [UInt8] {
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in indices where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
