/// One JSON value and its place in the text.
package struct JSONNode: Sendable {
    package indirect enum Kind: Sendable {
        /// Members in document order, duplicates kept (RFC 8259 §4 leaves their meaning open).
        case object([JSONMember])
        case array([JSONNode])
        /// Decoded: escapes replaced, valid UTF-8.
        case string([UInt8])
        case number(JSONNumber)
        case boolean(Bool)
        case null
    }

    /// The value's bytes in the document, quotes and brackets included.
    package let range: Range<Int>
    package let kind: Kind

    package init(range: Range<Int>, kind: Kind) {
        self.range = range
        self.kind = kind
    }
}

/// A name and its value in an object.
package struct JSONMember: Sendable {
    /// Decoded: escapes replaced, valid UTF-8.
    package let name: [UInt8]
    /// The name's bytes in the document, quotes included.
    package let nameRange: Range<Int>
    package let value: JSONNode
}

/// A number's value; its exact digits are the document's bytes at the node's range.
package struct JSONNumber: Sendable, Equatable {
    /// The nearest double, always finite.
    package let double: Double
    /// The value when the literal has neither fraction nor exponent and fits; nil never means zero.
    package let integer: Int64?
}

extension JSONNode {
    /// The members of an object; empty for any other kind.
    package var members: [JSONMember] {
        if case .object(let members) = kind { members } else { [] }
    }

    /// The elements of an array; empty for any other kind.
    package var elements: [JSONNode] {
        if case .array(let elements) = kind { elements } else { [] }
    }

    /// The decoded bytes of a string.
    package var text: [UInt8]? {
        if case .string(let text) = kind { text } else { nil }
    }

    /// The decoded string, for people and for names known to the code.
    package var string: String? { text.map { String(decoding: $0, as: UTF8.self) } }

    package var double: Double? {
        if case .number(let number) = kind { number.double } else { nil }
    }

    package var integer: Int64? {
        if case .number(let number) = kind { number.integer } else { nil }
    }

    package var boolean: Bool? {
        if case .boolean(let value) = kind { value } else { nil }
    }

    package var isNull: Bool {
        if case .null = kind { true } else { false }
    }

    /// The value of the first member so named.
    package subscript(name: String) -> JSONNode? { first(Array(name.utf8)) }

    /// Every member so named, in document order.
    package func members(named name: String) -> [JSONMember] {
        let wanted = Array(name.utf8)
        return members.filter { $0.name == wanted }
    }

    func first(_ name: [UInt8]) -> JSONNode? { members.first { $0.name == name }?.value }
}
