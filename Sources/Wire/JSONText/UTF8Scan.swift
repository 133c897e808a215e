/// Validity of UTF-8 (RFC 3629 §4): no overlong form, no surrogate, nothing past U+10FFFF.
package enum UTF8Scan {
    /// The offset of the first byte that does not belong to valid UTF-8, or nil.
    package static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
        var offset = 0
        while offset < bytes.count {
            guard let length = sequenceLength(bytes, at: offset) else { return offset }
            offset += length
        }
        return nil
    }

    /// The length of the valid sequence that starts here, or nil.
    static func sequenceLength(_ bytes: [UInt8], at offset: Int) -> Int? {
        if bytes[offset] < 0x80 { return 1 }
        var iterator = bytes[offset...].makeIterator()
        var parser = UTF8.ForwardParser()
        if case .valid(let sequence) = parser.parseScalar(from: &iterator) { return sequence.count }
        return nil
    }
}
