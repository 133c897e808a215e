/// A proxy auto-configuration script: everything goes through fita, or not at all.
///
/// There is no `DIRECT` behind it: a device that cannot reach fita must not send past it what is to be recorded.
enum ProxyScript {
    /// - Parameter address: `host:port` of the proxy.
    static func text(_ address: String) -> String {
        """
        function FindProxyForURL(url, host) {
            if (host === "localhost" || host === "127.0.0.1" || host === "::1" || host === "[::1]") return "DIRECT";
            return "PROXY \(address)";
        }

        """
    }
}
