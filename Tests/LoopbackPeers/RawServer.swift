package import Cryptography
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A loopback server of a test: runs a script for each connection, on a thread of its own.
package final class RawServer: Sendable {
    package let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var messages: [[UInt8]] = []
        var connections = 0
        var notes: [String] = []
    }

    /// What scripts have told, in order of its coming.
    package var messages: [[UInt8]] { state.withLock { $0.messages } }
    package var notes: [String] { state.withLock { $0.notes } }
    package var connections: Int { state.withLock { $0.connections } }

    package func log(_ message: [UInt8]) { state.withLock { $0.messages.append(message) } }
    package func note(_ note: String) { state.withLock { $0.notes.append(note) } }

    /// - Parameter authority: takes up TLS with a leaf for `host` when set; a handshake that fails is noted.
    package init(
        authority: CertificateAuthority? = nil, host: String = "origin.test", protocols: [String] = ["http/1.1"],
        _ script: @escaping @Sendable (RawConnection, RawServer) -> Void
    ) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let listener = listener
        _ = LoopbackAddress.with(port: 0) { bind(listener, $0, $1) }
        listen(listener, 64)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        port = UInt16(bigEndian: address.sin_port)
        // The thread keeps the server until it is stopped: a test may look at its port and never again at it.
        Thread.detachNewThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                self.state.withLock { $0.connections += 1 }
                let connection = RawConnection(descriptor)
                Thread.detachNewThread { self.serve(connection, authority, host, protocols, script) }
            }
            Glibc.close(listener)
        }
    }

    private func serve(
        _ connection: RawConnection, _ authority: CertificateAuthority?, _ host: String, _ protocols: [String],
        _ script: @Sendable (RawConnection, RawServer) -> Void
    ) {
        if let authority {
            do {
                let context = try TLSServerContext(
                    authority: authority, applicationProtocols: protocols, requiresAgreement: true)
                let now = Int64(Date().timeIntervalSince1970)
                try connection.startTLS(context.makeSession(defaultHost: host, now: now))
            } catch {
                note("\(error)")
                connection.close()
                return
            }
        }
        script(connection, self)
        connection.close()
    }

    /// Answers each request with the next of these, on whichever connection it comes; logs the requests.
    package convenience init(authority: CertificateAuthority? = nil, answers: [RawAnswer]) {
        let left = Box(answers)
        self.init(authority: authority) { connection, server in
            while let request = connection.readMessage() {
                server.log(request)
                guard let answer = left.next() else { return }
                connection.send(answer.bytes)
                switch answer.after {
                case .keep: continue
                case .close: return connection.close()
                case .reset: return connection.reset()
                case .cut: return connection.close(cutting: true)
                }
            }
        }
    }

    private final class Box: Sendable {
        private let left: Mutex<ArraySlice<RawAnswer>>
        init(_ answers: [RawAnswer]) { left = Mutex(answers[...]) }
        func next() -> RawAnswer? { left.withLock { $0.popFirst() } }
    }

    /// Stops accepting. The descriptor is the accepting thread's to close, which may not have come to it yet.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }
}

/// Bytes that a server answers with, and what it does with the connection then.
package struct RawAnswer: Sendable {
    package enum After: Sendable {
        case keep, close, reset
        /// TLS: the stream ends without close_notify.
        case cut
    }

    package let bytes: [UInt8]
    package let after: After

    package init(_ bytes: [UInt8], _ after: After = .keep) {
        self.bytes = bytes
        self.after = after
    }

    package init(_ text: String, _ after: After = .keep) {
        self.init(Array(text.utf8), after)
    }
}
