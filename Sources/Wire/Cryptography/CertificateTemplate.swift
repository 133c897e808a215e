internal import COpenSSL

/// All that stands in a certificate before it is signed (RFC 5280 §4.1).
///
/// The encoding is our own: what goes into a certificate is visible here, and nothing of a foreign certificate can slip
/// in.
struct CertificateTemplate {
    enum Extension {
        case authority(pathLength: UInt8?)
        case notAuthority
        case keyUsage(KeyUsage)
        /// Only these names, names beneath these hosts, and no other address (RFC 5280 §4.2.1.10).
        case permitted([CertificateName])
        case extendedKeyUsage([DERWriter.ObjectIdentifier])
        case names([CertificateName])
        /// A `dNSName` as raw bytes, valid or not: for tests of verification.
        case rawHostName([UInt8])
        case subjectKeyIdentifier([UInt8])
        case authorityKeyIdentifier([UInt8])
        /// Where a list of revoked certificates is to be had (RFC 5280 §4.2.1.13).
        case revocationList(String)
    }

    /// Bits of the key usage as the first content byte has them.
    struct KeyUsage: OptionSet {
        let rawValue: UInt8
        static let digitalSignature = KeyUsage(rawValue: 0x80)
        static let certificateSign = KeyUsage(rawValue: 0x04)
        static let revocationListSign = KeyUsage(rawValue: 0x02)
    }

    var serial: [UInt8]
    /// Encoded names.
    var issuer: [UInt8]
    var subject: [UInt8]
    /// Seconds since 1970, both inside.
    var notBefore: Int64
    var notAfter: Int64
    /// Encoded `SubjectPublicKeyInfo`.
    var publicKey: [UInt8]
    var extensions: [Extension]

    /// A name of an organization (left out when nil) and a common name.
    static func name(organization: String?, commonName: String) -> [UInt8] {
        DERWriter.encode { writer in
            writer.sequence { name in
                let parts = [(DERWriter.ObjectIdentifier.organization, organization), (.commonName, commonName)]
                for case (let identifier, let text?) in parts {
                    name.nested(DERWriter.Tag.set) { set in
                        set.sequence {
                            $0.object(identifier)
                            $0.value(DERWriter.Tag.utf8String, [UInt8](text.utf8))
                        }
                    }
                }
            }
        }
    }

    /// 128 random bits, the first of them clear so that the number is positive in as many bytes, the second set so that
    /// it is never short.
    static func randomSerial() throws(CryptographyError) -> [UInt8] {
        var serial = try randomBytes(16)
        serial[0] = serial[0] & 0x7f | 0x40
        return serial
    }

    /// The encoded certificate, signed by the issuer's key with SHA-256.
    func signed(by key: PrivateKey) throws(CryptographyError) -> [UInt8] {
        let algorithm = CertificateTemplate.algorithm(of: key)
        let body = DERWriter.encode { writer in
            writer.sequence { body in
                body.nested(DERWriter.Tag.context(0, constructed: true)) { $0.integer([2]) }
                body.integer(serial)
                body.raw(algorithm)
                body.raw(issuer)
                body.sequence {
                    $0.time(notBefore)
                    $0.time(notAfter)
                }
                body.raw(subject)
                body.raw(publicKey)
                body.nested(DERWriter.Tag.context(3, constructed: true)) { outer in
                    outer.sequence { list in
                        for item in extensions { CertificateTemplate.write(item, to: &list) }
                    }
                }
            }
        }
        return try CertificateTemplate.signed(body, algorithm, by: key)
    }

    /// By what a key signs.
    static func algorithm(of key: PrivateKey) -> [UInt8] {
        DERWriter.encode { writer in
            writer.sequence {
                $0.object(key.isElliptic ? .ecdsaWithSHA256 : .sha256WithRSA)
                if !key.isElliptic { $0.raw([0x05, 0x00]) }
            }
        }
    }

    /// What is to be signed, with its signature.
    static func signed(
        _ body: [UInt8], _ algorithm: [UInt8], by key: PrivateKey
    ) throws(CryptographyError) -> [UInt8] {
        let signature = try key.sign(body)
        return DERWriter.encode { writer in
            writer.sequence {
                $0.raw(body)
                $0.raw(algorithm)
                $0.bitString(signature)
            }
        }
    }

