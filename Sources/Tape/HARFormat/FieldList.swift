import CassetteFormat
import HTTPModel

/// The field lines of one head while it is rebuilt.
struct FieldList {
    struct Line {
        let name: [UInt8]
        var value: [UInt8]
    }

    private(set) var lines: [Line] = []
    /// The target that `:path` names, if the list has one.
    private(set) var pseudoPath: [UInt8]?
    private(set) var pseudoAuthority: [UInt8]?

    /// Reads a list of `{"name": …, "value": …}`, of `["name", "value"]`, or an object of both.
    init(_ told: EntryValue?, _ remarks: inout EntryRemarks) throws(TapeError) {
        guard let told, !told.isNull else { return }
        var hasPseudoFields = false
        for (name, value) in try FieldList.pairs(told) {
            guard name.first == UInt8(ascii: ":") else {
                try append(name, value, told, &remarks)
                continue
            }
            hasPseudoFields = true
            if name.isEqual(to: ":path") { pseudoPath = value }
            if name.isEqual(to: ":authority") { pseudoAuthority = value }
        }
        if hasPseudoFields { remarks.add(.pseudoFields) }
    }

    private static func pairs(_ told: EntryValue) throws(TapeError) -> [([UInt8], [UInt8])] {
        var pairs: [([UInt8], [UInt8])] = []
        if let object = try told.object() {
            for member in object.members { pairs.append((Array(told.text.bytes[member.name]), try text(member.value))) }
            return pairs
        }
        guard let elements = try told.list() else { throw refusal("the fields are not a list", told) }
        pairs.reserveCapacity(elements.count)
        for element in elements {
            if let object = try element.object() {
                guard let name = try object.bytes("name") else { throw refusal("a field has no name", element) }
                pairs.append((name, try text(object["value"])))
            } else {
                guard let sides = try element.list(), sides.count == 2, let name = try sides[0].bytes() else {
                    throw refusal("a field has no name", element)
                }
                pairs.append((name, try text(sides[1])))
            }
        }
        return pairs
    }

    private static func text(_ value: EntryValue?) throws(TapeError) -> [UInt8] {
        guard let value, !value.isNull else { return [] }
        guard let text = try value.bytes() else { throw refusal("a field value is not text", value) }
        return text
    }

    private static func refusal(_ why: String, _ value: EntryValue) -> TapeError {
        value.text.refusal(.head, why, at: value.range.lowerBound)
    }

    private mutating func append(
        _ name: [UInt8], _ value: [UInt8], _ told: EntryValue, _ remarks: inout EntryRemarks
    ) throws(TapeError) {
        guard name.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ":") }), !name.isEmpty else {
            throw FieldList.refusal("a field name is not a token", told)
        }
        if !value.contains(where: FieldList.isControl) {
            lines.append(Line(name: name, value: value))
            return
        }
        // Browsers tell several Set-Cookie lines as one, with line feeds between.
        let pieces = value.split(separator: 0x0A)
        let isBroken = pieces.contains { $0.contains(where: FieldList.isControl) }
        guard name.matches("set-cookie"), !isBroken else {
            throw FieldList.refusal("a field value has a control byte", told)
        }
        remarks.add(.fieldSplit, String(display: name))
        for piece in pieces { lines.append(Line(name: name, value: Array(piece))) }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// The value of the first line with this name, given in lower case.
    func first(_ name: StaticString) -> [UInt8]? {
        lines.first { $0.name.matches(name) }?.value
    }

    func contains(_ name: StaticString) -> Bool { first(name) != nil }

    func count(of name: StaticString) -> Int { lines.reduce(0) { $1.name.matches(name) ? $0 + 1 : $0 } }

    mutating func insertFirst(_ name: String, _ value: [UInt8]) {
        lines.insert(Line(name: Array(name.utf8), value: value), at: 0)
    }

    mutating func append(_ name: String, _ value: [UInt8]) {
        lines.append(Line(name: Array(name.utf8), value: value))
    }

    mutating func remove(_ name: StaticString) {
        lines.removeAll { $0.name.matches(name) }
    }

    /// Leaves one line of this name, with this value.
    mutating func setOnly(_ name: StaticString, _ value: [UInt8]) {
        guard let place = lines.firstIndex(where: { $0.name.matches(name) }) else { return }
        lines[place].value = value
        lines = lines.enumerated().filter { $0.offset <= place || !$0.element.name.matches(name) }
            .map(\.element)
    }

    /// The number in Content-Length, when there is exactly one that fits.
    var contentLength: Int? {
        guard let value = first("content-length"), !value.isEmpty, value.allSatisfy(ASCII.isDigit) else { return nil }
        return Int(String(decoding: value, as: UTF8.self))
    }

    /// Whether the last transfer coding is chunked.
    var isChunked: Bool {
        guard let value = first("transfer-encoding") else { return false }
        return ASCII.equalsIgnoringCase(value[...].trimmingOptionalWhiteSpace(), "chunked")
    }

    /// The parameter `charset` of Content-Type, in lower case.
    var charset: [UInt8]? { first("content-type").flatMap(FieldList.charset) }

    static func charset(of mediaType: [UInt8]) -> [UInt8]? {
        for parameter in mediaType.split(separator: UInt8(ascii: ";")).dropFirst() {
            let sides = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard sides.count == 2, ASCII.equalsIgnoringCase(sides[0].trimmingOptionalWhiteSpace(), "charset") else {
                continue
            }
            return sides[1].filter { $0 != UInt8(ascii: "\"") && $0 != 0x20 }.map(ASCII.lowercased)
        }
        return nil
    }

    /// The head's bytes with this start line.
    func head(_ startLine: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines.reduce(startLine.count + 4) { $0 + $1.name.count + $1.value.count + 4 })
        bytes += startLine
        bytes.append(0x0D)
        bytes.append(0x0A)
        for line in lines {
            bytes += line.name
            bytes.append(UInt8(ascii: ":"))
            bytes.append(0x20)
            bytes += line.value
            bytes.append(0x0D)
            bytes.append(0x0A)
        }
        bytes.append(0x0D)
        bytes.append(0x0A)
        return bytes
    }
}

extension [UInt8] {
    /// Compares without case; `lowercase` is given in lower case.
    func matches(_ lowercase: StaticString) -> Bool {
        guard count == lowercase.utf8CodeUnitCount else { return false }
        for index in indices where ASCII.lowercased(self[index]) != lowercase.utf8Start[index] { return false }
        return true
    }
}
