#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a connection was bound before the system's packet filter redirected it (netfilter's REDIRECT and DNAT).
///
/// Linux alone tells this of an accepted socket. The packet filter of macOS tells it by its control device, to whoever
/// may open that, and not by the socket.
package struct OriginalDestination: Hashable, Sendable {
    /// 4 or 16, in network order.
    package let address: [UInt8]
    package let port: UInt16

    /// Nil where the system cannot tell it, or knows of no redirection.
    package init?(of descriptor: Int32) {
        #if os(Linux)
        guard let found = Self.asked(descriptor, Self.version4) ?? Self.asked(descriptor, Self.version6) else {
            return nil
        }
        self = found
        #else
        return nil
        #endif
    }

    /// Whether this system tells it at all.
    package static var isTold: Bool {
        #if os(Linux)
        true
        #else
        false
        #endif
    }

    package init(address: [UInt8], port: UInt16) {
        self.address = address
        self.port = port
    }

    #if os(Linux)
    /// SOL_IP and SOL_IPV6; SO_ORIGINAL_DST and IP6T_SO_ORIGINAL_DST are both 80 (linux/netfilter_ipv4.h).
    private static let version4: Int32 = 0
    private static let version6: Int32 = 41
    private static let originalDestination: Int32 = 80

    private static func asked(_ descriptor: Int32, _ level: Int32) -> OriginalDestination? {
        withUnsafeTemporaryAllocation(byteCount: MemoryLayout<sockaddr_in6>.size, alignment: 8) { raw in
            var length = socklen_t(raw.count)
            guard getsockopt(descriptor, level, originalDestination, raw.baseAddress, &length) == 0 else { return nil }
            // Family, port and, in IPv4, the address; in IPv6 the flow's label stands before it.
            let place = level == version4 ? 4..<8 : 8..<24
            guard Int(length) >= place.upperBound else { return nil }
            return OriginalDestination(
                address: Array(raw[place]), port: UInt16(raw[2]) << 8 | UInt16(raw[3]))
        }
    }
    #endif
}
