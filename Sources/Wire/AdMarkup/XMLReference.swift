/// What an ampersand in character data begins (XML 1.0 §4.1).
enum XMLReference {
    /// `&lt;` or `&#60;`: the character it stands for and how long it is.
    case character(Unicode.Scalar, length: Int)
    /// `&name;` of an entity nobody declared.
    case undeclared(length: Int)
    /// `&#0;` and the like: no character of XML.
    case invalid(length: Int)
    /// An ampersand that begins nothing.
    case bare

    /// Bytes looked at; what is longer is bare.
    private static let maximumLength = 64

    init(_ bytes: [UInt8], at start: Int, before end: Int) {
        let isNumeric = start + 1 < end && bytes[start + 1] == UInt8(ascii: "#")
        let limit = min(end, start + Self.maximumLength)
        var semicolon = start + (isNumeric ? 2 : 1)
        while semicolon < limit, bytes[semicolon].continuesXMLName { semicolon += 1 }
        guard semicolon < limit, bytes[semicolon] == UInt8(ascii: ";") else {
            self = .bare
            return
        }
        let name = bytes[start + 1..<semicolon]
        let length = semicolon + 1 - start
        if isNumeric {
            self = Self.numeric(name.dropFirst(), length: length)
        } else if let character = Self.predefined(name) {
            self = .character(character, length: length)
        } else if name.first?.startsXMLName == true {
            self = .undeclared(length: length)
        } else {
            self = .bare
        }
    }

    var replacement: (length: Int, character: Unicode.Scalar)? {
        if case .character(let character, let length) = self { (length, character) } else { nil }
    }

    private static func predefined(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        switch String(decoding: name, as: UTF8.self) {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default: nil
        }
    }

    private static func numeric(_ digits: ArraySlice<UInt8>, length: Int) -> XMLReference {
        let isHexadecimal = digits.first == UInt8(ascii: "x")
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        guard text.utf8.first != UInt8(ascii: "-"), let value = UInt32(text, radix: isHexadecimal ? 16 : 10)
        else { return .bare }
        let isControl = value < 0x20 && value != 0x09 && value != 0x0A && value != 0x0D
        guard !isControl, value != 0xFFFE, value != 0xFFFF, let scalar = Unicode.Scalar(value) else {
            return .invalid(length: length)
        }
        return .character(scalar, length: length)
    }
}

extension UInt8 {
    var startsXMLName: Bool {
        (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80
    }

    var continuesXMLName: Bool {
        startsXMLName || self &- 0x30 < 10 || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}
