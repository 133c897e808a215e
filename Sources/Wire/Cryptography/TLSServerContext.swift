internal import COpenSSL

/// Makes the server side of intercepted connections: one for all hosts, the leaf chosen at each hello.
///
/// Owned by one loop; the authority may be shared.
package final class TLSServerContext {
    private let settings: OpaquePointer
    private let authority: CertificateAuthority
    private let cache: LeafCache
    private let protocols: [UInt8]
    private let requiresAgreement: Bool
    /// Takes the secrets of all sessions from now on, a line of the key log's format each
    /// (draft-ietf-tls-keylogfile): whoever has them can read a capture of the connections.
    package var keyLog: ((String) -> Void)?

    /// `applicationProtocols`: those the proxy speaks, the one preferred first. A client that offers others alone goes
    /// on without, or is refused (alert 120, RFC 7301 §3.2) where `requiresAgreement` is set.
    package init(
        authority: CertificateAuthority, cache: LeafCache = LeafCache(), applicationProtocols: [String] = ["http/1.1"],
        requiresAgreement: Bool = false
    ) throws(CryptographyError) {
        settings = try TLSSettings.make(TLS_server_method())
        self.authority = authority
        self.cache = cache
        self.requiresAgreement = requiresAgreement
        protocols = TLSSettings.wireForm(applicationProtocols)
        let this = Unmanaged.passUnretained(self).toOpaque()
        SSL_CTX_set_cert_cb(settings, { ssl, this in TLSServerContext.chooseLeaf(ssl, this) }, this)
        // Called before anything of the hello is judged: what it names is known whatever becomes of the handshake.
        SSL_CTX_set_client_hello_cb(
            settings,
            { ssl, _, _ in
                TLSServerContext.keepHelloName(ssl)
                return SSL_CLIENT_HELLO_SUCCESS
            }, nil)
        SSL_CTX_set_alpn_select_cb(
            settings,
            { _, chosen, chosenCount, offered, offeredCount, this in
                TLSServerContext.chooseProtocol(chosen, chosenCount, offered, offeredCount, this)
            }, this)
        // Tickets carry resumption; a cache besides would only hold memory.
        fita_ssl_ctx_set_session_cache_mode(settings, Int(SSL_SESS_CACHE_OFF))
        guard SSL_CTX_use_PrivateKey(settings, authority.leafKey.key) == 1 else { throw .openSSL("using the leaf key") }
    }

    deinit { SSL_CTX_free(settings) }

    /// A new session.
    /// - Parameters:
    ///   - defaultHost: is spoken for when the client names no host, as one that asks for an address does.
    ///   - otherHosts: are then spoken for as well, where the authority may: what the client may have called us.
    ///   - now: in seconds since 1970.
    package func makeSession(
        defaultHost: String?, otherHosts: [String] = [], now: Int64
    ) throws(CryptographyError) -> TLSSession {
        var state = TLSState()
        state.defaultNames = ([defaultHost].compactMap(\.self) + otherHosts).compactMap { CertificateName($0) }
        state.now = now
        state.keyLog = keyLog
        return try TLSSession(context: self, settings: settings, isClient: false, state: state)
    }

    private static func keepHelloName(_ ssl: OpaquePointer?) {
        guard let ssl, let state = TLSState.of(ssl) else { return }
        var content: UnsafePointer<UInt8>?
        var count = 0
        guard SSL_client_hello_get0_ext(ssl, UInt32(TLSEXT_TYPE_server_name), &content, &count) == 1 else { return }
        let extensionContent = UnsafeRawBufferPointer(start: content, count: count)
        state.pointee.helloName = ClientHello.serverName(extension: extensionContent)
    }

    private static func chooseLeaf(_ ssl: OpaquePointer?, _ this: UnsafeMutableRawPointer?) -> Int32 {
        guard let ssl, let this, let state = TLSState.of(ssl) else { return 0 }
        let context = Unmanaged<TLSServerContext>.fromOpaque(this).takeUnretainedValue()
        do throws(CryptographyError) {
            let leaf = try context.leaf(for: SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name), state.pointee)
            state.pointee.hasShownCertificate = true
            return SSL_use_certificate(ssl, leaf.certificate.x509)
        } catch {
            state.pointee.leafFailure = error
            return 0
        }
    }

    private func leaf(
        for serverName: UnsafePointer<CChar>?, _ state: TLSState
    ) throws(CryptographyError) -> LeafCertificate {
        if let serverName {
            let text = String(cString: serverName)
            guard let name = CertificateName(text) else { throw CryptographyError(.invalidName, text) }
            return try cache.leaf(for: [name], from: authority, now: state.now)
        }
        guard let first = state.defaultNames.first else {
            throw CryptographyError(.invalidName, "the client names no host")
        }
        do throws(CryptographyError) {
            return try cache.leaf(for: state.defaultNames, from: authority, now: state.now)
        } catch {
            guard error.code == .nameNotPermitted, state.defaultNames.count > 1 else { throw error }
            return try cache.leaf(for: [first], from: authority, now: state.now)
        }
    }

    /// The first of ours that the client offers. The answer points into the client's list, which outlives the call.
    private static func chooseProtocol(
        _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ chosenCount: UnsafeMutablePointer<UInt8>?,
        _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32, _ this: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard let chosen, let chosenCount, let offered, let this else { return SSL_TLSEXT_ERR_NOACK }
        let context = Unmanaged<TLSServerContext>.fromOpaque(this).takeUnretainedValue()
        let offers = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
        let ours = context.protocols
        var own = 0
        while own < ours.count {
            let wanted = ours[own...].prefix(Int(ours[own]) + 1)
            var place = 0
            while place < offers.count {
                let offer = offers[place...].prefix(Int(offers[place]) + 1)
                if offer.elementsEqual(wanted) {
                    chosen.pointee = offered + place + 1
                    chosenCount.pointee = offers[place]
                    return SSL_TLSEXT_ERR_OK
                }
                place += offer.count
            }
            own += wanted.count
        }
        return context.requiresAgreement ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_NOACK
    }
}
