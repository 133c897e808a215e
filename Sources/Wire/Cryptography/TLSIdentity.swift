internal import COpenSSL

/// A certificate chain with its key, by which a client shows who it is. Immutable, so it may be shared.
package struct TLSIdentity: Sendable {
    private let chain: [Certificate]
    private let key: PrivateKey

    /// Throws when either is unreadable, or the key is not the first certificate's.
    package init(certificatePEM: [UInt8], privateKeyPEM: [UInt8]) throws(CryptographyError) {
        chain = try Certificate.all(pem: certificatePEM)
        key = try PrivateKey(pem: privateKeyPEM)
        guard X509_check_private_key(chain[0].x509, key.key) == 1 else {
            ERR_clear_error()
            throw CryptographyError(.keyMismatch, "the key is not that of the certificate")
        }
    }

    func use(in settings: OpaquePointer) throws(CryptographyError) {
        guard SSL_CTX_use_certificate(settings, chain[0].x509) == 1, SSL_CTX_use_PrivateKey(settings, key.key) == 1
        else {
            throw .openSSL("using a client certificate")
        }
        for issuer in chain.dropFirst() {
            guard fita_ssl_ctx_add_chain_certificate(settings, issuer.x509) == 1 else {
                throw .openSSL("using a client certificate")
            }
        }
    }
}
