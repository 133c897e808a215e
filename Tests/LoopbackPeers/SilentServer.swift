import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A loopback port whose connections the system takes and nobody ever answers, at no cost to this process.
package final class SilentServer: Sendable {
    package let port: UInt16
    private let listener: Int32

    package init() {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let listener = listener
        _ = LoopbackAddress.with(port: 0) { bind(listener, $0, $1) }
        listen(listener, 512)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { Glibc.close(listener) }
}
