import Testing

@testable import Cryptography

struct QUICInitialKeysTests {
    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.filter { !$0.isWhitespace }.compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// RFC 9001 appendix A.1 and A.2.
    @Test func `the mask is the one of the RFC's sample`() throws {
        let keys = try #require(QUICInitialKeys(version: 1, connectionID: Self.bytes("8394c8f03e515708")))
        #expect(keys.headerMask(sample: Self.bytes("d1b1c98dd7689fb8ec11d242b123dc9b")) == Self.bytes("437b9aec36"))
        #expect(keys.headerMask(sample: [1, 2]) == nil)
    }

    /// RFC 9001 appendix A.1, RFC 9369 appendix A.1.
    @Test(
        arguments: [
            (1, "1f369613dd76d5467730efcbe3b1a22d", "fa044b2f42a3fd3b46fb255c"),
            (0x6b33_43cf, "8b1a0bc121284290a29e0971b5cd045d", "91f73e2351d8fa91660e909f"),
        ] as [(UInt32, String, String)])
    func `the keys are those of the RFCs' samples`(version: UInt32, key: String, nonce: String) throws {
        let keys = try #require(QUICInitialKeys(version: version, connectionID: Self.bytes("8394c8f03e515708")))
        #expect(keys.key == Self.bytes(key))
        #expect(keys.nonce == Self.bytes(nonce))
    }

    @Test func `versions that are not known have no keys`() {
        #expect(QUICInitialKeys(version: 0, connectionID: [1]) == nil)
        #expect(QUICInitialKeys(version: 0xff00_001d, connectionID: [1]) == nil)
        #expect(
            QUICInitialKeys(version: 1, connectionID: [1]) != QUICInitialKeys(version: 0x6b33_43cf, connectionID: [1]))
    }

    @Test func `what is not authentic is not opened`() throws {
        let keys = try #require(QUICInitialKeys(version: 1, connectionID: [1, 2, 3]))
        #expect(keys.open([UInt8](repeating: 0, count: 40), header: [1], packetNumber: 0) == nil)
        #expect(keys.open([UInt8](repeating: 0, count: 15), header: [1], packetNumber: 0) == nil)
    }
}
