internal import COpenSSL

/// An Ed25519 key pair (RFC 8032): what signs a report.
package struct SigningKey: Sendable {
    private let key: EdwardsKey
    /// What others need to check a signature.
    package let verifyingKey: VerifyingKey

    /// A new key.
    package init() throws(CryptographyError) {
        guard let key = fita_make_ed25519_key() else { throw .openSSL("making an Ed25519 key") }
        try self.init(EdwardsKey(key))
    }

    /// - Parameter pem: PKCS #8, not encrypted, as ``pem()`` and `openssl genpkey -algorithm ed25519` write it.
    package init(pem: [UInt8]) throws(CryptographyError) {
        guard let key = withPEM(pem, { PEM_read_bio_PrivateKey($0, nil, nil, nil) }) else {
            ERR_clear_error()
            throw CryptographyError(.privateKeyUnreadable, "no unencrypted private key in PEM")
        }
        try self.init(EdwardsKey(key))
    }

    private init(_ key: EdwardsKey) throws(CryptographyError) {
        guard key.isEd25519 else {
            throw CryptographyError(.privateKeyUnreadable, "the key is not of the kind Ed25519")
        }
        self.key = key
        verifyingKey = try VerifyingKey(key)
    }

    /// PKCS #8 in PEM, not encrypted: whoever keeps it must keep it from others.
    package func pem() throws(CryptographyError) -> [UInt8] {
        try writtenPEM("writing a private key") { PEM_write_bio_PKCS8PrivateKey($0, key.key, nil, nil, 0, nil, nil) }
    }

    /// The signature: 64 bytes, the same for the same bytes.
    package func sign(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let state = EVP_MD_CTX_new() else { throw .openSSL("signing") }
        defer { EVP_MD_CTX_free(state) }
        var count = VerifyingKey.signatureSize
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSignInit(state, nil, nil, nil, key.key) == 1,
            EVP_DigestSign(state, &signature, &count, bytes, bytes.count) == 1, count == signature.count
        else { throw .openSSL("signing") }
        return signature
    }
}

/// The public half of an Ed25519 key.
package struct VerifyingKey: Sendable, Hashable {
    static let signatureSize = 64
    /// The 32 bytes of RFC 8032 §5.1.5.
    package let bytes: [UInt8]
    /// Encoded `SubjectPublicKeyInfo`.
    private let encoding: [UInt8]

    /// What stands before the 32 bytes in a `SubjectPublicKeyInfo` (RFC 8410 §4).
    private static let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// Nil where they are not 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
        encoding = Self.prefix + bytes
    }

    /// - Parameter pem: a `PUBLIC KEY`, as ``pem()`` and `openssl pkey -pubout` write it.
    package init(pem: [UInt8]) throws(CryptographyError) {
        guard let key = withPEM(pem, { PEM_read_bio_PUBKEY($0, nil, nil, nil) }) else {
            ERR_clear_error()
            throw CryptographyError(.publicKeyUnreadable, "no public key in PEM")
        }
        try self.init(EdwardsKey(key))
    }

    fileprivate init(_ key: EdwardsKey) throws(CryptographyError) {
        let encoding = try encoded("encoding a public key") { i2d_PUBKEY(key.key, $0) }
        guard encoding.starts(with: Self.prefix), let own = Self(bytes: Array(encoding.dropFirst(Self.prefix.count)))
        else { throw CryptographyError(.publicKeyUnreadable, "the key is not of the kind Ed25519") }
        self = own
    }

    /// `SubjectPublicKeyInfo` in PEM.
    package func pem() throws(CryptographyError) -> [UInt8] {
        guard let key = opened() else { throw .openSSL("reading a public key") }
        return try writtenPEM("writing a public key") { PEM_write_bio_PUBKEY($0, key.key) }
    }

    /// SHA-256 of the 32 bytes, hexadecimal: what two people compare by telephone.
    package var fingerprint: String { hex(SHA256.digest(bytes)) }

    /// Whether the signature is of these bytes and of this key.
    package func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard signature.count == Self.signatureSize, let key = opened(), let state = EVP_MD_CTX_new() else {
            ERR_clear_error()
            return false
        }
        defer {
            EVP_MD_CTX_free(state)
            ERR_clear_error()
        }
        guard EVP_DigestVerifyInit(state, nil, nil, nil, key.key) == 1 else { return false }
        return EVP_DigestVerify(state, signature, signature.count, bytes, bytes.count) == 1
    }

    private func opened() -> EdwardsKey? {
        encoding.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return d2i_PUBKEY(nil, &place, buffer.count).map(EdwardsKey.init)
        }
    }
}

/// Owns OpenSSL's key.
private final class EdwardsKey: @unchecked Sendable {  // only read after it was made; OpenSSL counts its users
    let key: OpaquePointer

    init(_ key: OpaquePointer) {
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    var isEd25519: Bool { EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 }
}
