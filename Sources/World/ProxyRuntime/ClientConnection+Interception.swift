import HTTPWire
import Cryptography
import HTTPModel
import ProxyCore
import Sockets

/// A way that was granted, and the first bytes on it.
extension ClientConnection {
    /// Says yes before any server is asked: what the client sends next tells what the tunnel is for.
    func accept(_ entry: TunnelEntry, reply: [UInt8]) {
        headStart = nil
        stream.write(reply)
        mode = .connected(entry)
    }

    /// Decides by the first bytes: TLS is intercepted, HTTP is read, anything else passes unread.
    func peek(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        switch mode {
        // Known before its first byte is sent, though perhaps not when it was accepted.
        case .connected(let entry) where isOwn(entry): refuse(bytes, .ownConnection, ingress: "transparent")
        case .sniffing: sniff(first, bytes)
        case .connected(let entry) where first == 0x16: beginTLS(entry, bytes)
        case .connected(let entry):
            way = entry
            switch TunnelContent.of(bytes) {
            case .undecided:
                carry.append(contentsOf: bytes)
            case .http:
                let origin = entry.origin
                serve(
                    ServerOrigin(scheme: .http, host: origin.host, port: origin.port), ingress: entry.clearIngress)
                consume(bytes)
            case .other:
                passUnread(entry)
                requestSink?.sendBody(bytes)
            }
        default: break
        }
    }

    /// The first byte of a connection tells its protocol.
    private func sniff(_ first: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) {
        if door == .transparent { return refuseRedirected(bytes) }
        let isReverse = place != .proxy
        let isSOCKS = first == SOCKSHandshake.version || first == SOCKSHandshake.olderVersion
        if door == .socks || (isSOCKS && !isReverse) { return beginSOCKS(bytes) }
        if first == 0x16 { return takeUpTLS(nil, early: Array(bytes)) }
        mode = .http
        consume(bytes)
    }

    /// - Parameter entry: the way it is on; nil to the proxy itself.
    func takeUpTLS(_ entry: TunnelEntry?, early: [UInt8]) {
        guard let socket = stream as? TCPStream else { return abort(.clientAborted) }
        way = entry
        let defaultHost = entry?.origin.host ?? server.configuration.reverse?.host
        mode = .handshake
        trial = CertificateTrial(host: defaultHost ?? "", isOnWay: entry != nil, since: server.now)
        servedHost = defaultHost
        do throws(CryptographyError) {
            let session = try server.configuration.tls.makeSession(
                defaultHost: defaultHost, otherHosts: entry == nil ? ownNames(socket) : [],
                now: server.configuration.wallClock())
            let secured = TLSStream(server.loop, over: socket, session: session) { [self] result in
                switch result {
                case .success(let facts): tookUpTLS(facts, entry)
                case .failure(let failure): handshakeFailed(failure, session)
                }
            }
            stream = secured
            secured.delegate = self
            secured.startReading()
            secured.receivedEarly(early)
        } catch {
            abort(.clientAborted)
        }
    }

    /// What a client of the proxy itself may have asked for without telling: an address is no server name
    /// (RFC 6066 §3), and some clients leave out names without a dot.
    private func ownNames(_ socket: TCPStream) -> [String] {
        guard let endpoint = socket.localEndpoint else { return [] }
        return [endpoint.address] + (endpoint.isLoopback ? ["localhost"] : [])
    }

    private func tookUpTLS(_ facts: TLSFacts, _ entry: TunnelEntry?) {
        server.events.tls(id, facts)
        trial?.since = server.now
        trial?.namesHost = facts.serverName != nil
        if let entry {
            serve(entry.origin, ingress: entry.secureIngress)
        } else {
            mode = .http
        }
        if facts.applicationProtocol == "h2" { takeUpHTTP2() }
    }

    /// Turns the connection into a tunnel of bytes that nobody reads.
    func passUnread(_ entry: TunnelEntry, remark: String? = nil) {
        if isOwn(entry) { return abort(.clientAborted) }
        mode = .tunnel
        var request = OriginRequest(
            head: entry.head, origin: entry.origin, framing: .untilClose, kind: .tunnel,
            ingress: "tunnel", connection: id)
        request.asked = entry.asked
        request.address = entry.address
        request.isElsewhere = isElsewhere
        request.remark = remark
        self.request = request
        answer = AnswerState()
        let sink = server.origin.ask(request, answerTo: self)
        guard self.request != nil else { return }
        requestSink = sink
        if !carry.isEmpty {
            let early = carry
            carry = []
            early.withUnsafeBufferPointer { sink.sendBody($0) }
        }
    }
}

/// What a tunnel seems to carry.
enum TunnelContent {
    case http
    case other
    case undecided

    private static let methods = ["GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "OPTIONS ", "PATCH ", "TRACE "]

    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> TunnelContent {
        for method in methods {
            let name = Array(method.utf8)
            if bytes.starts(with: name) { return .http }
            if bytes.count < name.count, name.starts(with: bytes) { return .undecided }
        }
        return .other
    }
}
