import ProxyCore
import Sockets

/// Carries the bytes of a tunnel inside TLS with the proxy, between the connection it was asked for on and the one that
/// it holds, each no faster than the other takes them.
final class StreamRelay {
    private let outside: any ByteStream
    private let link: TCPStream
    private let inside: ClientConnection
    /// Called once, when both sides have ended or one was cut.
    private let over: (_ isWhole: Bool) -> Void
    private var endedSides = 0
    private var isOver = false

    /// - Parameter link: leads to the connection inside.
    init(
        _ outside: any ByteStream, _ link: TCPStream, _ inside: ClientConnection, over: @escaping (Bool) -> Void
    ) {
        self.outside = outside
        self.link = link
        self.inside = inside
        self.over = over
    }

    func start() {
        outside.delegate = self
        link.delegate = self
        outside.startReading()
        link.startReading()
    }

    private func other(_ stream: any ByteStream) -> any ByteStream { stream === outside ? link : outside }

    /// The outer side is gone.
    func cut() {
        guard !isOver else { return }
        isOver = true
        link.reset()
        inside.abort(.clientAborted)
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        link.close()
        over(true)
    }
}

extension StreamRelay: ByteStreamDelegate {
    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
        let other = other(stream)
        other.write(bytes)
        if other.isCongested { stream.stopReading() }
    }

    func stream(_ stream: any ByteStream, ended end: StreamEnd) {
        guard case .finished = end, !inside.isCut else { return over(false) }
        endedSides += 1
        if endedSides == 2 || inside.isClosed { finish() } else { other(stream).endWriting() }
    }

    func streamDrained(_ stream: any ByteStream) { other(stream).startReading() }
}

extension ClientConnection {
    /// Grants a tunnel inside TLS with the proxy: what comes on it is a client's connection of its own, which may hold
    /// TLS in turn.
    func relay(_ entry: TunnelEntry, reply: [UInt8], early: UnsafeBufferPointer<UInt8>) {
        guard let (link, end) = try? TCPStream.pair(server.loop) else { return abort(.clientAborted) }
        headStart = nil
        stream.write(reply)
        let inside = server.adopt(end, on: entry, of: self)
        let relay = StreamRelay(stream, link, inside) { [unowned self] isWhole in
            isWhole ? close() : abort(.clientAborted)
        }
        mode = .relay(relay)
        relay.start()
        if !early.isEmpty { link.write(early) }
    }
}
