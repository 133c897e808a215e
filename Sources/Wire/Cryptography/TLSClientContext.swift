internal import COpenSSL

/// Makes the client side of connections to servers, whose chain and name are always verified.
///
/// Names count only as subject alternative names, a wildcard only as a whole first label (RFC 9525 §6). Of
/// revocation only what a server's own staple says is heard. Owned by one loop.
package final class TLSClientContext {
    package struct Limits: Sendable {
        /// Hosts whose last session is kept for resumption.
        package var resumableHosts = 256

        package init() {}
    }

    private let settings: OpaquePointer
    private let trust: TLSTrust
    private var trustLoaded = false
    private let ownAuthority: CertificateAuthority?
    /// Takes the secrets of all sessions from now on, as ``TLSServerContext/keyLog`` does.
    package var keyLog: ((String) -> Void)?
    private var resumable: BoundedCache<String, OpaquePointer>

    /// `identity`: shown to servers that ask for a certificate.
    ///
    /// `ownAuthority`: the proxy's own, whose leaves are refused from upstream even where the system trusts it.
    package init(
        trust: TLSTrust, ownAuthority: CertificateAuthority? = nil, applicationProtocols: [String] = ["http/1.1"],
        identity: TLSIdentity? = nil, limits: Limits = Limits()
    ) throws(CryptographyError) {
        settings = try TLSSettings.make(TLS_client_method())
        try identity?.use(in: settings)
        self.trust = trust
        self.ownAuthority = ownAuthority
        resumable = BoundedCache(capacity: limits.resumableHosts)
        SSL_CTX_set_verify(settings, SSL_VERIFY_PEER) { accepted, store in TLSClientContext.judge(accepted, store) }
        fita_ssl_ctx_ask_for_staples(settings) { ssl, _ in TLSClientContext.judgeStaple(ssl) }
        let protocols = TLSSettings.wireForm(applicationProtocols)
        // Zero means success here.
        guard SSL_CTX_set_alpn_protos(settings, protocols, UInt32(protocols.count)) == 0 else {
            throw .openSSL("offering protocols")
        }
        SSL_CTX_set_ex_data(settings, 0, Unmanaged.passUnretained(self).toOpaque())
        fita_ssl_ctx_set_session_cache_mode(settings, Int(SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL))
        // Called where there is no certificate to show.
        SSL_CTX_set_client_cert_cb(settings) { ssl, _, _ in
            TLSState.of(ssl)?.pointee.hasShownNone = true
            return 0
        }
        SSL_CTX_sess_set_new_cb(settings) { ssl, session in TLSClientContext.keep(ssl, session) }
    }

    deinit {
        while let session = resumable.removeOldest() { SSL_SESSION_free(session) }
        SSL_CTX_free(settings)
    }

    /// A new session to a host, which names it in the hello and which the server's certificate must name.
    ///
    /// `now` (seconds since 1970) is the time its dates are held against. The first call loads the trust store.
    /// `port` tells services of one host apart when sessions are resumed. `applicationProtocols` are offered in place
    /// of the context's, where given.
    /// `verifies`: a server that cannot prove who it is is refused; without it ``TLSFacts/verification`` still tells.
    package func makeSession(
        host: String, port: UInt16 = 443, applicationProtocols: [String]? = nil, now: Int64, verifies: Bool = true
    ) throws(CryptographyError) -> TLSSession {
        guard let name = CertificateName(host) else { throw CryptographyError(.invalidName, host) }
        try loadTrust()
        var state = TLSState()
        state.now = now
        state.keyLog = keyLog
        state.resumptionKey = "\(name.text):\(port)"
        let session = try TLSSession(context: self, settings: settings, isClient: true, state: state)
        if !verifies { SSL_set_verify(session.ssl, SSL_VERIFY_NONE, nil) }
        let parameters = SSL_get0_param(session.ssl)
        X509_VERIFY_PARAM_set_time(parameters, time_t(now))
        X509_VERIFY_PARAM_set_hostflags(
            parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        let named =
            switch name {
            case .host(let host):
                X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1
                    && fita_ssl_set_server_name(session.ssl, host) == 1
            case .address(let bytes): X509_VERIFY_PARAM_set1_ip(parameters, bytes, bytes.count) == 1
            }
        guard named else { throw .openSSL("setting the name to verify") }
        if let applicationProtocols {
            let protocols = TLSSettings.wireForm(applicationProtocols)
            guard SSL_set_alpn_protos(session.ssl, protocols, UInt32(protocols.count)) == 0 else {
                throw .openSSL("offering protocols")
            }
        }
        // A ticket is used once (RFC 8446 appendix C.4).
        if let earlier = resumable.remove(state.resumptionKey) {
            SSL_set_session(session.ssl, earlier)
            SSL_SESSION_free(earlier)
        }
        return session
    }

    /// Loads the trust store, which takes some 25 ms, unless that has been done. Call it when there is time for it; the
    /// first session does otherwise.
    package func loadTrust() throws(CryptographyError) {
        guard !trustLoaded else { return }
        if trust.systemStore, SSL_CTX_set_default_verify_paths(settings) != 1 {
            ERR_clear_error()
            throw CryptographyError(.trustUnreadable, "the system's store")
        }
        for path in trust.bundlePaths where SSL_CTX_load_verify_file(settings, path) != 1 {
            ERR_clear_error()
            throw CryptographyError(.trustUnreadable, path)
        }
        let store = SSL_CTX_get_cert_store(settings)
        for bundle in trust.bundles {
            for certificate in try Certificate.all(pem: bundle) {
                guard X509_STORE_add_cert(store, certificate.x509) == 1 else { throw .openSSL("adding to the store") }
            }
        }
        trustLoaded = true
    }

    /// Called by the verifier for each certificate: keeps the first complaint and refuses our own authority's leaves.
    private static func judge(_ accepted: Int32, _ store: OpaquePointer?) -> Int32 {
        guard let store,
            let pointer = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()),
            case let ssl = OpaquePointer(pointer), let state = TLSState.of(ssl)
        else { return 0 }
        let certificate = X509_STORE_CTX_get_current_cert(store)
        var verdict = accepted
        if let certificate, let own = context(of: ssl)?.ownAuthority,
            X509_NAME_cmp(X509_get_issuer_name(certificate), X509_get_subject_name(own.certificate.x509)) == 0
        {
            X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION)
            verdict = 0
        }
        if verdict != 1, state.pointee.verification == nil {
            let code = X509_STORE_CTX_get_error(store)
            let text = String(cString: X509_verify_cert_error_string(Int(code)))
            state.pointee.verification = TLSVerificationFailure(
                code: code,
                text: code == X509_V_ERR_APPLICATION_VERIFICATION ? "issued by the proxy's own authority" : text,
                depth: X509_STORE_CTX_get_error_depth(store),
                subject: Certificate.text(certificate.flatMap { X509_get_subject_name($0) }),
                issuer: Certificate.text(certificate.flatMap { X509_get_issuer_name($0) }),
                isAuthority: certificate.map { X509_check_ca($0) == 1 } ?? false,
                sentCount: fita_x509_count(X509_STORE_CTX_get0_untrusted(store)))
        }
        return verdict
    }

    /// Refuses a server that proves with its own staple that its certificate is revoked.
    private static func judgeStaple(_ ssl: OpaquePointer?) -> Int32 {
        guard let ssl, let state = TLSState.of(ssl), let leaf = StapledStatus.revoked(ssl) else { return 1 }
        state.pointee.verification = TLSVerificationFailure(
            code: X509_V_ERR_CERT_REVOKED, text: "certificate revoked, as the server's own staple says", depth: 0,
            subject: Certificate.text(X509_get_subject_name(leaf)),
            issuer: Certificate.text(X509_get_issuer_name(leaf)), isAuthority: false,
            sentCount: fita_x509_count(SSL_get_peer_cert_chain(ssl)))
        return 0
    }

    /// Takes over a session that may be resumed; 1 tells OpenSSL that it is now ours to free.
    private static func keep(_ ssl: OpaquePointer?, _ session: OpaquePointer?) -> Int32 {
        guard let ssl, let session, let state = TLSState.of(ssl), let context = context(of: ssl) else { return 0 }
        if let old = context.resumable.keep(session, for: state.pointee.resumptionKey) { SSL_SESSION_free(old) }
        return 1
    }

    private static func context(of ssl: OpaquePointer) -> TLSClientContext? {
        SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), 0).map {
            Unmanaged<TLSClientContext>.fromOpaque($0).takeUnretainedValue()
        }
    }
}
