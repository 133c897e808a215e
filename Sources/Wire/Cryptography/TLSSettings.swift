internal import COpenSSL

/// What both roles ask of OpenSSL: versions, suites, modes, and word of alerts.
enum TLSSettings {
    /// TLS 1.2 and 1.3, forward secrecy and authenticated encryption only (RFC 9325 §4.2), security level 2.
    static func make(_ method: OpaquePointer?) throws(CryptographyError) -> OpaquePointer {
        guard let settings = SSL_CTX_new(method) else { throw .openSSL("making TLS settings") }
        fita_ssl_ctx_prepare(settings)
        SSL_CTX_set_security_level(settings, 2)
        // The shorter key first: it is strong enough and faster. Clients that put ChaCha first get it.
        guard SSL_CTX_set_cipher_list(settings, "ECDHE+AES128+AESGCM:ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!PSK") == 1,
            SSL_CTX_set_ciphersuites(
                settings, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256") == 1
        else {
            SSL_CTX_free(settings)
            throw .openSSL("choosing suites")
        }
        SSL_CTX_set_keylog_callback(settings) { ssl, line in
            guard let line, let take = TLSState.of(UnsafeRawPointer(ssl).map { OpaquePointer($0) })?.pointee.keyLog
            else {
                return
            }
            take(String(cString: line))
        }
        SSL_CTX_set_info_callback(settings) { ssl, place, value in
            guard place & SSL_CB_ALERT != 0, let state = TLSState.of(ssl) else { return }
            let alert = UInt8(truncatingIfNeeded: value)
            // `close_notify` and `user_canceled` are no failures.
            guard alert != 0, alert != 90 else { return }
            if place & SSL_CB_READ != 0 { state.pointee.alertReceived = alert } else { state.pointee.alertSent = alert }
        }
        return settings
    }

    /// Protocol names as ALPN has them on the wire. Names that are empty or over 255 bytes are left out.
    static func wireForm(_ protocols: [String]) -> [UInt8] {
        protocols.flatMap { name -> [UInt8] in
            let bytes = [UInt8](name.utf8)
            return (1...255).contains(bytes.count) ? [UInt8(bytes.count)] + bytes : []
        }
    }
}
