internal import COpenSSL

/// The certificate authority of one installation: it signs the leaves by which the proxy speaks for a host.
///
/// Immutable, may be shared. Whoever keeps `privateKeyPEM` must keep it from others: with it, every client that trusts
/// the authority can be deceived.
package final class CertificateAuthority: Sendable {
    /// Backdating of every certificate, for clients whose clock is behind.
    package static let backdatingDays: Int64 = 2
    /// The longest lifetime of a leaf in days, backdating included: browsers refuse 200 days and more.
    package static let maximumLeafDays: Int64 = 197

    /// Where clients that want to know find the authority's list of revoked certificates: at the proxy's own pages.
    package static let revocationListURL = "http://fita.internal/ca.crl"
    /// Days for which a list holds.
    static let revocationListDays: Int64 = 7

    package let certificatePEM: [UInt8]
    package let privateKeyPEM: [UInt8]
    package let certificateDER: [UInt8]
    /// SHA-256 of the certificate's DER.
    package let fingerprintSHA256: [UInt8]
    /// The subject for people, such as `CN=fita CA 5e81…,O=fita`.
    package let subject: String
    /// Seconds since 1970.
    package let notBefore: Int64
    package let notAfter: Int64

    let certificate: Certificate
    private let key: PrivateKey
    /// One key for all leaves: it lives as long as the process and is never written.
    let leafKey: PrivateKey
    private let name: [UInt8]
    private let keyIdentifier: [UInt8]?

    /// A new authority: P-256, self-signed, a random name of its own, no authorities beneath it.
    ///
    /// With `permitted` it can speak only for these names and the hosts beneath them, so that a key that gets out is of
    /// little use.
    package static func make(
        now: Int64, lifetimeDays: Int = 365, permitted: [CertificateName] = []
    ) throws(CryptographyError) -> CertificateAuthority {
        let key = try PrivateKey()
        let suffix = hex(try randomBytes(4))
        let name = CertificateTemplate.name(organization: "fita", commonName: "fita CA \(suffix)")
        let identifier = keyIdentifier(key.publicKey)
        let template = CertificateTemplate(
            serial: try CertificateTemplate.randomSerial(), issuer: name, subject: name,
            notBefore: now &- backdatingDays &* 86_400, notAfter: now &+ Int64(lifetimeDays) &* 86_400,
            publicKey: key.publicKey,
            extensions: [
                .authority(pathLength: 0), .keyUsage([.certificateSign, .revocationListSign]),
                .subjectKeyIdentifier(identifier), .authorityKeyIdentifier(identifier),
            ] + (permitted.isEmpty ? [] : [.permitted(permitted)]))
        return try CertificateAuthority(certificate: Certificate(der: template.signed(by: key)), key: key)
    }

    /// An authority made before. Fails when the two do not belong together or the certificate may not sign others.
    package convenience init(certificatePEM: [UInt8], privateKeyPEM: [UInt8]) throws(CryptographyError) {
        guard let certificate = try Certificate.all(pem: certificatePEM).first else {
            throw CryptographyError(.certificateUnreadable, "no certificate in PEM")
        }
        try self.init(certificate: certificate, key: PrivateKey(pem: privateKeyPEM))
    }

    init(certificate: Certificate, key: PrivateKey) throws(CryptographyError) {
        guard X509_check_private_key(certificate.x509, key.key) == 1 else {
            ERR_clear_error()
            throw CryptographyError(.keyMismatch, "the private key is not the certificate's")
        }
        guard X509_check_ca(certificate.x509) == 1 else {
            throw CryptographyError(.notAnAuthority, "the certificate may not sign others")
        }
        self.certificate = certificate
        self.key = key
        leafKey = try PrivateKey()
        certificatePEM = try certificate.pem()
        privateKeyPEM = try key.pem()
        certificateDER = try certificate.der()
        fingerprintSHA256 = SHA256.digest(certificateDER)
        subject = Certificate.text(X509_get_subject_name(certificate.x509))
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
        name = try certificate.subject()
        keyIdentifier = certificate.subjectKeyIdentifier
    }

    /// The name under which Android's system store keeps the certificate, such as `c8750f0d.0`: the first four bytes of
    /// MD5 over the encoded subject, last byte first (`openssl x509 -subject_hash_old`).
    package var androidFileName: String { hex(MD5.digest(name).prefix(4).reversed()) + ".0" }

    /// Mints a leaf for a host name or address as text.
    package func mintLeaf(
        host: String, now: Int64, lifetimeDays: Int = 90
    ) throws(CryptographyError) -> LeafCertificate {
        guard let name = CertificateName(host) else { throw CryptographyError(.invalidName, host) }
        return try mintLeaf(names: [name], now: now, lifetimeDays: lifetimeDays)
    }

    /// Mints a leaf that begins two days before `now` (seconds since 1970) and lasts `lifetimeDays` in all, at most 197
    /// and not longer than the authority. The first name is its subject's.
    package func mintLeaf(
        names: [CertificateName], now: Int64, lifetimeDays: Int = 90
    ) throws(CryptographyError) -> LeafCertificate {
        guard let first = names.first else { throw CryptographyError(.invalidName, "no name") }
        let begin = now &- Self.backdatingDays &* 86_400
        let days = min(max(Int64(lifetimeDays), 1), Self.maximumLeafDays)
        // The last second is inside the lifetime.
        let end = min(begin &+ days &* 86_400 &- 1, notAfter)
        guard now <= notAfter, begin < end else {
            throw CryptographyError(.authorityOutOfDate, subject)
        }
        let der = try sign(
            subject: Self.subject(of: first), notBefore: begin, notAfter: end, publicKey: leafKey.publicKey,
            extensions: [
                .notAuthority, .keyUsage(.digitalSignature), .extendedKeyUsage([.serverAuthentication]), .names(names),
                .revocationList(Self.revocationListURL),
            ])
        let leaf = try Certificate(der: der)
        guard certificate.permits(leaf) else {
            throw CryptographyError(.nameNotPermitted, names.map(\.text).joined(separator: ", "))
        }
        return LeafCertificate(names: names, der: der, notBefore: begin, notAfter: end, certificate: leaf)
    }

    /// The list of revoked certificates (RFC 5280 §5), encoded. It names none: leaves live in memory, and who wants to
    /// be rid of them takes the authority out of the trust store. Clients that insist on a list have one to read.
    package func revocationList(now: Int64) throws(CryptographyError) -> [UInt8] {
        let algorithm = CertificateTemplate.algorithm(of: key)
        let body = DERWriter.encode { writer in
            writer.sequence { body in
                body.integer([1])
                body.raw(algorithm)
                body.raw(name)
                body.time(now &- Self.backdatingDays &* 86_400)
                body.time(now &+ Self.revocationListDays &* 86_400)
                body.nested(DERWriter.Tag.context(0, constructed: true)) { outer in
                    outer.sequence { list in
                        if let keyIdentifier {
                            CertificateTemplate.write(.authorityKeyIdentifier(keyIdentifier), to: &list)
                        }
                        // Later lists have higher numbers (§5.2.3).
                        list.sequence { entry in
                            entry.object(.revocationListNumber)
                            entry.nested(DERWriter.Tag.octetString) { value in
                                value.integer((0..<8).reversed().map { UInt8(truncatingIfNeeded: now >> ($0 * 8)) })
                            }
                        }
                    }
                }
            }
        }
        return try CertificateTemplate.signed(body, algorithm, by: key)
    }

    /// Signs any certificate in this authority's name; the key identifier of the authority is added.
    func sign(
        subject: [UInt8], notBefore: Int64, notAfter: Int64, publicKey: [UInt8],
        extensions: [CertificateTemplate.Extension]
    ) throws(CryptographyError) -> [UInt8] {
        let template = CertificateTemplate(
            serial: try CertificateTemplate.randomSerial(), issuer: name, subject: subject,
            notBefore: notBefore, notAfter: notAfter, publicKey: publicKey,
            extensions: extensions + (keyIdentifier.map { [.authorityKeyIdentifier($0)] } ?? []))
        return try template.signed(by: key)
    }

    /// The name as common name, cut to the 64 characters one may have: what counts is the alternative name.
    static func subject(of name: CertificateName) -> [UInt8] {
        CertificateTemplate.name(organization: nil, commonName: String(name.text.prefix(64)))
    }

    /// The leftmost 160 bits of SHA-256 over the public key (RFC 7093 §2).
    static func keyIdentifier(_ publicKey: [UInt8]) -> [UInt8] { [UInt8](SHA256.digest(publicKey).prefix(20)) }
}
