import HTTPModel
import HTTPWire

@testable import ProxyCore

/// An origin's connection in memory: bytes in, what the machine made of them out.
struct UpstreamDialogue {
    enum Event: Equatable {
        case interim(Int)
        case head(Int, BodyFraming)
        case body([UInt8])
        case end
        case switched
        case fault(WireFault.Reason)
        case unasked

        static func body(_ text: String) -> Event { .body(Array(text.utf8)) }
    }

    private(set) var machine: UpstreamMachine
    private(set) var events: [Event] = []
    /// Bytes of heads and bodies given out: what the client is to get.
    private(set) var passed: [UInt8] = []
    private var carry: [UInt8] = []

    init(limits: WireLimits = WireLimits()) {
        machine = UpstreamMachine(limits: limits)
    }

    var isOver: Bool {
        switch events.last {
        case .end, .switched, .fault, .unasked: true
        default: false
        }
    }

    mutating func ask(_ method: String = "GET", fields: String = "", version: String = "1.1", upgrade: Bool = false)
        throws
    {
        let head = try HeadParser().request(Array("\(method) / HTTP/\(version)\r\n\(fields)\r\n".utf8))
        events = []
        machine.asked(head, upgrade: upgrade)
    }

    mutating func origin(_ bytes: [UInt8]) {
        carry += bytes
        while !isOver, !carry.isEmpty {
            guard let consumed = step() else { return }
            carry.removeFirst(consumed)
        }
    }

    private mutating func step() -> Int? {
        let bytes = carry
        switch bytes.withUnsafeBufferPointer({ machine.read($0) }) {
        case .needMore: return nil
        case .interim(let head, let consumed):
            events.append(.interim(head.status))
            passed += head.bytes
            return consumed
        case .head(let head, let framing, let consumed):
            events.append(.head(head.status, framing))
            passed += head.bytes
            if machine.isAtEnd { events.append(.end) }
            return consumed
        case .body(let consumed, let isEnd):
            let taken = Array(bytes[..<consumed])
            passed += taken
            if case .body(let before)? = events.last {
                events[events.count - 1] = .body(before + taken)
            } else {
                events.append(.body(taken))
            }
            if isEnd { events.append(.end) }
            return consumed
        case .switched(let head, let consumed):
            events.append(.switched)
            passed += head.bytes
            return consumed
        case .fault(let fault):
            events.append(.fault(fault.reason))
            return nil
        case .unasked:
            events.append(.unasked)
            return nil
        }
    }

    /// Bytes that came and were not used up.
    var leftover: Int { carry.count }

    mutating func closed() -> OriginFailure? { machine.closed() }
}
