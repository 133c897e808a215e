/// The protocol version as the start line states it (RFC 9112 §2.3).
package struct HTTPVersion: Hashable, Sendable, Comparable {
    package let major: UInt8
    package let minor: UInt8

    package init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    package static let http10 = HTTPVersion(major: 1, minor: 0)
    package static let http11 = HTTPVersion(major: 1, minor: 1)

    package static func < (a: HTTPVersion, b: HTTPVersion) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
}

/// One field line (RFC 9110 §5.2) as places in its head's bytes.
///
/// `value` excludes optional white space around it; `line` is the whole line with its line end.
package struct FieldLine: Hashable, Sendable {
    package let name: Range<Int>
    package let value: Range<Int>
    package let line: Range<Int>

    package init(name: Range<Int>, value: Range<Int>, line: Range<Int>) {
        self.name = name
        self.value = value
        self.line = line
    }

    /// Whether the line has this name, which is given in lower case; `bytes` are those of its head.
    package func isNamed(_ name: StaticString, in bytes: [UInt8]) -> Bool {
        guard self.name.count == name.utf8CodeUnitCount else { return false }
        let expected = name.utf8Start
        return bytes.withUnsafeBufferPointer { buffer in
            for index in 0..<self.name.count
            where ASCII.lowercased(buffer[self.name.lowerBound + index]) != expected[index] {
                return false
            }
            return true
        }
    }

    // What the questions to a head come down to.

    fileprivate static func values(
        of name: StaticString, _ fields: [FieldLine], _ bytes: [UInt8]
    ) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        for field in fields where field.isNamed(name, in: bytes) { values.append(bytes[field.value]) }
        return values
    }

    fileprivate static func first(_ name: StaticString, _ fields: [FieldLine], _ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        for field in fields where field.isNamed(name, in: bytes) { return bytes[field.value] }
        return nil
    }

    package static func contains(_ name: StaticString, _ fields: [FieldLine], _ bytes: [UInt8]) -> Bool {
        for field in fields where field.isNamed(name, in: bytes) { return true }
        return false
    }

    package static func lists(
        _ token: StaticString, in name: StaticString, _ fields: [FieldLine], _ bytes: [UInt8]
    ) -> Bool {
        for field in fields where field.isNamed(name, in: bytes) {
            var start = field.value.lowerBound
            while start < field.value.upperBound {
                var end = start
                while end < field.value.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
                let element = bytes[start..<end].trimmingOptionalWhiteSpace()
                if ASCII.equalsIgnoringCase(element, token) { return true }
                start = end + 1
            }
        }
        return false
    }
}

/// What request and response heads share: the bytes as they came, and where the fields are in them.
package protocol MessageHead: Sendable {
    /// The head exactly as received: start line, field lines and the empty line that ends it.
    var bytes: [UInt8] { get }
    var fields: [FieldLine] { get }
    var version: HTTPVersion { get }
}

extension MessageHead {
    /// The values of every line with this name, in order; `name` is given in lower case.
    package func values(of name: StaticString) -> [ArraySlice<UInt8>] { FieldLine.values(of: name, fields, bytes) }

    package func first(_ name: StaticString) -> ArraySlice<UInt8>? { FieldLine.first(name, fields, bytes) }

    package func contains(_ name: StaticString) -> Bool { FieldLine.contains(name, fields, bytes) }

    /// Whether a comma-separated field names this token (RFC 9110 §5.6.1), without case.
    package func lists(_ token: StaticString, in name: StaticString) -> Bool {
        FieldLine.lists(token, in: name, fields, bytes)
    }

    package func isField(_ field: FieldLine, _ name: StaticString) -> Bool { field.isNamed(name, in: bytes) }
}

extension ArraySlice<UInt8> {
    /// The slice without spaces and tabs at its ends (OWS, RFC 9110 §5.6.3).
    package func trimmingOptionalWhiteSpace() -> ArraySlice<UInt8> {
        var (start, end) = (startIndex, endIndex)
        while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return self[start..<end]
    }
}

/// A request head (RFC 9112 §3) as received.
package struct RequestHead: MessageHead {
    package let bytes: [UInt8]
    package let method: Range<Int>
    package let target: Range<Int>
    package let version: HTTPVersion
    package let fields: [FieldLine]

    package init(
        bytes: [UInt8], method: Range<Int>, target: Range<Int>, version: HTTPVersion, fields: [FieldLine]
    ) {
        self.bytes = bytes
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
    }

    package var methodBytes: ArraySlice<UInt8> { bytes[method] }
    package var targetBytes: ArraySlice<UInt8> { bytes[target] }

    /// Methods are case-sensitive (RFC 9110 §9.1).
    package func isMethod(_ name: StaticString) -> Bool {
        method.count == name.utf8CodeUnitCount
            && bytes[method].withUnsafeBufferPointer { method in
                method.indices.allSatisfy { method[$0] == name.utf8Start[$0] }
            }
    }
}

// The same of this kind: callers in other rooms do not see through what is said of every head.
extension RequestHead {
    package func values(of name: StaticString) -> [ArraySlice<UInt8>] { FieldLine.values(of: name, fields, bytes) }
    package func first(_ name: StaticString) -> ArraySlice<UInt8>? { FieldLine.first(name, fields, bytes) }
    package func contains(_ name: StaticString) -> Bool { FieldLine.contains(name, fields, bytes) }
    package func lists(_ token: StaticString, in name: StaticString) -> Bool {
        FieldLine.lists(token, in: name, fields, bytes)
    }
    package func isField(_ field: FieldLine, _ name: StaticString) -> Bool { field.isNamed(name, in: bytes) }
}

/// A response head (RFC 9112 §4) as received. A missing reason and an empty one are told apart by the bytes.
package struct ResponseHead: MessageHead {
    package let bytes: [UInt8]
    package let version: HTTPVersion
    package let status: Int
    package let reason: Range<Int>
    package let fields: [FieldLine]

    package init(bytes: [UInt8], version: HTTPVersion, status: Int, reason: Range<Int>, fields: [FieldLine]) {
        self.bytes = bytes
        self.version = version
        self.status = status
        self.reason = reason
        self.fields = fields
    }

    package var isInterim: Bool { status >= 100 && status < 200 && status != 101 }
}

// The same of this kind: callers in other rooms do not see through what is said of every head.
extension ResponseHead {
    package func values(of name: StaticString) -> [ArraySlice<UInt8>] { FieldLine.values(of: name, fields, bytes) }
    package func first(_ name: StaticString) -> ArraySlice<UInt8>? { FieldLine.first(name, fields, bytes) }
    package func contains(_ name: StaticString) -> Bool { FieldLine.contains(name, fields, bytes) }
    package func lists(_ token: StaticString, in name: StaticString) -> Bool {
        FieldLine.lists(token, in: name, fields, bytes)
    }
    package func isField(_ field: FieldLine, _ name: StaticString) -> Bool { field.isNamed(name, in: bytes) }
}
