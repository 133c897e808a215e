/// Byte-wise ASCII, independent of locale: wire data is never turned into `String` to be compared.
package enum ASCII {
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    @inlinable
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// The value of a hexadecimal digit, or nil.
    @inlinable
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        if byte &- 0x30 < 10 { return byte &- 0x30 }
        let low = byte | 0x20
        return low &- 0x61 < 6 ? low &- 0x61 &+ 10 : nil
    }

    /// Compares without case; `lowercase` must be given in lower case.
    @inlinable
    package static func equalsIgnoringCase(_ bytes: some Collection<UInt8>, _ lowercase: StaticString) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        var pointer = lowercase.utf8Start
        for byte in bytes {
            if lowercased(byte) != pointer.pointee { return false }
            pointer += 1
        }
        return true
    }

    /// Compares without case two pieces of wire data.
    @inlinable
    package static func equalsIgnoringCase(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { lowercased($0) == lowercased($1) }
    }

    // The same for arrays: callers in other rooms do not see through the general ones.

    package static func equalsIgnoringCase(_ bytes: ArraySlice<UInt8>, _ lowercase: StaticString) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.allSatisfy { lowercased(bytes[$0]) == lowercase.utf8Start[$0] }
        }
    }

    package static func equalsIgnoringCase(_ a: ArraySlice<UInt8>, _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        return a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in a.indices.allSatisfy { lowercased(a[$0]) == lowercased(b[$0]) } }
        }
    }

    package static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] { bytes.map { lowercased($0) } }

    /// Whether the text stands somewhere in the bytes, without case; an empty text stands nowhere.
    package static func contains(_ bytes: [UInt8], ignoringCase text: [UInt8]) -> Bool {
        guard let first = text.first.map(lowercased), bytes.count >= text.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            text.withUnsafeBufferPointer { text in
                (0...bytes.count - text.count).contains { start in
                    lowercased(bytes[start]) == first
                        && text.indices.allSatisfy { lowercased(bytes[start + $0]) == lowercased(text[$0]) }
                }
            }
        }
    }
}

extension String {
    /// Text for people from wire bytes. Invalid UTF-8 becomes U+FFFD, so the result is never evidence.
    package init(display bytes: some Collection<UInt8>) {
        self = String(decoding: bytes, as: UTF8.self)
    }
}
