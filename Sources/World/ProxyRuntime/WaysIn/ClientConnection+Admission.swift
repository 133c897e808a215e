import HTTPModel
import HTTPWire
import ProxyCore
import Sockets

/// Whom the connection is for, and where it may go.
extension ClientConnection {
    /// What is refused before it is heard, with the reason for the tape; nil where that is not to be taped.
    struct Objection {
        let answer: OwnAnswer
        let reason: String?
    }

    var isElsewhere: Bool { peer?.isLoopback != true }

    /// - Parameters:
    ///   - origin: nil for a request to fita's own pages.
    ///   - isTunnel: CONNECT.
    func objection(to head: RequestHead, _ origin: ServerOrigin?, isTunnel: Bool = false) -> Objection? {
        let admission = server.configuration.admission
        guard admission.admits(peer) else { return Objection(answer: admission.refusal(of: peer), reason: nil) }
        // A granted way was looked at when it was asked for; a reverse proxy has one server, which it was told.
        guard case .proxy = place else { return nil }
        let isPage = origin == nil && (head.isMethod("GET") || head.isMethod("HEAD"))
        if !isPage, let challenge = admission.challenge(to: head) {
            let isWrong = head.contains("proxy-authorization")
            return Objection(answer: challenge, reason: isWrong ? "wrong name or password for the proxy" : nil)
        }
        guard let origin, origin.host != OwnHost.name else { return nil }
        return refusal(origin, head, isTunnel: isTunnel).map { Objection(answer: $0.answer, reason: $0.text) }
    }

    func refusal(_ origin: ServerOrigin, _ head: RequestHead, isTunnel: Bool) -> DestinationRefusal? {
        guard let destinations = server.configuration.destinations else { return nil }
        if destinations.hasPassed(head) { return .loop }
        return destinations.refusal(
            host: origin.host, port: origin.port, isTunnel: isTunnel, isElsewhere: isElsewhere)
    }

    /// Answers a request that is not heard. What still comes of it is not read.
    func turnAway(_ head: RequestHead, _ origin: ServerOrigin?, _ objection: Objection) {
        tellRefused(head, origin, objection)
        headStart = nil
        stream.write(objection.answer.bytes(for: head.methodBytes))
        linger()
    }

    func tellRefused(_ head: RequestHead, _ origin: ServerOrigin?, _ objection: Objection) {
        guard let reason = objection.reason else { return }
        server.origin.refused(
            RefusedRequest(bytes: head.bytes, origin: origin, ingress: "absolute", connection: id, reason: reason))
    }
}

extension ClientConnection {
    /// Tells the request what the server's side has to know of the client's way.
    func address(_ request: inout OriginRequest) {
        request.isElsewhere = isElsewhere
        guard let way else { return }
        request.address = way.address
        request.remark = discord(request, way)
        // In clear no hello names the host, but each request does.
        if request.origin.scheme == .http, NetworkAddress(request.origin.host) != nil, let host = hostNamed(by: request)
        {
            request.address = request.origin.host
            request.origin = ServerOrigin(scheme: .http, host: host, port: request.origin.port)
        }
    }

    private func hostNamed(by request: OriginRequest) -> String? {
        guard let value = request.head.first("host"), let (host, _) = HostAndPort.parse(value) else { return nil }
        return NetworkAddress(host) == nil ? host : nil
    }
}
