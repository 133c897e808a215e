package import HTTPModel
package import HTTPWire

/// The proxy's side of a client's HTTP/1 connection: one exchange after the other.
///
/// States: reading a head → reading its body → waiting for the answer → next head, or closed. A client may send its
/// next request early (pipelining); it is held until the answer under way has ended, so that answers keep their order.
package struct ServerMachine: Sendable {
    /// How requests are bound for their origin on this connection.
    package enum Place: Sendable, Hashable {
        /// An explicit proxy: absolute form or CONNECT.
        case proxy
        /// Inside a CONNECT, or the reverse proxy: all requests are for this origin.
        case fixed(ServerOrigin, ingress: String, rewritesHost: Bool)
    }

    /// What the bytes given mean; `consumed` of them are used up.
    package enum Step: Sendable {
        case needMore
        case request(OriginRequest, consumed: Int)
        /// CONNECT; the machine is done with this connection.
        case connect(RequestHead, host: String, port: UInt16, consumed: Int)
        /// A request in origin form to the proxy itself.
        case toProxyItself(RequestHead, BodyFraming, consumed: Int)
        case body(consumed: Int, isEnd: Bool)
        /// The answer must be told first.
        case hold
        case refuse(OwnAnswer, fault: WireFault, consumed: Int)
    }

    private enum State: Sendable {
        case head
        case body(BodyReader)
        case waiting
        case closed
    }

    private let place: Place
    private let connection: Int
    private let limits: WireLimits
    private var state = State.head
    private var scanner: HeadScanner
    private var requestVersion = HTTPVersion.http11
    private var requestPersists = true
    private var answerPersists = true

    package init(place: Place, connection: Int, limits: WireLimits = WireLimits()) {
        self.place = place
        self.connection = connection
        self.limits = limits
        scanner = HeadScanner(limits: limits)
    }

    /// Whether the client speaks HTTP/1.0: it gets no interim responses and no chunked body (RFC 9110 §15.2).
    package var clientIsHTTP10: Bool { requestVersion == .http10 }

    /// Reads on. `buffer` starts where the last call's `consumed` ended.
    package mutating func read(_ buffer: UnsafeBufferPointer<UInt8>) -> Step {
        switch state {
        case .waiting: return .hold
        case .closed: return .needMore
        case .head:
            do throws(WireFault) {
                guard let end = try scanner.end(in: buffer) else { return .needMore }
                scanner = HeadScanner(limits: limits)
                let head = try HeadParser(limits: limits).request(UnsafeBufferPointer(rebasing: buffer[..<end]))
                return try begin(head, consumed: end)
            } catch {
                state = .closed
                return .refuse(OwnAnswer(refusing: error), fault: error, consumed: buffer.count)
            }
        case .body(var reader):
            do throws(WireFault) {
                let taken = try reader.read(buffer)
                state = taken.isEnd ? .waiting : .body(reader)
                if taken.count == 0, !taken.isEnd { return .needMore }
                return .body(consumed: taken.count, isEnd: taken.isEnd)
            } catch {
                state = .closed
                return .refuse(OwnAnswer(refusing: error), fault: error, consumed: buffer.count)
            }
        }
    }

    private mutating func begin(_ head: RequestHead, consumed: Int) throws(WireFault) -> Step {
        requestVersion = head.version
        requestPersists = ServerMachine.persists(head)
        answerPersists = true
        let target = try RequestTarget(head)
        if case .authority(let host, let port) = target {
            guard place == .proxy else { throw WireFault(.targetForm, at: head.target.lowerBound) }
            guard try BodyFraming.request(head) == .none else { throw WireFault(.codingWithoutBody, at: 0) }
            _ = try hostField(head, target)
            state = .closed
            return .connect(head, host: host, port: port, consumed: consumed)
        }
        let host = try hostField(head, target)
        try checkExpectation(head)
        try checkForwards(head)
        if ForwardedHead.nominatesFraming(head) { throw WireFault(.connectionNominatesFraming, at: 0) }
        let framing = try BodyFraming.request(head)
        state = framing == .none || framing == .length(0) ? .waiting : .body(BodyReader(framing, limits: limits))
        return try bound(head, target, host, framing, consumed)
    }

    private func bound(
        _ head: RequestHead, _ target: RequestTarget, _ host: HostField, _ framing: BodyFraming, _ consumed: Int
    ) throws(WireFault) -> Step {
        let asksUpgrade = head.contains("upgrade") && head.lists("upgrade", in: "connection")
        // HTTP/2 in clear by upgrade would hide every later request from the recorder.
        let dropsUpgrade = asksUpgrade && head.lists("h2c", in: "upgrade")
        let kind: OriginRequest.Kind = asksUpgrade && !dropsUpgrade ? .upgrade : .plain
        let origin: ServerOrigin
        let ingress: String
        var path: Range<Int>?
        var authority: String?
        switch (place, target) {
        case (.proxy, .absolute(let named, let pathPlace)):
            origin = named
            ingress = "absolute"
            path = pathPlace
            authority = host.disagrees(with: named) ? ServerMachine.hostField(named) : nil
        case (.proxy, _):
            return .toProxyItself(head, framing, consumed: consumed)
        case (.fixed(_, _, rewritesHost: true), .absolute(let named, _)) where named.host == OwnHost.name:
            // The reverse proxy's own pages and marks, asked for as of an explicit one.
            return .toProxyItself(head, framing, consumed: consumed)
        case (.fixed(let fixed, let way, let rewritesHost), .absolute(let named, let pathPlace)):
            guard named == fixed || rewritesHost else { throw WireFault(.targetForm, at: head.target.lowerBound) }
            origin = fixed
            ingress = way
            path = pathPlace
            authority = rewritesHost || host.disagrees(with: fixed) ? ServerMachine.hostField(fixed) : nil
        case (.fixed(let fixed, let way, let rewritesHost), _):
            origin = fixed
            ingress = way
            authority = rewritesHost ? ServerMachine.hostField(fixed) : nil
        }
        let change = ForwardedHead(path: path, authority: authority, dropsUpgrade: dropsUpgrade)
        return .request(
            OriginRequest(
                head: head, changedBy: change, origin: origin, framing: framing, kind: kind, ingress: ingress,
                connection: connection), consumed: consumed)
    }

    /// What a Host field says for this origin: the port only where it is not the scheme's own.
    package static func hostField(_ origin: ServerOrigin) -> String {
        let name = origin.host.utf8.contains(UInt8(ascii: ":")) ? "[\(origin.host)]" : origin.host
        return origin.port == origin.scheme.defaultPort ? name : "\(name):\(origin.port)"
    }

    private enum HostField {
        /// An older client may have none.
        case none
        case named(host: String, port: UInt16?)

        func disagrees(with origin: ServerOrigin) -> Bool {
            guard case .named(let host, let port) = self else { return false }
            return host != origin.host || (port ?? origin.scheme.defaultPort) != origin.port
        }
    }

    /// Exactly one valid Host in HTTP/1.1 (RFC 9112 §3.2).
    private func hostField(_ head: RequestHead, _ target: RequestTarget) throws(WireFault) -> HostField {
        guard let value = head.first("host") else {
            if head.version == .http10 { return .none }
            throw WireFault(.hostCount, at: 0)
        }
        guard head.fields.count(where: { head.isField($0, "host") }) == 1 else { throw WireFault(.hostCount, at: 0) }
        if case .absolute(let named, let path) = target {
            // What the target says byte by byte has been read already.
            let authority = head.target.lowerBound + named.scheme.rawValue.utf8.count + 3..<path.lowerBound
            if head.bytes[authority] == value { return .named(host: named.host, port: named.port) }
        }
        guard let (host, port) = HostAndPort.parse(value) else { throw WireFault(.host, at: value.startIndex) }
        return .named(host: host, port: port)
    }

    private func checkExpectation(_ head: RequestHead) throws(WireFault) {
        let values = head.values(of: "expect")
        guard !values.isEmpty else { return }
        guard values.count == 1, ASCII.equalsIgnoringCase(values[0], "100-continue") else {
            throw WireFault(.expectation, at: values[0].startIndex)
        }
    }

    /// TRACE and OPTIONS may say how far they go; at 0 the proxy would have to answer as the last recipient
    /// (RFC 9110 §7.6.2).
    private func checkForwards(_ head: RequestHead) throws(WireFault) {
        guard head.isMethod("TRACE") || head.isMethod("OPTIONS"), let value = head.first("max-forwards") else { return }
        if value.allSatisfy({ $0 == UInt8(ascii: "0") }) { throw WireFault(.hopsUsedUp, at: value.startIndex) }
    }

    /// Whether a message leaves its connection open (RFC 9112 §9.3).
    package static func persists(_ head: some MessageHead) -> Bool {
        let (fields, bytes) = (head.fields, head.bytes)
        guard FieldLine.contains("connection", fields, bytes) else { return head.version == .http11 }
        if FieldLine.lists("close", in: "connection", fields, bytes) { return false }
        return head.version == .http11 || FieldLine.lists("keep-alive", in: "connection", fields, bytes)
    }

    /// The final head is about to go to the client.
    package mutating func answered(_ head: ResponseHead, framing: BodyFraming) {
        if framing == .untilClose || !ServerMachine.persists(head) { answerPersists = false }
        if clientIsHTTP10, framing == .chunked { answerPersists = false }
    }

    /// What follows an ended answer.
    package enum Continuation: Sendable { case next, close }

    package mutating func answerEnded() -> Continuation {
        switch state {
        case .waiting where requestPersists && answerPersists:
            state = .head
            return .next
        default:
            // A request whose body is still coming would have to be read to its end for no one.
            state = .closed
            return .close
        }
    }
}
