import Cryptography
import HTTPModel
import ProxyCore
import Sockets

/// The first bytes of TLS on a granted way: read or passed on unread.
extension ClientConnection {
    /// A hello on its way in: how much of it was looked at.
    struct PendingHello {
        let entry: TunnelEntry
        var reader = ClientHelloReader()
        var seen = 0
    }

    /// TLS begins on a granted way.
    func beginTLS(_ entry: TunnelEntry, _ bytes: UnsafeBufferPointer<UInt8>) {
        if let cause = server.configuration.passthrough.cause(entry.origin.host, peer) {
            return pass(entry, cause, bytes)
        }
        // The name inside is wanted where the way was asked for by address, or where a name may pass unread.
        let isNumeric = NetworkAddress(entry.origin.host) != nil
        guard isNumeric || server.configuration.passthrough.looksAtNames else {
            return takeUpTLS(entry, early: Array(bytes))
        }
        headStart = headStart ?? server.now
        mode = .hello(PendingHello(entry: entry))
        readHello(bytes)
    }

    func readHello(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard case .hello(var hello) = mode else { return }
        let reading = hello.reader.receive(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[hello.seen...]))
        hello.seen = bytes.count
        mode = .hello(hello)
        switch reading {
        case .needsMore: keep(bytes)
        // Whoever speaks TLS says best what is wrong with it.
        case .invalid: takeUpTLS(hello.entry, early: Array(bytes))
        case .complete(let said):
            var entry = hello.entry
            let named = said.serverName.flatMap { CertificateName($0) }
            if case .host(let name)? = named {
                if let cause = server.configuration.passthrough.cause(name, peer) { return pass(entry, cause, bytes) }
                entry = entry.named(name)
            }
            takeUpTLS(entry, early: Array(bytes))
        }
    }

    private func pass(_ entry: TunnelEntry, _ cause: String, _ bytes: UnsafeBufferPointer<UInt8>) {
        headStart = nil
        passUnread(entry, remark: cause)
        requestSink?.sendBody(bytes)
    }
}
