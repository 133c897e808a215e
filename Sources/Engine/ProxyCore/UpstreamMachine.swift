package import HTTPModel
package import HTTPWire

/// The proxy's side of an origin's HTTP/1 connection, as a client: one request, its interim answers, its answer.
package struct UpstreamMachine: Sendable {
    package enum Step: Sendable {
        case needMore
        case interim(ResponseHead, consumed: Int)
        case head(ResponseHead, BodyFraming, consumed: Int)
        case body(consumed: Int, isEnd: Bool)
        /// 101: what follows is another protocol's.
        case switched(ResponseHead, consumed: Int)
        case fault(WireFault)
        /// Bytes that no request asked for.
        case unasked
    }

    private enum State: Sendable {
        case idle
        case head
        case body(BodyReader)
        case ended
    }

    private let limits: WireLimits
    private let isLenient: Bool
    private var state = State.idle
    private var scanner: HeadScanner
    private var request: RequestHead?
    private var asksUpgrade = false
    private var interims = 0
    private var persists = true

    /// How the last head given out was sloppy; empty unless the machine is lenient. The head is the repaired one.
    package private(set) var relaxations: [HeadRelaxation] = []

    /// - Parameter isLenient: the operator forgives this host what ``HeadRelaxation`` names.
    package init(limits: WireLimits = WireLimits(), isLenient: Bool = false) {
        self.limits = limits
        self.isLenient = isLenient
        scanner = HeadScanner(limits: limits, acceptsBareLineFeed: isLenient)
    }

    /// A request goes out; its answer is awaited.
    package mutating func asked(_ head: RequestHead, upgrade: Bool) {
        request = head
        asksUpgrade = upgrade
        interims = 0
        persists = ServerMachine.persists(head)
        scanner = HeadScanner(limits: limits, acceptsBareLineFeed: isLenient)
        state = .head
    }

    /// Whether the connection may serve another request.
    package var isReusable: Bool {
        switch state {
        case .idle: true
        case .ended: persists
        default: false
        }
    }

    package mutating func released() {
        request = nil
        state = .idle
    }

    package mutating func read(_ buffer: UnsafeBufferPointer<UInt8>) -> Step {
        switch state {
        case .idle, .ended: return buffer.isEmpty ? .needMore : .unasked
        case .body(var reader):
            do throws(WireFault) {
                let taken = try reader.read(buffer)
                state = taken.isEnd ? .ended : .body(reader)
                return taken.count == 0 && !taken.isEnd ? .needMore : .body(consumed: taken.count, isEnd: taken.isEnd)
            } catch {
                return fail(error)
            }
        case .head:
            do throws(WireFault) {
                // First, so that the fault is the same however the bytes come.
                try checkStart(buffer)
                guard let end = try scanner.end(in: buffer) else { return .needMore }
                scanner = HeadScanner(limits: limits, acceptsBareLineFeed: isLenient)
                return try answer(try parse(UnsafeBufferPointer(rebasing: buffer[..<end])), consumed: end)
            } catch {
                return fail(error)
            }
        }
    }

    /// A head that had to be repaired is the last on its connection: who writes one may frame the next otherwise.
    private mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFault) -> ResponseHead {
        relaxations = []
        let parser = HeadParser(limits: limits)
        guard isLenient else { return try parser.response(bytes) }
        let repaired = LenientHead.repaired(bytes)
        let head = try parser.response(repaired.bytes)
        relaxations = repaired.relaxations
        if !relaxations.isEmpty { persists = false }
        return head
    }

    /// Another protocol on the port shows in its first bytes; its silence after them would be a time-out.
    private func checkStart(_ buffer: UnsafeBufferPointer<UInt8>) throws(WireFault) {
        for (index, byte) in zip(0..., "HTTP/".utf8) where index < buffer.count && buffer[index] != byte {
            throw WireFault(.startLine, at: index)
        }
    }

    private mutating func fail(_ fault: WireFault) -> Step {
        state = .ended
        persists = false
        return .fault(fault)
    }

    private mutating func answer(_ head: ResponseHead, consumed: Int) throws(WireFault) -> Step {
        guard let request else { return .unasked }
        if head.isInterim {
            interims += 1
            guard interims <= limits.interimResponses else { throw WireFault(.tooManyInterim, at: 0) }
            return .interim(head, consumed: consumed)
        }
        if head.status == 101 {
            guard asksUpgrade else { throw WireFault(.unaskedSwitch, at: 0) }
            state = .ended
            persists = false
            return .switched(head, consumed: consumed)
        }
        let framing = try BodyFraming.response(head, to: request)
        if framing == .untilClose || !ServerMachine.persists(head) { persists = false }
        let reader = BodyReader(framing, limits: limits)
        state = reader.isAtEnd ? .ended : .body(reader)
        return .head(head, framing, consumed: consumed)
    }

    /// Whether the answer under way is whole when its head has been given out.
    package var isAtEnd: Bool {
        if case .ended = state { return true }
        return false
    }

    /// The origin closed. Nil: the answer is whole by that.
    package mutating func closed() -> OriginFailure? {
        switch state {
        case .idle, .ended: return nil
        case .head:
            return .aborted(detail: "The connection was closed before a response head was whole.")
        case .body(let reader):
            state = .ended
            persists = false
            switch reader.missingAtClose() {
            case nil: return nil
            case .bytes(let count):
                return .short(detail: "The connection was closed \(count) bytes before the body's end.")
            case .lastChunk: return .short(detail: "The connection was closed before the last chunk.")
            }
        }
    }
}
