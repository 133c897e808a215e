import HTTP2Wire

/// A client's and a server's session with a wire between them that can cut anywhere.
final class SessionPair {
    let client: HTTP2Session
    let server: HTTP2Session
    private(set) var clientEvents: [HTTP2Event] = []
    private(set) var serverEvents: [HTTP2Event] = []
    /// Bytes given over at once.
    var piece = Int.max

    init(client: HTTP2Limits = HTTP2Limits(), server: HTTP2Limits = HTTP2Limits(), piece: Int = .max) {
        self.client = HTTP2Session(.client, limits: client)
        self.server = HTTP2Session(.server, limits: server)
        self.piece = piece
    }

    /// Carries bytes both ways until neither side has any.
    func settle() {
        while carry(from: client, to: server) || carry(from: server, to: client) {
            clientEvents += client.takeEvents()
            serverEvents += server.takeEvents()
        }
        clientEvents += client.takeEvents()
        serverEvents += server.takeEvents()
    }

    private func carry(from: HTTP2Session, to: HTTP2Session) -> Bool {
        let bytes = from.outputBytes()
        to.receive(bytes, piece: piece)
        return !bytes.isEmpty
    }

    func takeServerEvents() -> [HTTP2Event] {
        defer { serverEvents = [] }
        return serverEvents
    }

    func takeClientEvents() -> [HTTP2Event] {
        defer { clientEvents = [] }
        return clientEvents
    }
}

extension HTTP2Session {
    func outputBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        output { bytes += $0 }
        return bytes
    }

    func receive(_ bytes: [UInt8], piece: Int = .max) {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, piece == .max ? bytes.count : start + piece)
            bytes[start..<end].withUnsafeBufferPointer { receive($0) }
            start = end
        }
    }

    func send(_ id: Int32, _ text: String) {
        Array(text.utf8).withUnsafeBufferPointer { sendData(id, $0) }
    }
}

/// Pieces of one stream joined, so that where the wire was cut does not matter.
func joined(_ events: [HTTP2Event]) -> [HTTP2Event] {
    var joined: [HTTP2Event] = []
    for event in events {
        if case .data(let stream, let more) = event, case .data(stream, let before)? = joined.last {
            joined[joined.count - 1] = .data(stream: stream, before + more)
        } else {
            joined.append(event)
        }
    }
    return joined
}
