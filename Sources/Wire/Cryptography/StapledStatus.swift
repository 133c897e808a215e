internal import COpenSSL

/// What a server's staple says of its certificate (RFC 6960, RFC 6066 §8).
enum StapledStatus {
    /// Bytes of a staple that are looked at; a longer one says nothing.
    static let limit = 65_536

    /// The server's certificate, where a staple that its issuer has signed says that it is revoked. A staple that
    /// cannot be read or verified, or that says anything else, changes nothing: it is as if there were none.
    static func revoked(_ ssl: OpaquePointer) -> OpaquePointer? {
        defer { ERR_clear_error() }
        var start: UnsafePointer<UInt8>?
        let count = fita_ssl_staple(ssl, &start)
        guard count > 0, count <= limit, start != nil,
            let chain = SSL_get0_verified_chain(ssl), fita_x509_count(chain) > 1,
            let leaf = fita_x509_at(chain, 0), let issuer = fita_x509_at(chain, 1),
            let response = d2i_OCSP_RESPONSE(nil, &start, count)
        else { return nil }
        defer { OCSP_RESPONSE_free(response) }
        guard OCSP_response_status(response) == OCSP_RESPONSE_STATUS_SUCCESSFUL,
            let basic = OCSP_response_get1_basic(response)
        else { return nil }
        defer { OCSP_BASICRESP_free(basic) }
        let store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl))
        guard OCSP_basic_verify(basic, chain, store, 0) == 1 else { return nil }
        for index in 0..<OCSP_resp_count(basic) {
            guard let single = OCSP_resp_get0(basic, index), names(single, leaf, issuer) else { continue }
            if OCSP_single_get0_status(single, nil, nil, nil, nil) == V_OCSP_CERTSTATUS_REVOKED { return leaf }
        }
        return nil
    }

    /// Whether an entry is about this certificate; it names it by digests of its own choice.
    private static func names(_ single: OpaquePointer, _ leaf: OpaquePointer, _ issuer: OpaquePointer) -> Bool {
        var algorithm: OpaquePointer?
        guard let named = OCSP_SINGLERESP_get0_id(single),
            OCSP_id_get0_info(nil, &algorithm, nil, nil, named) == 1,
            let digest = EVP_get_digestbyname(OBJ_nid2sn(OBJ_obj2nid(algorithm))),
            let ours = OCSP_cert_to_id(digest, leaf, issuer)
        else { return false }
        defer { OCSP_CERTID_free(ours) }
        return OCSP_id_cmp(named, ours) == 0
    }
}
