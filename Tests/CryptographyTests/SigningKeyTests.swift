import Cryptography
import Testing

@Suite struct SigningKeyTests {
    /// RFC 8032 §7.1, test 3: the secret in PKCS #8 (RFC 8410 §7), the public key and the signature of two bytes.
    private static let secret = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIMWqjfQ/n4N77bdELzHct7Fm04U1B28JS4XOOi4LRFj3
        -----END PRIVATE KEY-----

        """
    private static let publicKey = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    private static let signature =
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"

    @Test func `the reference vector comes out`() throws {
        let key = try SigningKey(pem: Array(Self.secret.utf8))
        #expect(hex(key.verifyingKey.bytes) == Self.publicKey)
        let signature = try key.sign([0xAF, 0x82])
        #expect(hex(signature) == Self.signature)
        #expect(key.verifyingKey.accepts(signature, of: [0xAF, 0x82]))
    }

    @Test func `nothing but the signed bytes and the right key are accepted`() throws {
        let (key, other) = (try SigningKey(), try SigningKey())
        let bytes = Array("a report".utf8)
        let signature = try key.sign(bytes)
        let known = key.verifyingKey
        #expect(known.accepts(signature, of: bytes))
        #expect(!known.accepts(signature, of: bytes + [0]))
        #expect(!other.verifyingKey.accepts(signature, of: bytes))
        for place in signature.indices {
            var wrong = signature
            wrong[place] ^= 1
            #expect(!known.accepts(wrong, of: bytes))
        }
        for length in [0, 63, 65] {
            #expect(!known.accepts([UInt8](repeating: 0, count: length), of: bytes))
        }
    }

    @Test func `keys come back from their texts`() throws {
        let key = try SigningKey()
        #expect(try SigningKey(pem: key.pem()).verifyingKey == key.verifyingKey)
        #expect(try VerifyingKey(pem: key.verifyingKey.pem()) == key.verifyingKey)
        #expect(VerifyingKey(bytes: key.verifyingKey.bytes) == key.verifyingKey)
        #expect(VerifyingKey(bytes: [1, 2, 3]) == nil)
        #expect(key.verifyingKey.fingerprint.count == 64)
    }

    @Test func `a key of another kind is refused, and so is no key`() throws {
        let authority = try CertificateAuthority.make(now: 1_700_000_000)
        #expect(throws: CryptographyError(.privateKeyUnreadable, "the key is not of the kind Ed25519")) {
            try SigningKey(pem: authority.privateKeyPEM)
        }
        #expect(throws: CryptographyError(.privateKeyUnreadable, "no unencrypted private key in PEM")) {
            try SigningKey(pem: Array("no key".utf8))
        }
        #expect(throws: CryptographyError(.publicKeyUnreadable, "no public key in PEM")) {
            try VerifyingKey(pem: authority.privateKeyPEM)
        }
    }
}
