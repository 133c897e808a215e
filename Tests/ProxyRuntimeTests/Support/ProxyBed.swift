import CassetteFormat
import CassetteStore
import Cryptography
import Dialing
import Foundation
import HTTP2Wire
import HTTPModel
import HTTPWire
import LoopbackPeers
import Origins
import ReplayMatching
import Sockets
import Synchronization

@testable import ProxyCore
@testable import ProxyRuntime

/// The authorities of the tests: fita's own, and the one that signs for test origins.
enum Authorities {
    static let now = Int64(Date().timeIntervalSince1970)
    static let proxy = try? CertificateAuthority.make(now: now)
    static let origin = try? CertificateAuthority.make(now: now)
}

/// The real proxy on a free loopback port, its loop on a thread of its own.
final class ProxyBed: @unchecked Sendable {
    struct Settings: Sendable {
        /// Ports on the loopback that stand for `origin.test:80` and `origin.test:443`.
        var http: UInt16?
        var https: UInt16?
        var connectTo: [String] = []
        var upstreamProxy: String?
        var reverse: ServerOrigin?
        var trustsOrigin = true
        /// Answers from these exchanges in place of live servers.
        var tape: [Exchange]?
        /// Answers from this cassette, which is read again as it is played.
        var cassette: String?
        /// Asks live servers for what is not on the tape.
        var fallsBack = false
        /// Requests with this text are kept from the fallback.
        var heldBack: String?
        /// Where to record.
        var record: String?
        /// Where the journal goes in place of a file; answers then wait for its syncs.
        var medium: (any JournalMedium)?
        var limits = WireLimits()
        /// Milliseconds for the TLS handshake with an origin.
        var handshakeTimeout: UInt64 = 10_000
        /// What else the side towards origins is told.
        var configureTLS: @Sendable (VerifiedTLS) -> Void = { _ in }
        /// By how much the clock that certificates are held against is ahead.
        var secondsAhead: Int64 = 0
        /// As if it listened beyond the loopback.
        var isOpenToOthers = false
        /// What else the server is told.
        var configure: @Sendable (inout ProxyServerConfiguration) -> Void = { _ in }
    }

    /// What lives on the loop's thread.
    final class Parts {
        let loop = EventLoop()
        let destinations = DestinationGuard(instance: "0123")
        let live: LiveOrigin
        let server: ProxyServer
        let pages: OwnPages
        let endpoint: Endpoint
        var tape: TapeOrigin?
        var recorder: TapeRecorder?
        var marks: [MarkLine] = []
        var tlsFailures: [String] = []
        var refusals: [CertificateRefusal] = []
        /// What the hellos of the handshakes that failed named, and of those that did not.
        var namesOfFailed: [String?] = []
        var namesOfWhole: [String?] = []
        /// What the tape told of misses and of WebSockets.
        var told: [String] = []
        var turnedAway: [String] = []
        var unverified: [String] = []
        fileprivate var wake: DescriptorWatch?

