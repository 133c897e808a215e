internal import COpenSSL

/// What the operator can mend, or what OpenSSL refused, outside a running TLS session.
package struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable {
        /// The text holds no certificate that can be read.
        case certificateUnreadable
        /// The text holds no private key that can be read.
        case privateKeyUnreadable
        /// The text holds no public key that can be read.
        case publicKeyUnreadable
        /// Certificate and private key do not belong together.
        case keyMismatch
        /// The certificate may not issue others.
        case notAnAuthority
        /// The authority's certificate has ended or has not begun at the given time.
        case authorityOutOfDate
        /// The bytes are neither a host name nor an address.
        case invalidName
        /// The authority is bound to other names.
        case nameNotPermitted
        /// The trust store could not be loaded.
        case trustUnreadable
        /// OpenSSL refused an operation that needs nothing from outside.
        case openSSL
    }

    package let code: Code
    /// What it was about: a name, a path, or OpenSSL's own words. Never key material.
    package let context: String

    package init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    package var description: String { "\(code.rawValue): \(context)" }

    /// The latest complaint of the library, which empties its queue.
    static func openSSL(_ doing: StaticString) -> CryptographyError {
        let text = OpenSSLErrors.text(ERR_peek_last_error())
        ERR_clear_error()
        return CryptographyError(.openSSL, "\(doing): \(text)")
    }
}

/// OpenSSL keeps its complaints in a queue per thread.
enum OpenSSLErrors {
    /// The reason of a packed code in OpenSSL's words.
    static func text(_ code: UInt) -> String {
        guard code != 0 else { return "no reason given" }
        guard let reason = ERR_reason_error_string(code) else { return "code \(String(code, radix: 16))" }
        return String(cString: reason)
    }

    /// Empties the queue, so that one connection's complaint is not read as another's.
    @inline(__always)
    static func clear() {
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }
}
