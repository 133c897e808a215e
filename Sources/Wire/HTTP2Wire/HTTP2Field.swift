/// One field of a head as HTTP/2 carries it: a pseudo-header field begins with a colon.
package struct HTTP2Field: Hashable, Sendable {
    package var name: [UInt8]
    package var value: [UInt8]
    /// The sender forbids every hop to put it into a table (RFC 7541 §6.2.3).
    package var isNeverIndexed: Bool

    package init(name: [UInt8], value: [UInt8], isNeverIndexed: Bool = false) {
        self.name = name
        self.value = value
        self.isNeverIndexed = isNeverIndexed
    }

    package init(_ name: String, _ value: String) {
        self.init(name: Array(name.utf8), value: Array(value.utf8))
    }

    package var isPseudo: Bool { name.first == UInt8(ascii: ":") }

    package func isNamed(_ other: StaticString) -> Bool {
        guard name.count == other.utf8CodeUnitCount else { return false }
        return name.withUnsafeBufferPointer { name in name.indices.allSatisfy { name[$0] == other.utf8Start[$0] } }
    }
}
