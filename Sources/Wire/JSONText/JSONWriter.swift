import HTTPModel

/// Builds JSON text. The same calls always give the same bytes.
///
/// Values are written at the top level or inside `array`, fields inside `object`; anything else is a defect of the
/// caller and stops the program.
///
///     var writer = JSONWriter(layout: .indented)
///     writer.object { writer in
///         writer.field("ports", [80, 443])
///     }
package struct JSONWriter: Sendable {
    package enum Layout: Sendable {
        /// No white space at all.
        case compact
        /// A line for each member and element, two spaces for each level.
        case indented
    }

    /// What has been written so far.
    package private(set) var bytes: [UInt8] = []
    package let layout: Layout

    private var scopes: [Scope] = []
    private var awaitsFieldValue = false

    private struct Scope {
        let isObject: Bool
        var isEmpty = true
    }

    package init(layout: Layout = .compact) {
        self.layout = layout
    }

    // MARK: Structure

    package mutating func object<E: Error>(_ fields: (inout JSONWriter) throws(E) -> Void) throws(E) {
        try scope(isObject: true, "{", "}", fields)
    }

    package mutating func array<E: Error>(_ values: (inout JSONWriter) throws(E) -> Void) throws(E) {
        try scope(isObject: false, "[", "]", values)
    }

    /// Writes a member's name; `value` must write exactly one value.
    package mutating func field<E: Error>(
        _ name: String, _ value: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        precondition(scopes.last?.isObject == true && !awaitsFieldValue, "a field belongs into an object")
        separate()
        quote(name.utf8)
        append(layout == .compact ? ":" : ": ")
        awaitsFieldValue = true
        try value(&self)
        precondition(!awaitsFieldValue, "a field needs a value")
    }

    package mutating func field(_ name: String, _ value: some JSONWritable) {
        field(name) { writer in value.write(to: &writer) }
    }

    /// Writes an array of values made by `write`, one call for each item.
    package mutating func field<Item>(
        _ name: String, each items: some Sequence<Item>, _ write: (inout JSONWriter, Item) -> Void
    ) {
        field(name) { writer in
            writer.array { writer in
                for item in items { write(&writer, item) }
            }
        }
    }

    private mutating func scope<E: Error>(
        isObject: Bool, _ opening: StaticString, _ closing: StaticString,
        _ body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        beginValue()
        append(opening)
        scopes.append(Scope(isObject: isObject))
        try body(&self)
        precondition(!awaitsFieldValue, "a field needs a value")
        let isEmpty = scopes.removeLast().isEmpty
        if !isEmpty { newLine() }
        append(closing)
    }

    // MARK: Values

    package mutating func value(_ value: some JSONWritable) { value.write(to: &self) }

    package mutating func null() { literal("null") }

    /// Writes bytes as a string. Bytes that are not UTF-8 have no such form: the error says where, and nothing is
    /// written. Use ``base64(_:)`` for bytes of unknown kind.
    package mutating func string(utf8 bytes: [UInt8]) throws(JSONError) {
        if let offset = UTF8Scan.firstInvalidOffset(in: bytes) {
            throw JSONError(.invalidUTF8, at: offset, in: bytes, why: "a JSON string holds UTF-8 only")
        }
        beginValue()
        quote(bytes)
    }

    /// Writes bytes as a string in Base64 with padding (RFC 4648 §4).
    package mutating func base64(_ bytes: [UInt8]) {
        string(Base64Text.encoded(bytes))
    }

    /// Writes a value that was read, in this writer's layout; numbers keep their digits.
    package mutating func copy(_ node: JSONNode, of document: JSONDocument) {
        switch node.kind {
        case .object(let members):
            object { writer in
                for member in members {
                    writer.field(String(decoding: member.name, as: UTF8.self)) { $0.copy(member.value, of: document) }
                }
            }
        case .array(let elements):
            array { writer in
                for element in elements { writer.copy(element, of: document) }
            }
        case .string(let text): string(text)
        case .number: literal(document.literal(of: node))
        case .boolean(let value): literal(value ? "true" : "false")
        case .null: null()
        }
    }

    // MARK: Text

    mutating func literal(_ text: String) { literal(text.utf8) }

    private mutating func literal(_ text: some Collection<UInt8>) {
        beginValue()
        bytes += text
    }

    mutating func string(_ text: some Collection<UInt8>) {
        beginValue()
        quote(text)
    }

    private mutating func beginValue() {
        if awaitsFieldValue {
            awaitsFieldValue = false
        } else if let scope = scopes.last {
            precondition(!scope.isObject, "a value in an object needs a field name")
            separate()
        } else {
            precondition(bytes.isEmpty, "a JSON text is one value")
        }
    }

    private mutating func separate() {
        if !scopes[scopes.count - 1].isEmpty { append(",") }
        scopes[scopes.count - 1].isEmpty = false
        newLine()
    }

    private mutating func newLine() {
        guard layout == .indented else { return }
        append("\n")
        for _ in scopes { append("  ") }
    }

    private mutating func append(_ text: StaticString) {
        bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// Escapes only what must be (RFC 8259 §7), so text stays readable.
    /// What a terminal would obey or not show is escaped as well: people look at this text too.
    private mutating func quote(_ text: some Collection<UInt8>) {
        append("\"")
        var rest = Array(text)[...]
        while let byte = rest.first {
            if byte >= 0x7F, let (scalar, length) = SafeText.decode(rest) {
                if SafeText.isHidden(scalar.value) {
                    for unit in String(scalar).utf16 { bytes += "\\u\(SafeText.hex(UInt32(unit), width: 4))".utf8 }
                } else {
                    bytes += rest.prefix(length)
                }
                rest = rest.dropFirst(length)
                continue
            }
            rest = rest.dropFirst()
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0A: append("\\n")
            case 0x0C: append("\\f")
            case 0x0D: append("\\r")
            case 0..<0x20:
                append("\\u00")
                let digits = Array("0123456789abcdef".utf8)
                bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        append("\"")
    }
}
