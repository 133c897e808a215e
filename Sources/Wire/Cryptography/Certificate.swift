internal import COpenSSL

/// A certificate as OpenSSL reads it. Immutable, so it may be shared.
final class Certificate: @unchecked Sendable {  // only read after it was decoded; OpenSSL guards its own caches
    let x509: OpaquePointer

    init(owning x509: OpaquePointer) { self.x509 = x509 }

    convenience init(der: [UInt8]) throws(CryptographyError) {
        let x509 = der.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            return d2i_X509(nil, &place, bytes.count)
        }
        guard let x509 else {
            ERR_clear_error()
            throw CryptographyError(.certificateUnreadable, "no certificate in DER")
        }
        self.init(owning: x509)
    }

    deinit { X509_free(x509) }

    /// All certificates of a PEM text, in its order.
    static func all(pem: [UInt8]) throws(CryptographyError) -> [Certificate] {
        var found: [Certificate] = []
        let complete: Bool? = withPEM(pem) { bio in
            ERR_clear_error()
            while let x509 = PEM_read_bio_X509(bio, nil, nil, nil) { found.append(Certificate(owning: x509)) }
            // The end of the text is told apart from a broken block by this reason alone.
            return fita_err_reason(ERR_peek_last_error()) == PEM_R_NO_START_LINE
        }
        ERR_clear_error()
        guard complete == true, !found.isEmpty else {
            throw CryptographyError(.certificateUnreadable, "no certificate in PEM, or a broken one")
        }
        return found
    }

    func der() throws(CryptographyError) -> [UInt8] {
        try encoded("encoding a certificate") { i2d_X509(x509, $0) }
    }

    func pem() throws(CryptographyError) -> [UInt8] {
        try writtenPEM("writing a certificate") { PEM_write_bio_X509($0, x509) }
    }

    /// The subject's encoded name.
    func subject() throws(CryptographyError) -> [UInt8] {
        try encoded("encoding a name") { i2d_X509_NAME(X509_get_subject_name(x509), $0) }
    }

    /// Seconds since 1970.
    var notBefore: Int64 { Certificate.seconds(X509_get0_notBefore(x509)) }
    var notAfter: Int64 { Certificate.seconds(X509_get0_notAfter(x509)) }

    var subjectKeyIdentifier: [UInt8]? {
        guard let octets = X509_get0_subject_key_id(x509) else { return nil }
        return [UInt8](
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(octets), count: Int(ASN1_STRING_length(octets))))
    }

    /// Names beyond so many are not told.
    static let nameLimit = 64

    /// Hosts and addresses of the subject's alternative names, in lower case and in their order.
    var names: [String] {
        guard let found = X509_get_ext_d2i(x509, NID_subject_alt_name, nil, nil) else { return [] }
        let names = OpaquePointer(found)
        defer { GENERAL_NAMES_free(names) }
        return (0..<min(max(fita_name_count(names), 0), Int32(Certificate.nameLimit))).compactMap { index in
            var kind: Int32 = 0
            guard let value = GENERAL_NAME_get0_value(fita_name_at(names, index), &kind) else { return nil }
            let string = value.assumingMemoryBound(to: ASN1_STRING.self)
            let bytes = [UInt8](
                UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
            switch kind {
            case GEN_DNS: return Certificate.host(bytes)
            case GEN_IPADD: return Certificate.address(bytes)
            default: return nil
            }
        }
    }

    /// Nil where it is no host that a certificate can be made for, but for an asterisk.
    private static func host(_ bytes: [UInt8]) -> String? {
        let isWild = bytes.starts(with: [UInt8(ascii: "*"), UInt8(ascii: ".")])
        guard case .host(let name)? = CertificateName(isWild ? bytes.dropFirst(2) : bytes[...]) else { return nil }
        return isWild ? "*.\(name)" : name
    }

    private static func address(_ bytes: [UInt8]) -> String? {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        guard bytes.count == 16 else { return nil }
        return stride(from: 0, to: 16, by: 2).map { index in
            String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
        }.joined(separator: ":")
    }

    /// The names this authority is bound to allow those of a certificate it signed.
    func permits(_ leaf: Certificate) -> Bool {
        guard let found = X509_get_ext_d2i(x509, NID_name_constraints, nil, nil) else { return true }
        let constraints = found.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        defer { NAME_CONSTRAINTS_free(constraints) }
        // The check looks only at names that were taken out of the certificate before.
        X509_check_purpose(leaf.x509, -1, 0)
        return NAME_CONSTRAINTS_check(leaf.x509, constraints) == X509_V_OK
    }

    /// A name in one line for people, by RFC 2253, with anything unprintable escaped.
    static func text(_ name: OpaquePointer?) -> String {
        guard let name, let bio = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(bio) }
        guard fita_x509_name_print(bio, name) >= 0 else { return "" }
        var text = [UInt8](repeating: 0, count: min(BIO_ctrl_pending(bio), 512))
        let count = BIO_read(bio, &text, Int32(text.count))
        return String(decoding: text.prefix(Int(max(count, 0))), as: UTF8.self)
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        guard let epoch = ASN1_TIME_set(nil, 0) else { return 0 }
        defer { ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return 0 }
        return Int64(days) * 86_400 + Int64(seconds)
    }
}
