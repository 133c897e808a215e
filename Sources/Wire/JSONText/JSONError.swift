/// Why a text is not JSON, and where. Two errors are equal when code and offset are.
package struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case empty
        case byteOrderMark
        case invalidUTF8
        case unexpectedByte
        case unexpectedEnd
        case trailingContent
        case controlCharacter
        case invalidEscape
        case loneSurrogate
        case invalidNumber
        case numberOutOfRange
        case tooLong
        case tooDeep
        case tooManyNodes
    }

    package let code: Code
    /// The byte at which the text stops being JSON, from 0; the length of the text when it ends too early.
    package let offset: Int
    /// What stands there, safe for a terminal.
    package let saw: String
    /// What the grammar or the limit asks for.
    package let why: String

    package static func == (a: JSONError, b: JSONError) -> Bool { a.code == b.code && a.offset == b.offset }

    package var description: String { "not valid JSON at byte \(offset): saw \(saw); \(why)" }
}

extension JSONError {
    init(_ code: Code, at offset: Int, in bytes: [UInt8], why: String) {
        self.init(code: code, offset: offset, saw: Self.seen(at: offset, in: bytes), why: why)
    }

    private static func seen(at offset: Int, in bytes: [UInt8]) -> String {
        guard offset < bytes.count else { return "the end of the text" }
        let byte = bytes[offset]
        let isPrintable = (0x21...0x7E).contains(byte)
        return isPrintable ? "\"\(Unicode.Scalar(byte))\"" : "byte 0x\(hexadecimal(byte))"
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