    static func write(_ item: Extension, to list: inout DERWriter) {
        let (identifier, critical): (DERWriter.ObjectIdentifier, Bool) =
            switch item {
            case .authority, .notAuthority: (.basicConstraints, true)
            case .keyUsage: (.keyUsage, true)
            case .permitted: (.nameConstraints, true)
            case .extendedKeyUsage: (.extendedKeyUsage, false)
            case .names, .rawHostName: (.subjectAlternativeName, false)
            case .subjectKeyIdentifier: (.subjectKeyIdentifier, false)
            case .authorityKeyIdentifier: (.authorityKeyIdentifier, false)
            case .revocationList: (.revocationListPlaces, false)
            }
        list.sequence { entry in
            entry.object(identifier)
            if critical { entry.boolean(true) }
            entry.nested(DERWriter.Tag.octetString) { value in CertificateTemplate.writeValue(item, to: &value) }
        }
    }

    private static func writeValue(_ item: Extension, to value: inout DERWriter) {
        switch item {
        case .authority(let pathLength):
            value.sequence {
                $0.boolean(true)
                if let pathLength { $0.integer([pathLength]) }
            }
        case .notAuthority:
            value.sequence { _ in }
        case .keyUsage(let usage):
            value.bitString([usage.rawValue], unusedBits: UInt8(usage.rawValue.trailingZeroBitCount))
        case .permitted(let names):
            value.sequence { CertificateTemplate.writeConstraints(names, to: &$0) }
        case .extendedKeyUsage(let purposes):
            value.sequence { for purpose in purposes { $0.object(purpose) } }
        case .names(let names):
            value.sequence {
                for name in names {
                    switch name {
                    case .host(let host): $0.value(DERWriter.Tag.context(2, constructed: false), [UInt8](host.utf8))
                    case .address(let bytes): $0.value(DERWriter.Tag.context(7, constructed: false), bytes)
                    }
                }
            }
        case .rawHostName(let bytes):
            value.sequence { $0.value(DERWriter.Tag.context(2, constructed: false), bytes) }
        case .subjectKeyIdentifier(let bytes):
            value.value(DERWriter.Tag.octetString, bytes)
        case .authorityKeyIdentifier(let bytes):
            value.sequence { $0.value(DERWriter.Tag.context(0, constructed: false), bytes) }
        case .revocationList(let url):
            // One place, its full name, a URI.
            let outer = DERWriter.Tag.context(0, constructed: true)
            value.sequence { list in
                list.sequence { place in
                    place.nested(outer) { name in
                        name.nested(outer) { $0.value(DERWriter.Tag.context(6, constructed: false), [UInt8](url.utf8)) }
                    }
                }
            }
        }
    }
}

extension CertificateTemplate {
    /// Kinds of names not mentioned would be free: where no address of a kind is permitted, all are excluded.
    private static func writeConstraints(_ names: [CertificateName], to value: inout DERWriter) {
        var addressSizes: Set<Int> = []
        value.nested(DERWriter.Tag.context(0, constructed: true)) { permitted in
            for name in names {
                permitted.sequence {
                    switch name {
                    case .host(let host): $0.value(DERWriter.Tag.context(2, constructed: false), [UInt8](host.utf8))
                    case .address(let bytes):
                        addressSizes.insert(bytes.count)
                        let whole = bytes + [UInt8](repeating: 0xff, count: bytes.count)
                        $0.value(DERWriter.Tag.context(7, constructed: false), whole)
                    }
                }
            }
        }
        let excludedSizes = [4, 16].filter { !addressSizes.contains($0) }
        guard !excludedSizes.isEmpty else { return }
        value.nested(DERWriter.Tag.context(1, constructed: true)) { excluded in
            for size in excludedSizes {
                excluded.sequence {
                    $0.value(DERWriter.Tag.context(7, constructed: false), [UInt8](repeating: 0, count: size * 2))
                }
            }
        }
    }
}

/// Random bytes from OpenSSL's generator.
func randomBytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw .openSSL("random bytes") }
    return bytes
}
