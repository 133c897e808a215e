internal import COpenSSL

/// A private key. Immutable, so it may be used by several threads.
final class PrivateKey: @unchecked Sendable {  // the key is only read after it was made; OpenSSL counts its users
    let key: OpaquePointer
    let isElliptic: Bool
    /// Encoded `SubjectPublicKeyInfo`.
    let publicKey: [UInt8]

    /// A new P-256 key.
    convenience init() throws(CryptographyError) {
        guard let key = fita_make_p256_key() else { throw .openSSL("making a P-256 key") }
        try self.init(owning: key)
    }

    convenience init(pem: [UInt8]) throws(CryptographyError) {
        guard let key = withPEM(pem, { PEM_read_bio_PrivateKey($0, nil, nil, nil) }) else {
            ERR_clear_error()
            throw CryptographyError(.privateKeyUnreadable, "no unencrypted private key in PEM")
        }
        try self.init(owning: key)
    }

    private init(owning key: OpaquePointer) throws(CryptographyError) {
        self.key = key
        isElliptic = EVP_PKEY_get_base_id(key) == EVP_PKEY_EC
        publicKey = try encoded("encoding a public key") { i2d_PUBKEY(key, $0) }
    }

    deinit { EVP_PKEY_free(key) }

    /// PKCS #8 in PEM, not encrypted: whoever keeps it must keep it from others.
    func pem() throws(CryptographyError) -> [UInt8] {
        try writtenPEM("writing a private key") { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) }
    }

    /// The signature with SHA-256.
    func sign(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let state = EVP_MD_CTX_new() else { throw .openSSL("signing") }
        defer { EVP_MD_CTX_free(state) }
        guard EVP_DigestSignInit(state, nil, DigestAlgorithm.sha256.method, nil, key) == 1 else {
            throw .openSSL("signing")
        }
        var count = Int(EVP_PKEY_get_size(key))
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(state, &signature, &count, bytes, bytes.count) == 1 else { throw .openSSL("signing") }
        return [UInt8](signature.prefix(count))
    }
}

/// Reads from a PEM text without copying it.
func withPEM<Result>(_ pem: [UInt8], _ body: (OpaquePointer) -> Result?) -> Result? {
    pem.withUnsafeBytes { bytes in
        guard let count = Int32(exactly: bytes.count), let bio = BIO_new_mem_buf(bytes.baseAddress, count) else {
            return nil
        }
        defer { BIO_free(bio) }
        return body(bio)
    }
}

/// What OpenSSL writes as PEM.
func writtenPEM(
    _ doing: StaticString, _ body: (OpaquePointer) -> Int32
) throws(CryptographyError) -> [UInt8] {
    guard let bio = BIO_new(BIO_s_mem()) else { throw .openSSL(doing) }
    defer { BIO_free(bio) }
    guard body(bio) == 1 else { throw .openSSL(doing) }
    var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(bio))
    let count = BIO_read(bio, &text, Int32(text.count))
    guard Int(count) == text.count else { throw .openSSL(doing) }
    return text
}

/// What one of OpenSSL's `i2d` functions writes.
func encoded(
    _ doing: StaticString, _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws(CryptographyError) -> [UInt8] {
    let count = write(nil)
    guard count > 0 else { throw .openSSL(doing) }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
        var place = buffer.baseAddress
        failed = write(&place) != count
        written = failed ? 0 : Int(count)
    }
    guard !failed else { throw .openSSL(doing) }
    return bytes
}
