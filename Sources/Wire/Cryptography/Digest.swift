internal import COpenSSL

/// Lower-case hexadecimal text of bytes, two digits each.
package func hex(_ bytes: some Collection<UInt8>) -> String { hex(Array(bytes)) }

// For arrays: callers in other rooms do not see through the general one.
package func hex(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { writeHex(bytes, to: $0) }
}

/// The same as bytes.
package func hexDigits(of bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count * 2) { $1 = writeHex(bytes, to: $0) }
}

/// Answers how many digits were written.
private func writeHex(_ bytes: [UInt8], to digits: UnsafeMutableBufferPointer<UInt8>) -> Int {
    for (index, byte) in bytes.enumerated() {
        digits[index * 2] = hexDigit(byte >> 4)
        digits[index * 2 + 1] = hexDigit(byte & 15)
    }
    return bytes.count * 2
}

private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

/// The bytes of a hexadecimal text, either case; nil where it is none.
package func unhex(_ text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
        let value: UInt8
        switch digit {
        case 0x30...0x39: value = digit - 0x30
        case 0x41...0x46: value = digit - 0x37
        case 0x61...0x66: value = digit - 0x57
        default: return nil
        }
        if let first = high {
            bytes.append(first << 4 | value)
            high = nil
        } else {
            high = value
        }
    }
    return bytes
}

/// SHA-256 (FIPS 180-4) in one step.
package enum SHA256 {
    package static func digest(_ bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.sha256.digest(bytes) }
    package static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { DigestAlgorithm.sha256.digest(bytes) }

    /// The digest of the pieces joined.
    package static func digest(_ pieces: [[UInt8]]) -> [UInt8] {
        let hasher = SHA256Hasher()
        for piece in pieces { piece.withUnsafeBytes { hasher.update($0) } }
        return hasher.finish()
    }
}

/// SHA-1 (FIPS 180-4): for recognising identifiers that others derived with it, never for security.
package enum SHA1 {
    package static func digest(_ bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.sha1.digest(bytes) }
}

/// MD5 (RFC 1321): for recognising identifiers that others derived with it, never for security.
package enum MD5 {
    package static func digest(_ bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.md5.digest(bytes) }
}

/// SHA-256 over bytes that come in pieces. Owned by one task.
package final class SHA256Hasher {
    private let state: OpaquePointer

    package init() {
        guard let state = EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        self.state = state
        begin()
    }

    deinit { EVP_MD_CTX_free(state) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        let done = EVP_DigestUpdate(state, bytes.baseAddress, bytes.count)
        precondition(done == 1, "SHA-256 cannot fail on memory")
    }

    /// The digest of all bytes so far; the hasher then starts anew.
    package func finish() -> [UInt8] {
        let digest = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let done = EVP_DigestFinal_ex(state, buffer.baseAddress, nil)
            precondition(done == 1, "SHA-256 cannot fail on memory")
            count = 32
        }
        begin()
        return digest
    }

    private func begin() {
        let done = EVP_DigestInit_ex2(state, DigestAlgorithm.sha256.method, nil)
        precondition(done == 1, "SHA-256 is in every OpenSSL")
    }
}

/// Digests by name, for recognising identifiers that others derived with them, never for security.
package enum DigestName: String, Sendable, Hashable, CaseIterable {
    case md5, sha1, sha224, sha256, sha384, sha512
    case sha3 = "sha3-256"
    case ripemd160

    package func digest(_ bytes: [UInt8]) -> [UInt8] { algorithm.digest(bytes) }

    /// HMAC (RFC 2104).
    package func hmac(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        let blockSize: Int
        switch self {
        case .sha384, .sha512: blockSize = 128
        case .sha3: blockSize = 136
        default: blockSize = 64
        }
        var key = key.count > blockSize ? digest(key) : key
        key += [UInt8](repeating: 0, count: blockSize - key.count)
        return digest(key.map { $0 ^ 0x5C } + digest(key.map { $0 ^ 0x36 } + bytes))
    }

    private var algorithm: DigestAlgorithm {
        switch self {
        case .md5: .md5
        case .sha1: .sha1
        case .sha224: .sha224
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        case .sha3: .sha3
        case .ripemd160: .ripemd160
        }
    }
}

/// CRC-32 of ISO 3309, as in gzip: for recognising what others derived with it.
package enum CRC32 {
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = .max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~value
    }
}

/// A digest method, fetched once: OpenSSL 3 looks it up again on each use otherwise.
struct DigestAlgorithm: @unchecked Sendable {  // the method is immutable and lives as long as the process
    let method: OpaquePointer
    let length: Int

    static let sha256 = DigestAlgorithm("SHA256", 32)
    static let sha1 = DigestAlgorithm("SHA1", 20)
    static let md5 = DigestAlgorithm("MD5", 16)
    static let sha224 = DigestAlgorithm("SHA224", 28)
    static let sha384 = DigestAlgorithm("SHA384", 48)
    static let sha512 = DigestAlgorithm("SHA512", 64)
    static let sha3 = DigestAlgorithm("SHA3-256", 32)
    static let ripemd160 = DigestAlgorithm("RIPEMD160", 20)

    private init(_ name: String, _ length: Int) {
        guard let method = EVP_MD_fetch(nil, name, nil) else { preconditionFailure("OpenSSL lacks \(name)") }
        self.method = method
        self.length = length
    }

    func digest(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { digest($0) } }

    func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            let done = EVP_Digest(bytes.baseAddress, bytes.count, buffer.baseAddress, nil, method, nil)
            precondition(done == 1, "a digest cannot fail on memory")
            count = length
        }
    }
}
