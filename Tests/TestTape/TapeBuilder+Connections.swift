import CassetteFormat
import HTTPModel

/// Connections: their names, and what passes in them that is no HTTP.
extension TapeBuilder {
    /// A WebSocket connection and its frames: whose, the first byte, the payload.
    @discardableResult
    package mutating func webSocket(
        _ url: String, deflates: Bool = false, _ frames: [(isFromClient: Bool, first: UInt8, payload: [UInt8])]
    ) -> Int {
        let extensions = deflates ? "Sec-WebSocket-Extensions: permessage-deflate\n" : ""
        let number = exchange(
            "GET \(url)\nUpgrade: websocket\nConnection: Upgrade\n\n",
            "HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\n\(extensions)\n", end: .tunnelClosed)
        changeLast { exchange in
            exchange.frames = frames.map { frame in
                WebSocketFrame(
                    isFromClient: frame.isFromClient, time: exchange.start, first: frame.first,
                    mask: frame.isFromClient ? 7 : nil,
                    body: TapedBody(
                        framing: .length, payload: frame.payload, payloadSize: frame.payload.count, isExternal: false,
                        digest: "", wireSize: frame.payload.count, arrivals: []))
            }
            func size(fromClient: Bool) -> Int {
                frames.filter { $0.isFromClient == fromClient }.reduce(0) { sum, frame in
                    sum + frame.payload.count + (frame.payload.count < 126 ? 2 : 4) + (fromClient ? 4 : 0)
                }
            }
            exchange.tunnel = TunnelCount(sent: size(fromClient: true), received: size(fromClient: false))
        }
        return number
    }

    /// A connection that passed unread, on a client connection of its own.
    package mutating func tunnel(to authority: String, connection: Int, serverName: String? = nil) {
        exchange("CONNECT https://\(authority)/", nil, end: .tunnelClosed, ingress: .tunnel)
        changeLast { exchange in
            exchange.connection = connection
            exchange.tunnel = TunnelCount(sent: 517, received: 4000)
        }
        guard let serverName else { return }
        client(connection, serverName: serverName)
    }

    /// A connection of the recorder to the host of a URL.
    package mutating func upstream(
        _ id: Int, to url: String, at remote: String, certificate: String, verification: String?, names: [String]
    ) {
        guard let origin = URLBytes(Array(url.utf8)).origin else { preconditionFailure("no origin: \(url)") }
        add(
            .upstream(
                UpstreamConnectionFacts(
                    id: id, opened: 0, origin: origin, local: "192.0.2.1:5000", remote: remote, tls: "TLSv1.3",
                    chain: [certificate], verification: verification, names: names)))
    }

    /// A client's connection that asked for a name by TLS.
    package mutating func client(_ connection: Int, serverName: String) {
        add(.client(ClientConnectionFacts(id: connection, opened: 0, client: "127.0.0.1:1", serverName: serverName)))
    }
}
