internal import COpenSSL

/// Why a TLS session ended badly: enough to tell a person what happened and what to do.
package struct TLSFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Stage: String, Hashable, Sendable {
        case handshake, transfer
    }

    /// The kinds told apart. Raw values are what records and reports say.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case certificateExpired = "cert-expired"
        case certificateNotYetValid = "cert-not-yet-valid"
        case certificateNameMismatch = "cert-name-mismatch"
        case certificateSelfSigned = "cert-self-signed"
        case certificateUntrustedRoot = "cert-untrusted-root"
        /// The issuer is neither sent nor trusted.
        case certificateIncompleteChain = "cert-incomplete-chain"
        /// An authority's certificate came where the server's own should be.
        case certificateChainOrder = "cert-chain-order"
        case certificateWeakSignature = "cert-weak-signature"
        case certificateWeakKey = "cert-weak-key"
        case certificateInvalidAuthority = "cert-invalid-ca"
        case certificateWrongPurpose = "cert-wrong-purpose"
        case certificateRevoked = "cert-revoked"
        case certificateTooLarge = "cert-too-large"
        /// Issued by the proxy's own authority, which may never happen upstream.
        case certificateOwnAuthority = "cert-own-ca"
        /// An authority bound to other names issued it.
        case certificateNameNotPermitted = "cert-name-not-permitted"
        case certificateOther = "cert-invalid"
        case versionTooOld = "tls-version-too-old"
        case noCommonCipher = "tls-no-common-cipher"
        case noCommonProtocol = "tls-alpn"
        case keyExchangeTooSmall = "tls-dh-too-small"
        case clientCertificateRequired = "tls-client-cert-required"
        /// The peer refused our certificate: it does not trust the authority, or pins.
        case ourCertificateRefused = "tls-our-cert-refused"
        /// The client named a host that no certificate can be made for.
        case noLeaf = "tls-no-leaf"
        case notTLS = "tls-not-tls"
        /// The stream ended inside the handshake.
        case truncated = "tls-truncated"
        /// The peer sent an alert that is none of the above.
        case alertReceived = "tls-alert"
        case protocolViolation = "tls-protocol"
    }

    package let stage: Stage
    package let kind: Kind
    /// OpenSSL's packed code, 0 when the failure is not its own.
    package let code: UInt
    /// OpenSSL's words, or ours.
    package let reason: String
    /// Alert numbers (RFC 8446 §6) that went out and came in, where any did.
    package let alertSent: UInt8?
    package let alertReceived: UInt8?
    /// What the verification of the peer's chain said, where that failed.
    package let verification: TLSVerificationFailure?

    package var description: String {
        var text = "\(kind.rawValue): \(verification?.description ?? reason)"
        if let alertReceived { text += " (alert \(alertReceived) received)" }
        return text
    }
}

/// The first thing the verifier had against a chain.
package struct TLSVerificationFailure: Hashable, Sendable, CustomStringConvertible {
    /// X509_V_ERR code.
    package let code: Int32
    /// OpenSSL's words, such as `certificate has expired`.
    package let text: String
    /// 0 for the server's own certificate, 1 for its issuer, and so on.
    package let depth: Int32
    /// Names of the certificate it was about, for people; at most 512 bytes each.
    package let subject: String
    package let issuer: String
    /// The certificate it was about may sign others.
    package let isAuthority: Bool
    /// Certificates the server sent.
    package let sentCount: Int32

    package var description: String { "\(text) (\(subject), issued by \(issuer))" }
}

extension TLSFailure {
    static func kind(reason: Int32, state: TLSState, stage: Stage) -> Kind {
        if let verification = state.verification { return kind(verification) }
        if state.leafFailure != nil { return .noLeaf }
        if let alert = state.alertReceived {
            // Before TLS 1.3 there is no alert of its own for a certificate that was not shown (RFC 5246 §7.4.6).
            return state.hasShownNone && (alert == 40 || alert == 42)
                ? .clientCertificateRequired : kind(alertReceived: alert)
        }
        switch reason {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW, SSL_R_UNKNOWN_PROTOCOL:
            return .versionTooOld
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_CIPHERS_AVAILABLE, SSL_R_UNKNOWN_CIPHER_RETURNED,
            SSL_R_WRONG_CIPHER_RETURNED:
            return .noCommonCipher
        case SSL_R_DH_KEY_TOO_SMALL: return .keyExchangeTooSmall
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST:
            return stage == .handshake ? .notTLS : .protocolViolation
        case SSL_R_UNEXPECTED_EOF_WHILE_READING: return .truncated
        case SSL_R_EXCESSIVE_MESSAGE_SIZE: return .certificateTooLarge
        default: return .protocolViolation
        }
    }

    private static func kind(alertReceived alert: UInt8) -> Kind {
        switch alert {
        case 42, 43, 44, 45, 46, 48: .ourCertificateRefused
        case 40, 71: .noCommonCipher
        case 70: .versionTooOld
        case 116: .clientCertificateRequired
        case 120: .noCommonProtocol
        default: .alertReceived
        }
    }

    private static func kind(_ verification: TLSVerificationFailure) -> Kind {
        // An authority's certificate in the first place of several: the chain was sent in the wrong order.
        let misplaced = [X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH, X509_V_ERR_INVALID_PURPOSE]
        let isOrder = verification.depth == 0 && verification.isAuthority && verification.sentCount > 1
        if isOrder, misplaced.contains(verification.code) { return .certificateChainOrder }
        return switch verification.code {
        case X509_V_ERR_CERT_HAS_EXPIRED: .certificateExpired
        case X509_V_ERR_CERT_NOT_YET_VALID: .certificateNotYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .certificateNameMismatch
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .certificateSelfSigned
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: .certificateUntrustedRoot
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            .certificateIncompleteChain
        case X509_V_ERR_CA_MD_TOO_WEAK: .certificateWeakSignature
        case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL: .certificateWeakKey
        case X509_V_ERR_INVALID_CA, X509_V_ERR_PATH_LENGTH_EXCEEDED, X509_V_ERR_KEYUSAGE_NO_CERTSIGN:
            .certificateInvalidAuthority
        case X509_V_ERR_INVALID_PURPOSE: .certificateWrongPurpose
        case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION: .certificateNameNotPermitted
        case X509_V_ERR_CERT_REVOKED: .certificateRevoked
        case X509_V_ERR_APPLICATION_VERIFICATION: .certificateOwnAuthority
        default: .certificateOther
        }
    }
}

extension TLSFailure {
    /// The connection went away before the handshake was finished.
    package init(lostDuringHandshake detail: String) {
        self.init(
            stage: .handshake, kind: .truncated, code: 0, reason: detail, alertSent: nil, alertReceived: nil,
            verification: nil)
    }
}
