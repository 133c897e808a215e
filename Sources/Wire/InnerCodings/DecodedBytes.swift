/// The bytes that a decoding gives, with the place of each in its input where that is asked for.
struct DecodedBytes {
    private(set) var bytes: [UInt8] = []
    /// Where in the input each byte begins; kept only for tracing back.
    private(set) var starts: [Int] = []
    private let keepsStarts: Bool
    private let limit: Int

    init(limit: Int, keepsStarts: Bool, capacity: Int) {
        self.limit = limit
        self.keepsStarts = keepsStarts
        bytes.reserveCapacity(min(limit, capacity))
    }

    /// Answers false where the limit is reached; the decoding then ends.
    @inline(__always)
    @discardableResult
    mutating func append(_ byte: UInt8, from start: Int) -> Bool {
        guard bytes.count < limit else { return false }
        bytes.append(byte)
        if keepsStarts { starts.append(start) }
        return true
    }

    /// The character in UTF-8; what is none is a question mark.
    @discardableResult
    mutating func append(scalar: UInt32, from start: Int) -> Bool {
        guard scalar >= 0x80 else { return append(UInt8(scalar), from: start) }
        guard let character = Unicode.Scalar(scalar) else { return append(UInt8(ascii: "?"), from: start) }
        for byte in String(Character(character)).utf8 where !append(byte, from: start) { return false }
        return true
    }
}
