/// The leaves minted so far, by their full names. Owned by one loop.
package final class LeafCache {
    package struct Limits: Sendable {
        /// Leaves kept; the one used longest ago goes first.
        package var leaves = 1_000

        package init() {}
    }

    private var leaves: BoundedCache<[CertificateName], LeafCertificate>

    package init(limits: Limits = Limits()) { leaves = BoundedCache(capacity: limits.leaves) }

    package var count: Int { leaves.count }

    /// The leaf for these names, minted when there is none that holds at `now` (seconds since 1970) and a day more.
    package func leaf(
        for names: [CertificateName], from authority: CertificateAuthority, now: Int64
    ) throws(CryptographyError) -> LeafCertificate {
        if let known = leaves.value(names), known.notBefore <= now,
            known.notAfter >= now &+ 86_400 || known.notAfter == authority.notAfter
        {
            return known
        }
        let leaf = try authority.mintLeaf(names: names, now: now)
        leaves.keep(leaf, for: names)
        return leaf
    }
}
