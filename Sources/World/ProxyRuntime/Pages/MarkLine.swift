/// A mark as it is given on a command line or in a POST: `key=value`.
package struct MarkLine: Hashable, Sendable {
    package let key: String
    package let value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }

    package struct ParseError: Error, Hashable, Sendable {
        package let text: String
    }

    /// Bytes of a key and of a value.
    package static let keyLimit = 64
    package static let valueLimit = 4_096

    /// The keys whose values are fixed; the verifier reads them. Any other key is a note.
    private static let fixedValues: [String: [String]] = [
        "tracking": ["on", "off"], "child_directed": ["0", "1"], "collect_location": ["0", "1"],
        "cmp": ["present", "absent"], "IABTCF_gdprApplies": ["0", "1", ""],
    ]

    package static func parse(_ text: String) -> Result<MarkLine, ParseError> {
        var bytes = Substring(text).utf8
        if bytes.last == 0x0D { bytes.removeLast() }
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            return .failure(ParseError(text: "a mark is key=value, and this has no \"=\": \(shown(bytes))"))
        }
        let keyBytes = bytes[..<equals]
        let valueBytes = bytes[bytes.index(after: equals)...]
        let isName = keyBytes.allSatisfy { byte in
            (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte == 0x2D || byte == 0x2E
        }
        guard !keyBytes.isEmpty, isName, keyBytes.count <= keyLimit else {
            return .failure(ParseError(text: "a mark's key has letters, digits, _ - . only: \(shown(keyBytes))"))
        }
        guard valueBytes.count <= valueLimit, valueBytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return .failure(
                ParseError(text: "a mark's value is at most \(valueLimit) bytes of text without control bytes"))
        }
        let key = String(decoding: keyBytes, as: UTF8.self)
        let value = String(decoding: valueBytes, as: UTF8.self)
        if let allowed = fixedValues[key], !allowed.contains(value) {
            let list = allowed.filter { !$0.isEmpty }.joined(separator: " or ")
            return .failure(ParseError(text: "\(key) is \(list), not \"\(value)\""))
        }
        return .success(MarkLine(key: key, value: value))
    }

    private static func shown(_ bytes: Substring.UTF8View) -> String {
        String(decoding: bytes.prefix(keyLimit).map { $0 >= 0x20 && $0 < 0x7F ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
