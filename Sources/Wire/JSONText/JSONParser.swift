/// Reads one JSON text, strictly (RFC 8259, UTF-8 only).
package struct JSONParser: Sendable {
    package let limits: JSONLimits

    package init(limits: JSONLimits = .standard) {
        self.limits = limits
    }

    /// Reads the whole of `bytes` as one value with white space around it.
    package func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONDocument {
        var reader = JSONReader(bytes: bytes, limits: limits)
        return JSONDocument(bytes: bytes, root: try reader.document())
    }
}

/// The state of one reading: a place in the bytes, and what has been spent of the limits.
struct JSONReader {
    let bytes: [UInt8]
    let limits: JSONLimits
    var offset = 0
    private var nodeCount = 0

    init(bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSONNode {
        if bytes.count > limits.byteCount {
            offset = limits.byteCount
            throw error(.tooLong, "the limit is \(limits.byteCount) bytes")
        }
        try refuseByteOrderMark()
        skipSpace()
        if offset == bytes.count { throw error(.empty, "a value is needed") }
        let root = try value(depth: 0)
        skipSpace()
        if offset < bytes.count { throw error(.trailingContent, "nothing but white space may follow the value") }
        return root
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
        nodeCount += 1
        if nodeCount > limits.nodeCount { throw error(.tooManyNodes, "the limit is \(limits.nodeCount) values") }
        let start = offset
        let kind: JSONNode.Kind =
            switch peek() {
            case UInt8(ascii: "{"): .object(try object(depth: depth))
            case UInt8(ascii: "["): .array(try array(depth: depth))
            case UInt8(ascii: "\""): .string(try string())
            case UInt8(ascii: "t"): try literal("true", .boolean(true))
            case UInt8(ascii: "f"): try literal("false", .boolean(false))
            case UInt8(ascii: "n"): try literal("null", .null)
            case let byte? where byte == UInt8(ascii: "-") || byte &- 0x30 < 10: .number(try number())
            default: throw unexpected("a value")
            }
        return JSONNode(range: start..<offset, kind: kind)
    }

    private mutating func object(depth: Int) throws(JSONError) -> [JSONMember] {
        try open(depth)
        var members: [JSONMember] = []
        skipSpace()
        if take("}") { return members }
        repeat {
            skipSpace()
            guard peek() == UInt8(ascii: "\"") else { throw unexpected("a member name in quotes") }
            let start = offset
            let name = try string()
            let nameRange = start..<offset
            skipSpace()
            guard take(":") else { throw unexpected("\":\" after the member name") }
            skipSpace()
            members.append(JSONMember(name: name, nameRange: nameRange, value: try value(depth: depth + 1)))
            skipSpace()
        } while take(",")
        guard take("}") else { throw unexpected("\",\" or \"}\" after a member") }
        return members
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONNode] {
        try open(depth)
        var elements: [JSONNode] = []
        skipSpace()
        if take("]") { return elements }
        repeat {
            skipSpace()
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw unexpected("\",\" or \"]\" after an element") }
        return elements
    }

    private mutating func open(_ depth: Int) throws(JSONError) {
        if depth >= limits.depth { throw error(.tooDeep, "the limit is \(limits.depth) open arrays and objects") }
        offset += 1
    }

    private mutating func literal(_ word: StaticString, _ kind: JSONNode.Kind) throws(JSONError) -> JSONNode.Kind {
        for index in 0..<word.utf8CodeUnitCount {
            guard peek() == word.utf8Start[index] else { throw unexpected("\(word)") }
            offset += 1
        }
        return kind
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = offset
        _ = take("-")
        let firstDigit = offset
        try digits("a digit")
        if bytes[firstDigit] == UInt8(ascii: "0"), offset - firstDigit > 1 {
            offset = firstDigit + 1
            throw error(.invalidNumber, "no digit may follow a leading zero")
        }
        var isInteger = true
        if take(".") {
            isInteger = false
            try digits("a digit after the point")
        }
        if take("e") || take("E") {
            isInteger = false
            if !take("+") { _ = take("-") }
            try digits("a digit of the exponent")
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        guard let double = Double(text), double.isFinite else {
            offset = start
            throw error(.numberOutOfRange, "the number is past the range of a double")
        }
        return JSONNumber(double: double, integer: isInteger ? Int64(text) : nil)
    }

    private mutating func digits(_ wanted: String) throws(JSONError) {
        let start = offset
        while let byte = peek(), byte &- 0x30 < 10 { offset += 1 }
        if offset == start {
            throw error(offset == bytes.count ? .unexpectedEnd : .invalidNumber, "\(wanted) is needed")
        }
    }

    // MARK: Places

    func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private func refuseByteOrderMark() throws(JSONError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw error(.byteOrderMark, "a byte order mark may not precede JSON (RFC 8259 §8.1)")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw error(.byteOrderMark, "the text is UTF-16, and JSON is UTF-8 (RFC 8259 §8.1)")
        }
    }

    func error(_ code: JSONError.Code, _ why: String) -> JSONError {
        JSONError(code, at: offset, in: bytes, why: why)
    }

    func unexpected(_ wanted: String) -> JSONError {
        error(offset < bytes.count ? .unexpectedByte : .unexpectedEnd, "\(wanted) is needed")
    }
}
