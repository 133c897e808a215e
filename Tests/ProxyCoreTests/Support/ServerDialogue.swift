import HTTPModel
import HTTPWire

@testable import ProxyCore

/// A client's connection in memory: bytes in, what the machine made of them out.
struct ServerDialogue {
    enum Event: Equatable, CustomStringConvertible {
        case request([UInt8], origin: String, kind: String)
        case connect(String, UInt16)
        case toProxyItself(String)
        case body([UInt8])
        case end
        case hold
        case refuse(Int, WireFault.Reason)

        var description: String {
            switch self {
            case .request(let head, let origin, let kind): "\(kind) request to \(origin): \(String(display: head))"
            case .connect(let host, let port): "connect \(host):\(port)"
            case .toProxyItself(let target): "to the proxy itself: \(target)"
            case .body(let bytes): "body: \(String(display: bytes))"
            case .end: "end of the request"
            case .hold: "hold"
            case .refuse(let status, let reason): "refuse \(status): \(reason)"
            }
        }

        static func request(_ head: String, origin: String = "http://o.test", kind: String = "plain") -> Event {
            .request(Array(head.utf8), origin: origin, kind: kind)
        }

        static func body(_ text: String) -> Event { .body(Array(text.utf8)) }
    }

    static let proxy = ServerMachine.Place.proxy
    static func tunnel(_ host: String = "o.test") -> ServerMachine.Place {
        .fixed(ServerOrigin(scheme: .https, host: host, port: 443), ingress: "connect", rewritesHost: false)
    }

    private(set) var machine: ServerMachine
    private(set) var events: [Event] = []
    private var carry: [UInt8] = []
    private var isOver = false

    init(_ place: ServerMachine.Place, limits: WireLimits = WireLimits()) {
        machine = ServerMachine(place: place, connection: 1, limits: limits)
    }

    /// Body bytes that follow each other are one event, so that a dialogue reads the same however its bytes came.
    private mutating func tell(_ event: Event) {
        switch (events.last, event) {
        case (.body(let before)?, .body(let more)): events[events.count - 1] = .body(before + more)
        case (.hold?, .hold): break
        default: events.append(event)
        }
    }

    mutating func client(_ bytes: [UInt8]) {
        carry += bytes
        readCarry()
    }

    private mutating func readCarry() {
        while !isOver, !carry.isEmpty {
            guard let consumed = step() else { return }
            carry.removeFirst(consumed)
        }
    }

    /// The count of bytes used up, or nil when the machine waits.
    private mutating func step() -> Int? {
        let bytes = carry
        switch bytes.withUnsafeBufferPointer({ machine.read($0) }) {
        case .needMore: return nil
        case .hold:
            tell(.hold)
            return nil
        case .request(let request, let consumed):
            tell(.request(request.forwardedHead, origin: request.origin.text, kind: "\(request.kind)"))
            if request.framing == .none || request.framing == .length(0) { tell(.end) }
            return consumed
        case .connect(_, let host, let port, let consumed):
            tell(.connect(host, port))
            isOver = true
            return consumed
        case .toProxyItself(let head, let framing, let consumed):
            tell(.toProxyItself(String(display: head.targetBytes)))
            if framing == .none || framing == .length(0) { tell(.end) }
            return consumed
        case .body(let consumed, let isEnd):
            tell(.body(Array(bytes[..<consumed])))
            if isEnd { tell(.end) }
            return consumed
        case .refuse(let answer, let fault, _):
            tell(.refuse(answer.status, fault.reason))
            isOver = true
            return nil
        }
    }

    /// The answer's head, told to the machine as the client's side of the runtime does.
    mutating func answer(_ head: String, to method: String = "GET") throws {
        let request = try HeadParser().request(Array("\(method) / HTTP/1.1\r\n\r\n".utf8))
        let response = try HeadParser().response(Array(head.utf8))
        machine.answered(response, framing: try BodyFraming.response(response, to: request))
    }

    /// Ends the answer; what the client had sent ahead is read now.
    mutating func answerEnded() -> ServerMachine.Continuation {
        let next = machine.answerEnded()
        if next == .close { isOver = true }
        readCarry()
        return next
    }
}
