import HTTPModel
import HTTPWire

/// A list of hosts: `ads.example` is itself, `.ads.example` every host below it.
package struct HostPatterns: Sendable, Hashable {
    private var names: Set<String> = []
    private var suffixes: [String] = []

    package init() {}

    package var isEmpty: Bool { names.isEmpty && suffixes.isEmpty }

    /// Adds the hosts of a comma-separated list.
    ///
    /// - Returns: the first part that is no host, and then nothing is added.
    package mutating func add(_ list: String) -> String? {
        var next = self
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let isSuffix = part.hasPrefix(".")
            let text = String(isSuffix ? part.dropFirst() : part)
            let isNumeric = NetworkAddress(text) != nil
            guard let host = isNumeric ? NetworkAddress(text)?.description : HostPatterns.name(text),
                !(isSuffix && isNumeric)
            else { return String(part) }
            if isSuffix { next.suffixes.append("." + host) } else { next.names.insert(host) }
        }
        self = next
        return nil
    }

    private static func name(_ text: String) -> String? {
        guard let (host, port) = HostAndPort.parse(Array(text.utf8)[...]), port == nil, !host.hasPrefix("."),
            !text.utf8.contains(UInt8(ascii: "["))
        else { return nil }
        return host
    }

    /// - Parameter host: in lower case, an IPv6 address without brackets.
    package func contains(_ host: String) -> Bool {
        names.contains(host) || suffixes.contains { host.hasSuffix($0) && host.utf8.count > $0.utf8.count }
    }
}
