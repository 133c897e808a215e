/// The authorities an upstream server's chain may end in.
package struct TLSTrust: Hashable, Sendable {
    /// OpenSSL's own folder and bundle of the system.
    package var systemStore: Bool
    /// Paths of further bundles in PEM; those that do not exist must be left out by the caller.
    package var bundlePaths: [String]
    /// Contents of further bundles in PEM.
    package var bundles: [[UInt8]]

    package init(systemStore: Bool = true, bundlePaths: [String] = [], bundles: [[UInt8]] = []) {
        self.systemStore = systemStore
        self.bundlePaths = bundlePaths
        self.bundles = bundles
    }

    /// Fails where a bundle's content could not be loaded: it has no certificate in PEM, or a broken one.
    package static func check(bundle: [UInt8]) throws(CryptographyError) { _ = try Certificate.all(pem: bundle) }
}
