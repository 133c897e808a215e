import Cryptography
import Foundation
import Platform
import Sockets
import StandInServer
import Synchronization

/// A stand-in on loopback ports, on a thread of its own, for the life of a test.
final class LoopbackStandIn: Sendable {
    /// What the serving thread and the test share.
    private final class Shared: Sendable {
        let seen = Mutex<[StandInRequest]>([])
        let said = Mutex<[[UInt8]]>([])
        let ports = Mutex<(http: UInt16, https: UInt16)?>(nil)
        let isOver = Atomic(false)
        let started = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
    }

    let http: UInt16
    let https: UInt16
    let authorityFile: String
    private let shared = Shared()

    var requests: [StandInRequest] { shared.seen.withLock { $0 } }
    /// What was said on WebSockets.
    var said: [[UInt8]] { shared.said.withLock { $0 } }

    init(_ standIn: StandIn, limits: StandInListenerLimits = StandInListenerLimits()) throws {
        let now = SystemClock.wall().seconds
        let authority = try CertificateAuthority.make(now: now)
        authorityFile = NSTemporaryDirectory() + "stand-in-\(UUID().uuidString).pem"
        try FileSystem.write(authority.certificatePEM, to: authorityFile)
        Foundation.Thread.detachNewThread { [shared] in
            defer { shared.ended.signal() }
            let loop = EventLoop()
            let free = Endpoint(address: "127.0.0.1", port: 0)
            var listening = StandInListening(listen: free, tlsListen: free, wallClock: { now })
            listening.limits = limits
            guard let listener = try? StandInListener(loop, standIn, authority: authority, listening),
                let taken = try? listener.start()
            else {
                shared.started.signal()
                return
            }
            listener.heard = { message in shared.said.withLock { $0.append(message.content) } }
            listener.served = { record in shared.seen.withLock { $0.append(record.request) } }
            shared.ports.withLock { $0 = (taken.http?.port ?? 0, taken.https?.port ?? 0) }
            shared.started.signal()
            let watch = Timer(loop, after: 5, every: 5, keepsLoopAlive: true) {
                guard shared.isOver.load(ordering: .acquiring) else { return }
                listener.stop()
                loop.stop()
            }
            loop.run()
            withExtendedLifetime(watch) {}
        }
        shared.started.wait()
        guard let ports = shared.ports.withLock({ $0 }) else {
            throw StandInListenerError.notLoopback(Endpoint(address: "", port: 0))
        }
        (http, https) = ports
    }

    deinit {
        shared.isOver.store(true, ordering: .releasing)
        shared.ended.wait()
        try? FileSystem.remove(authorityFile)
    }
}
