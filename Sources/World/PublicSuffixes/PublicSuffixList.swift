internal import CPSL

/// The public suffix list that is built into libpsl.
package enum PublicSuffixList {
    package static var isAvailable: Bool { fita_psl_available() == 1 }

    /// The SHA-1 digest of the list, in hexadecimal; nil without the library. Two lists give different answers.
    package static var digest: String? {
        guard let text = fita_psl_digest() else { return nil }
        return String(cString: text)
    }

    /// The name under a public suffix that one party registered; nil for a suffix itself, an address, a name that is
    /// not in lower case ASCII, and without the library.
    package static func registrableDomain(of host: String) -> String? {
        guard isName(host) else { return nil }
        // The answer points into the host's own bytes.
        return host.withCString { name in fita_psl_registrable_domain(name).map { String(cString: $0) } }
    }

    /// Whether both names are below one registrable domain.
    package static func isSameSite(_ host: String, _ other: String) -> Bool {
        guard let domain = registrableDomain(of: host) else { return false }
        return domain == registrableDomain(of: other)
    }

    private static func isName(_ host: String) -> Bool {
        let bytes = host.utf8
        guard let first = bytes.first, let last = bytes.last, first != 0x2E, last != 0x2E, bytes.count <= 253 else {
            return false
        }
        let isPlain = bytes.allSatisfy {
            $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
        }
        // A last label of digits is an address.
        return isPlain && !bytes.reversed().prefix { $0 != 0x2E }.allSatisfy { $0 &- 0x30 < 10 }
    }
}
