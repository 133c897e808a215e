import HTTPWire
import Cryptography
import HTTPModel
import ProxyCore
import Sockets

/// CONNECT and the first bytes after it.
extension ClientConnection {
    /// Says yes before any server is asked: what the client sends next tells what the tunnel is for.
    func accept(_ head: RequestHead, _ host: String, _ port: UInt16) {
        stream.write(Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8))
        mode = .connected(head, ServerOrigin(scheme: .https, host: host, port: port))
    }

    /// Decides by the first bytes: TLS is intercepted, HTTP is read, anything else passes unread.
    func peek(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        if first == 0x16 { return takeUpTLS(early: Array(bytes)) }
        switch mode {
        case .sniffing:
            mode = .http
            consume(bytes)
        case .connected(let head, let origin):
            switch TunnelContent.of(bytes) {
            case .undecided:
                carry.append(contentsOf: bytes)
            case .http:
                serve(ServerOrigin(scheme: .http, host: origin.host, port: origin.port), ingress: "connect-plain")
                consume(bytes)
            case .other:
                passUnread(head, origin)
                requestSink?.sendBody(bytes)
            }
        default: break
        }
    }

    private func takeUpTLS(early: [UInt8]) {
        guard let socket = stream as? TCPStream else { return abort(.clientAborted) }
        var origin: ServerOrigin?
        if case .connected(_, let named) = mode { origin = named }
        let defaultHost = origin?.host ?? server.configuration.reverse?.host
        mode = .handshake
        do throws(CryptographyError) {
            let session = try server.configuration.tls.makeSession(
                defaultHost: defaultHost, now: server.configuration.wallClock())
            let secured = TLSStream(server.loop, over: socket, session: session) { [self] result in
                switch result {
                case .success(let facts): tookUpTLS(facts, origin)
                case .failure(let failure):
                    server.events.tlsFailed(id, failure, defaultHost ?? "")
                    close()
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

    private func tookUpTLS(_ facts: TLSFacts, _ origin: ServerOrigin?) {
        server.events.tls(id, facts)
        if let origin {
            serve(origin, ingress: "connect")
        } else {
            mode = .http
        }
        if facts.applicationProtocol == "h2" { takeUpHTTP2() }
    }

    /// Turns the connection into a tunnel of bytes that nobody reads.
    func passUnread(_ head: RequestHead, _ origin: ServerOrigin) {
        mode = .tunnel
        let request = OriginRequest(
            head: head, forwardedHead: [], origin: origin, framing: .untilClose, kind: .tunnel, ingress: "tunnel",
            connection: id)
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
