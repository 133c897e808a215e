import ContentCoding
import Testing

@Suite struct ContentEncoderTests {
    private static let codings: [ContentCodingName] = [.gzip, .deflate, .br, .zstd, .identity]
    /// Around the length of a block, where another one begins.
    private static let sizes = [0, 1, 100, 65_534, 65_535, 65_536, 200_000]

    @Test(arguments: codings, sizes)
    func `what is encoded decodes to what it was`(coding: ContentCodingName, size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let encoded = try #require(ContentEncoder.encoded(bytes, as: coding, like: [0x78, 0x9C]))
        #expect(try ContentDecoder().decode(encoded, codings: [coding]) == bytes)
    }

    @Test func `deflate has the wrapper of its model`() throws {
        let bytes = Array("a value of some length, and again a value of some length".utf8)
        let wrapped = try #require(ContentEncoder.encoded(bytes, as: .deflate, like: [0x78, 0x9C]))
        let raw = try #require(ContentEncoder.encoded(bytes, as: .deflate, like: [0x4B, 0x4C]))
        #expect(wrapped.count == raw.count + 6)
        #expect(try ContentDecoder().decode(raw, codings: [.deflate]) == bytes)
    }

    @Test func `a coding without a name that is known is not written`() {
        #expect(ContentEncoder.encoded([1], as: .other(Array("snappy".utf8)), like: []) == nil)
    }
}
