/// A certificate minted for a host by all its names, by which the proxy speaks for it. Immutable, may be shared.
package struct LeafCertificate: Sendable {
    package let names: [CertificateName]
    /// The certificate in DER.
    package let der: [UInt8]
    /// Seconds since 1970; the certificate holds from the first to the last inside.
    package let notBefore: Int64
    package let notAfter: Int64

    let certificate: Certificate
}
