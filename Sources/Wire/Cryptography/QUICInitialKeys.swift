internal import COpenSSL

/// The keys of a QUIC client's first packets (RFC 9001 §5.2, RFC 9369 §3.3): anyone who sees the packets can derive
/// them, so they hide nothing from a witness.
package struct QUICInitialKeys: Hashable, Sendable {
    let key: [UInt8]
    let nonce: [UInt8]
    private let headerKey: [UInt8]

    /// `connectionID`: the destination of the client's first packet. Nil for versions other than 1 and 2.
    package init?(version: UInt32, connectionID: some Collection<UInt8>) {
        let (salt, label): ([UInt8], String)
        switch version {
        case 1:
            label = "quic"
            salt = [
                0x38, 0x76, 0x2c, 0xf7, 0xf5, 0x59, 0x34, 0xb3, 0x4d, 0x17, 0x9a, 0xe6, 0xa4, 0xc8, 0x0c, 0xad, 0xcc,
                0xbb,
                0x7f, 0x0a,
            ]
        case 0x6b33_43cf:
            label = "quicv2"
            salt = [
                0x0d, 0xed, 0xe3, 0xde, 0xf7, 0x00, 0xa6, 0xdb, 0x81, 0x93, 0x81, 0xbe, 0x6e, 0x26, 0x9d, 0xcb, 0xf9,
                0xbd,
                0x2e, 0xd9,
            ]
        default: return nil
        }
        let secret = Self.expand(Self.authenticate(salt, [UInt8](connectionID)), "client in", 32)
        key = Self.expand(secret, "\(label) key", 16)
        nonce = Self.expand(secret, "\(label) iv", 12)
        headerKey = Self.expand(secret, "\(label) hp", 16)
    }

    /// The mask over a packet's first byte and number (RFC 9001 §5.4); nil when the sample is not 16 bytes.
    package func headerMask(sample: some Collection<UInt8>) -> [UInt8]? {
        guard sample.count == 16 else { return nil }
        return withCipher(EVP_aes_128_ecb(), headerKey, nil, encrypts: true) { cipher in
            var block = [UInt8](repeating: 0, count: 32)
            var count: Int32 = 0
            guard EVP_CipherUpdate(cipher, &block, &count, [UInt8](sample), 16) == 1 else { return nil }
            return Array(block.prefix(5))
        }
    }

    /// Decrypts a payload, whose last 16 bytes are its tag; nil when it is not authentic.
    package func open(
        _ payload: some Collection<UInt8>, header: some Collection<UInt8>, packetNumber: UInt32
    ) -> [UInt8]? {
        let bytes = [UInt8](payload)
        guard bytes.count >= 16, let sealed = Int32(exactly: bytes.count - 16) else { return nil }
        var number = nonce
        for place in 0..<4 { number[11 - place] ^= UInt8(truncatingIfNeeded: packetNumber >> (8 * UInt32(place))) }
        var tag = Array(bytes.suffix(16))
        let associated = [UInt8](header)
        return withCipher(EVP_aes_128_gcm(), key, number, encrypts: false) { cipher in
            var plain = [UInt8](repeating: 0, count: bytes.count)
            var count: Int32 = 0
            guard EVP_CipherUpdate(cipher, nil, &count, associated, Int32(clamping: associated.count)) == 1,
                EVP_CipherUpdate(cipher, &plain, &count, bytes, sealed) == 1,
                EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1
            else { return nil }
            var rest: Int32 = 0
            var last = [UInt8](repeating: 0, count: 32)
            guard EVP_CipherFinal_ex(cipher, &last, &rest) == 1 else { return nil }
            return Array(plain.prefix(Int(count)))
        }
    }

    private func withCipher<Result>(
        _ method: OpaquePointer?, _ key: [UInt8], _ nonce: [UInt8]?, encrypts: Bool,
        _ body: (OpaquePointer) -> Result?
    ) -> Result? {
        guard let cipher = EVP_CIPHER_CTX_new() else { return nil }
        defer {
            EVP_CIPHER_CTX_free(cipher)
            OpenSSLErrors.clear()
        }
        guard EVP_CipherInit_ex(cipher, method, nil, key, nonce, encrypts ? 1 : 0) == 1 else { return nil }
        return body(cipher)
    }

    private static func authenticate(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let done = HMAC(
                EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, nil)
            precondition(done != nil, "HMAC cannot fail on memory")
            count = 32
        }
    }

    /// HKDF-Expand-Label of TLS 1.3 (RFC 8446 §7.1) for at most 32 bytes and no context.
    private static func expand(_ secret: [UInt8], _ label: String, _ count: Int) -> [UInt8] {
        let name = Array("tls13 \(label)".utf8)
        let message = [0, UInt8(count), UInt8(name.count)] + name + [0, 1]
        return Array(authenticate(secret, message).prefix(count))
    }
}