        init(_ settings: Settings) throws {
            let proxy = try Authorities.proxy.orThrow()
            let trusted = settings.trustsOrigin ? [try Authorities.origin.orThrow().certificatePEM] : []
            var dialing = DialerConfiguration()
            dialing.connectTo = settings.connectTo
            if let port = settings.http { dialing.connectTo.append("origin.test:80:127.0.0.1:\(port)") }
            if let port = settings.https { dialing.connectTo.append("origin.test:443:127.0.0.1:\(port)") }
            dialing.upstreamProxy = settings.upstreamProxy
            let clock = { Authorities.now }
            let tls = VerifiedTLS(
                try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: trusted), ownAuthority: proxy),
                handshakeTimeout: settings.handshakeTimeout,
                wallClock: { Authorities.now + settings.secondsAhead })
            destinations.isOpenToOthers = settings.isOpenToOthers
            settings.configureTLS(tls)
            live = LiveOrigin(loop, dialer: Dialer(loop, dialing), tls: tls, limits: settings.limits)
            var origin: any Origin = live
            let telling = Telling()
            if let exchanges = settings.tape {
                let held = settings.heldBack
                let tape = TapeOrigin(
                    fallback: settings.fallsBack ? live : nil,
                    holdsBack: { head, content in held.map { (head.bytes + content).contains($0.utf8) } ?? false },
                    missed: { telling.tell($0.summary) }, differed: { telling.tell($0) })
                for exchange in exchanges { tape.add(exchange) }
                self.tape = tape
                origin = tape
            }
            if let path = settings.cassette {
                let tape = TapeOrigin(missed: { telling.tell($0.summary) }, differed: { telling.tell($0) })
                try tape.add(contentsOf: TapeFile.open(path))
                self.tape = tape
                origin = tape
            }
            if let path = settings.record {
                let header = TapeHeader(
                    id: "00", tool: "fita/test", wallSeconds: clock(), wallNanoseconds: 0, mode: "forward",
                    listen: "127.0.0.1:0", contract: nil, baseURL: nil)
                let settling = Settling()
                let wake = LoopWake(loop) { settling.recorder?.settle() }
                var recorderLimits = TapeRecorderLimits()
                if settings.medium != nil { recorderLimits.syncInterval = 0 }
                let recorder =
                    if let medium = settings.medium {
                        try TapeRecorder(medium, TapePaths(path), header: header, limits: recorderLimits) {
                            wake.wake()
                        }
                    } else {
                        try TapeRecorder(path: path, header: header, limits: recorderLimits) { wake.wake() }
                    }
                settling.recorder = recorder
                self.recorder = recorder
                let loop = loop
                origin = RecordingOrigin(
                    origin, recorder: recorder, isDurable: settings.medium != nil, clock: { loop.now })
            }
            let taken = Taken()
            pages = OwnPages(
                OwnPagesContent(
                    certificatePEM: proxy.certificatePEM, certificateDER: proxy.certificateDER, mobileConfig: [],
                    fingerprint: "AA:BB", listen: "127.0.0.1:0", reach: "192.0.2.10:8080",
                    ownHosts: { ["192.0.2.10"] }, status: { ["<recording>"] }, mark: { taken.take($0) }))
            let routing = RoutingOrigin(pages: pages, others: origin)
            var configuration = ProxyServerConfiguration(
                listen: Endpoint(address: "127.0.0.1", port: 0), reverse: settings.reverse,
                tls: try TLSServerContext(authority: proxy, applicationProtocols: ["h2", "http/1.1"]), wallClock: clock)
            configuration.limits = settings.limits
            configuration.destinations = destinations
            live.destinations = destinations
            settings.configure(&configuration)
            server = ProxyServer(loop, configuration, origin: routing)
            endpoint = try server.start()
            destinations.ownPorts = Set(server.endpoints.map(\.port))
            telling.tell = { [unowned self] in told.append($0) }
            taken.take = { [unowned self] in marks.append($0) }
            live.unverified = { [unowned self] in unverified.append("\($0): \($1)") }
            server.events.certificateRefused = { [unowned self] in refusals.append($1) }
            server.events.turnedAway = { [unowned self] in turnedAway.append($0) }
            server.events.tls = { [unowned self] in namesOfWhole.append($1.serverName) }
            server.events.tlsFailed = { [unowned self] in
                tlsFailures.append("\($2): \($1)")
                namesOfFailed.append($3)
            }
        }

        private final class Settling {
            weak var recorder: TapeRecorder?
        }

        private final class Telling {
            var tell: (String) -> Void = { _ in }
        }

        private final class Taken {
            var take: (MarkLine) -> Void = { _ in }
        }
    }

    let port: UInt16
    private let work: Work
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Mutex(false)

    /// Closures for the loop's thread, and the pipe that wakes it.
    private final class Work: Sendable {
        let queue = Mutex<[@Sendable (Parts) -> Void]>([])
        let pipe: [Int32]
        init() {
            var ends: [Int32] = [0, 0]
            Glibc.pipe(&ends)
            pipe = ends
        }
        deinit { for end in pipe { Glibc.close(end) } }
    }

    init(_ settings: Settings = Settings()) throws {
        let work = Work()
        self.work = work
        let started = DispatchSemaphore(value: 0)
        let result = Mutex<Result<UInt16, any Error>?>(nil)
        let ended = ended
        Thread.detachNewThread {
            do {
                let parts = try Parts(settings)
                parts.wake = DescriptorWatch(parts.loop, descriptor: work.pipe[0]) { [unowned parts] _ in
                    var byte: UInt8 = 0
                    Glibc.read(work.pipe[0], &byte, 1)
                    let next = work.queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                    next?(parts)
                }
                parts.wake?.watch(.readable)
                result.withLock { $0 = .success(parts.endpoint.port) }
                started.signal()
                parts.loop.run()
                parts.wake = nil
                try? parts.recorder?.close(at: parts.loop.now)
            } catch {
                result.withLock { $0 = .failure(error) }
                started.signal()
            }
            ended.signal()
        }
        started.wait()
        port = try result.withLock { $0 }.orThrow().get()
    }

    /// Runs this on the loop's thread and gives its result.
    func onLoop<T: Sendable>(_ body: @escaping @Sendable (Parts) -> T) -> T? {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<T?>(nil)
        work.queue.withLock {
            $0.append { parts in
                let value = body(parts)
                result.withLock { $0 = value }
                done.signal()
            }
        }
        var byte: UInt8 = 1
        Glibc.write(work.pipe[1], &byte, 1)
        guard done.wait(timeout: .now() + 10) == .success else { return nil }
        return result.withLock { $0 }
    }

    /// Waits until this holds on the loop's thread, asking again after each turn; false when it does not in time.
    func eventually(_ condition: @escaping @Sendable (Parts) -> Bool) -> Bool {
        let limit = Date(timeIntervalSinceNow: 10)
        while Date() < limit {
            if onLoop(condition) == true { return true }
        }
        return false
    }

    /// Stops the proxy and waits for its thread; the tape, if there is one, is closed.
    func stop() {
        let isFirst = isStopped.withLock { stopped in
            defer { stopped = true }
            return !stopped
        }
        guard isFirst else { return }
        _ = onLoop { parts in
            parts.server.stop(within: 0) {}
            parts.server.stopNow()
            parts.live.closeIdle()
            parts.loop.stop()
        }
        _ = ended.wait(timeout: .now() + 10)
    }

    /// Waits for a loop that a test has told to stop.
    func endsByItself() -> Bool {
        isStopped.withLock { $0 = true }
        return ended.wait(timeout: .now() + 10) == .success
    }

    deinit { stop() }

    /// A port of the loopback that was free a moment ago.
    static func freePort() -> UInt16 {
        let server = RawServer { _, _ in }
        defer { server.stop() }
        return server.port
    }

    // MARK: Clients

    func client(receiveBuffer: Int32? = nil) throws -> RawConnection {
        try RawConnection(to: port, receiveBuffer: receiveBuffer)
    }

    /// A client inside a CONNECT, in clear.
    func tunnel(_ authority: String = "origin.test:443") throws -> RawConnection {
        let client = try client()
        client.send("CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n")
        guard client.read(through: "\r\n\r\n") == Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8) else {
            throw RawConnection.Failure(description: "CONNECT was not answered with 200")
        }
        return client
    }

    /// A client inside a CONNECT that has taken up TLS with the proxy.
    func secureTunnel(_ host: String = "origin.test", port: UInt16 = 443) throws -> RawConnection {
        let client = try tunnel("\(host):\(port)")
        try client.startTLS(Clients.session(host))
        return client
    }

    /// A client inside a CONNECT that has agreed on HTTP/2.
    func http2(_ host: String = "origin.test", port: UInt16 = 443) throws -> HTTP2Peer {
        let client = try tunnel("\(host):\(port)")
        try client.startTLS(Clients.session(host, protocols: ["h2"]))
        return HTTP2Peer(client, .client)
    }
}

extension Optional {
    struct Absent: Error {}

    func orThrow() throws -> Wrapped {
        guard let self else { throw Absent() }
        return self
    }
}
