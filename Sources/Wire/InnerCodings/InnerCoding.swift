/// A coding that a value may wear inside a message.
package enum InnerCoding: String, Sendable, Hashable, CaseIterable {
    /// RFC 3986 §2.1, and the `%uXXXX` of ECMAScript's `escape`.
    case percent
    /// RFC 4648 §4 and §5, the alphabets mixed at will; line ends are skipped.
    case base64
    /// RFC 4648 §8, either case.
    case hex
    /// RFC 4648 §6, either case.
    case base32
    /// The alphabet of Bitcoin.
    case base58
    /// Adobe's and btoa's, with or without `<~` and `~>`.
    case ascii85
    /// RFC 2045 §6.7.
    case quotedPrintable = "quoted-printable"
    /// Of XML and HTML: numeric ones, and XML's five names.
    case characterReferences = "character-references"
    /// Of JSON and ECMAScript strings.
    case stringEscapes = "string-escapes"
    /// `[51,102,...]`: a byte for each number, negative ones in two's complement.
    case byteArray = "byte-array"
    /// Either byte order, told by where the zeros stand.
    case utf16 = "utf-16"
    /// LZString's base64 and URI forms.
    case lzString = "lz-string"

    /// The bytes with this coding undone; nil where they are not so coded. Stops at `limit` bytes.
    package func decoded(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> [UInt8]? {
        if self == .base64 { return Base64.decodeFast(bytes, limit: limit) }
        return run(bytes, limit: limit, keepsStarts: false)?.bytes
    }

    package func decoded(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        bytes.withUnsafeBufferPointer { decoded($0, limit: limit) }
    }

    /// The range of the input that gave this range of the decoded bytes; all of it where bytes have no place of their
    /// own.
    package func place(of range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let whole = 0..<bytes.count
        guard self != .base58, self != .lzString, !range.isEmpty,
            let starts = run(bytes, limit: range.upperBound + 1, keepsStarts: true)?.starts,
            range.upperBound <= starts.count
        else { return whole }
        let start = starts[range.lowerBound]
        let end = range.upperBound < starts.count ? starts[range.upperBound] : bytes.count
        // A byte of base64 begins within the character that ends the byte before it.
        let shared = self == .base64 || self == .base32 || self == .ascii85 ? 1 : 0
        return start..<min(bytes.count, max(start + 1, end + shared))
    }

    private func run(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int, keepsStarts: Bool) -> DecodedBytes? {
        var sink = DecodedBytes(limit: limit, keepsStarts: keepsStarts, capacity: bytes.count)
        let isSo =
            switch self {
            case .percent: EscapedText.percent(bytes, &sink)
            case .base64: Base64.decode(bytes, &sink)
            case .hex: Base16.decode(bytes, &sink)
            case .base32: Base32.decode(bytes, &sink)
            case .base58: Base58.decode(bytes, &sink)
            case .ascii85: ASCII85.decode(bytes, &sink)
            case .quotedPrintable: EscapedText.quotedPrintable(bytes, &sink)
            case .characterReferences: CharacterReferences.decode(bytes, &sink)
            case .stringEscapes: StringEscapes.decode(bytes, &sink)
            case .byteArray: EscapedText.byteArray(bytes, &sink)
            case .utf16: EscapedText.utf16(bytes, &sink)
            case .lzString: LZString.decode(bytes, &sink)
            }
        return isSo ? sink : nil
    }
}
