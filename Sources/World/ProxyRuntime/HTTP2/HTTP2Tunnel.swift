import HTTP2Wire
import HTTPModel
import ProxyCore
import Sockets

/// A tunnel on a stream of a client's HTTP/2 connection to the proxy (RFC 9113 §8.5): its bytes are those of a
/// connection of its own, and each side is read no faster than the other takes them.
final class HTTP2Tunnel {
    private let id: Int32
    /// Leads to the connection inside.
    private let link: TCPStream
    private let inside: ClientConnection
    private unowned let connection: HTTP2Connection
    /// Bytes that the client may not replace yet.
    private var held = 0
    private var endedSides = 0

    init(_ id: Int32, _ link: TCPStream, _ inside: ClientConnection, _ connection: HTTP2Connection) {
        self.id = id
        self.link = link
        self.inside = inside
        self.connection = connection
    }

    func start() {
        link.delegate = self
        link.startReading()
    }

    func clientSaid(_ bytes: [UInt8]) {
        link.write(bytes)
        if link.isCongested { held += bytes.count } else { connection.session.consumed(id, bytes.count) }
    }

    func clientEnded() {
        endedSides += 1
        link.endWriting()
    }

    /// The stream is over.
    func close() {
        if endedSides == 2 { return link.close() }
        link.reset()
        inside.abort(.clientAborted)
    }

    func resume() { link.startReading() }
}

extension HTTP2Tunnel: ByteStreamDelegate {
    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
        connection.session.sendData(id, bytes)
        if connection.session.isCongested(id) { link.stopReading() }
        connection.settle()
    }

    func stream(_ stream: any ByteStream, ended end: StreamEnd) {
        guard case .finished = end, !inside.isCut else { return connection.reset(id, .connectError) }
        endedSides += 1
        connection.session.sendEnd(id)
        // It has not ended its half alone: what the client may still say is for nobody.
        if inside.isClosed { connection.session.finish(id) }
        connection.settle()
    }

    func streamDrained(_ stream: any ByteStream) {
        connection.session.consumed(id, held)
        held = 0
        connection.settle()
    }
}

extension HTTP2Connection {
    /// Grants a way before any server is asked, as over HTTP/1.
    func open(_ id: Int32, _ head: RequestHead, _ host: String, _ port: UInt16) {
        let entry = TunnelEntry(head, host, port)
        if let objection = client.objection(to: head, entry.origin, isTunnel: true) {
            return turnAway(id, head, entry.origin, objection)
        }
        guard let (link, end) = try? TCPStream.pair(client.server.loop) else { return reset(id, .internalError) }
        session.sendHead(id, [HTTP2Field(":status", "200")], isEnd: false)
        let tunnel = HTTP2Tunnel(id, link, client.server.adopt(end, on: entry, of: client), self)
        tunnels[id] = tunnel
        tunnel.start()
        settle()
    }

    /// Answers a request that is not heard. What still comes of it is not read.
    func turnAway(
        _ id: Int32, _ head: RequestHead, _ origin: ServerOrigin?, _ objection: ClientConnection.Objection
    ) {
        client.tellRefused(head, origin, objection)
        OwnAnswerOverHTTP2.send(objection.answer, to: id, on: session, method: head.methodBytes)
        session.finish(id)
    }
}
