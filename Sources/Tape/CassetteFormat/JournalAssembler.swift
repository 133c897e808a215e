import HTTPModel
import HTTPWire

/// Puts exchanges together from journal frames.
///
/// Items come as soon as they are known: an exchange when it ends, a client when it connects and again when more is
/// known of it. ``finish(into:)`` closes what is open. Nothing is kept of an exchange that has ended.
package struct JournalAssembler {
    private struct Open {
        var exchange: Exchange
        var request: BodyAssembly
        var response: BodyAssembly?
        var interim = 0
        var responses = 0
        var notes = 0
        var webSocket: WebSocketAssembly?
    }

    private let limits: TapeLimits
    private let spill: (any BodySpill)?
    private var open: [Int: Open] = [:]
    private var clients: [Int: ClientConnectionFacts] = [:]
    private var lastTime: TapeTime = 0
    private var isClosed = false
    private var damages = 0

    /// The highest exchange number seen: how many exchanges have begun.
    package private(set) var begun = 0

    /// - Parameter spill: takes the content of bodies over `TapeLimits.bodyBytes`; without one it is only counted
    ///   and hashed.
    package init(limits: TapeLimits = TapeLimits(), spill: (any BodySpill)? = nil) {
        self.limits = limits
        self.spill = spill
    }

    /// Takes the next frame; what is complete by it is added to `items`.
    package mutating func feed(_ frame: JournalFrame, into items: inout [TapeItem]) {
        lastTime = max(lastTime, frame.time)
        switch frame.type {
        case .tapeOpen:
            if let header = TapeHeader(journalPayload: frame.payload) { items.append(.header(header)) }
        case .tapeClose: isClosed = true
        case .clientOpen: clientOpen(frame, into: &items)
        case .clientTLS: clientTLS(frame, into: &items)
        case .upstreamOpen:
            if let facts = UpstreamConnectionFacts(
                journalPayload: frame.payload, id: frame.connection, opened: frame.time)
            {
                items.append(.upstream(facts))
            }
        case .mark:
            var payload = PayloadReader(frame.payload)
            guard let key = payload.text(), let value = payload.text() else { return }
            items.append(.mark(Mark(time: frame.time, afterExchange: begun, key: key, value: value)))
        case .gap: gap(frame, into: &items)
        case .note: items.append(.note(time: frame.time, text: text(frame)))
        case .requestHead: begin(frame)
        case .end: end(frame, into: &items)
        case .requestEnd: break
        case .requestData, .interimHead, .responseHead, .responseData, .tunnelCount, .exchangeNote,
            .http2, .webSocketFrame, .webSocketData:
            // A frame of an exchange whose beginning was lost tells nothing; its end frame says so.
            change(frame)
        }
    }

    /// Says that bytes of the journal could not be read, up to `TapeLimits.damages` times.
    package mutating func damage(_ damage: JournalReader.Damage, into items: inout [TapeItem]) {
        damages += 1
        guard damages <= limits.damages else { return }
        let unit = damage.kind == .missing ? "frames" : "bytes"
        let text = "journal damage at byte \(damage.offset): \(damage.kind.rawValue), \(damage.count) \(unit)"
        items.append(.note(time: lastTime, text: text))
    }

    /// The journal has ended: open exchanges end here.
    package mutating func finish(into items: inout [TapeItem]) {
        if !isClosed {
            let text = "the journal has no end: its recorder stopped hard or is still running, \(open.count) open"
            items.append(.note(time: lastTime, text: text))
        }
        for number in open.keys.sorted() {
            guard let last = open.removeValue(forKey: number) else { continue }
            items.append(.exchange(exchange(last, end: .recorderDied, at: lastTime)))
        }
    }

    /// What was under way lost something; what began and ended meanwhile was never here.
    private mutating func gap(_ frame: JournalFrame, into items: inout [TapeItem]) {
        guard let gap = TapeGap(journalPayload: frame.payload, end: frame.time) else { return }
        for number in open.keys.sorted() {
            guard var last = open.removeValue(forKey: number) else { continue }
            last.exchange.notes.append("cut by a gap in the recording: \(gap.reason)")
            items.append(.exchange(exchange(last, end: .recorderDied, at: gap.start)))
        }
        begun = max(begun, gap.exchanges?.upperBound ?? 0)
        items.append(.gap(gap))
    }

    private func text(_ frame: JournalFrame) -> String { String(decoding: frame.payload, as: UTF8.self) }

    private mutating func clientOpen(_ frame: JournalFrame, into items: inout [TapeItem]) {
        var payload = PayloadReader(frame.payload)
        guard let address = payload.text() else { return }
        let facts = ClientConnectionFacts(id: frame.connection, opened: frame.time, client: address)
        clients[frame.connection] = facts
        items.append(.client(facts))
    }

    private mutating func clientTLS(_ frame: JournalFrame, into items: inout [TapeItem]) {
        var payload = PayloadReader(frame.payload)
        guard let tls = payload.optionalText(), let name = payload.optionalText(),
            let failure = payload.optionalText()
        else { return }
        // Kept until now for this; a connection takes up TLS once.
        var facts =
            clients.removeValue(forKey: frame.connection)
            ?? ClientConnectionFacts(id: frame.connection, opened: frame.time, client: "")
        facts.tls = tls
        facts.serverName = name
        facts.tlsFailure = failure
        items.append(.client(facts))
    }

    private mutating func begin(_ frame: JournalFrame) {
        var payload = PayloadReader(frame.payload)
        guard let ingress = payload.integer(UInt8.self).flatMap(Ingress.init(journalCode:)),
            let origin = payload.origin()
        else { return }
        begun = max(begun, frame.exchange)
        let head = TapedHeads.request(payload.rest, limits)
        let request = TapedRequest(headBytes: Array(payload.rest), head: head, body: .none)
        let exchange = Exchange(
            number: frame.exchange, connection: frame.connection, ingress: ingress, origin: origin, start: frame.time,
            request: request, end: .recorderDied, endTime: frame.time)
        let body = BodyAssembly(
            exchange: frame.exchange, side: .request, framing: TapedHeads.framing(of: head), limits: limits,
            spill: spill)
        open[frame.exchange] = Open(exchange: exchange, request: body)
    }

    private mutating func change(_ frame: JournalFrame) {
        guard let index = open.index(forKey: frame.exchange) else { return }
        switch frame.type {
        case .requestData: open.values[index].request.append(frame.payload, at: frame.time)
        case .responseData: open.values[index].response?.append(frame.payload, at: frame.time)
        case .interimHead:
            open.values[index].interim += 1
            if let head = TapedHeads.response(frame.payload, limits) {
                open.values[index].exchange.interim.append(TapedInterim(head: head, time: frame.time))
            } else {
                open.values[index].exchange.notes.append("an interim response head could not be read")
            }
        case .responseHead: responseHead(frame, index)
        case .tunnelCount:
            var payload = PayloadReader(frame.payload)
            guard let sent = payload.integer(Int.self), let received = payload.integer(Int.self),
                sent >= 0, received >= 0
            else { return }
            open.values[index].exchange.tunnel = TunnelCount(sent: sent, received: received)
        case .webSocketFrame:
            // Without an answer there is no WebSocket, and a cassette has no place for its frames.
            guard open.values[index].response != nil, let opening = WebSocketOpening(journalPayload: frame.payload)
            else { return }
            var webSocket =
                open.values[index].webSocket
                ?? WebSocketAssembly(exchange: frame.exchange, limits: limits, spill: spill)
            open.values[index].webSocket = nil
            webSocket.begin(opening, at: frame.time)
            open.values[index].webSocket = webSocket
        case .webSocketData: open.values[index].webSocket?.append(frame.payload, at: frame.time)
        case .exchangeNote:
            open.values[index].notes += 1
            open.values[index].exchange.notes.append(text(frame))
        case .http2:
            open.values[index].notes += 1
            switch HTTP2HeadFacts.read(journalPayload: frame.payload) {
            case (.request, let facts)?: open.values[index].exchange.requestHTTP2 = facts
            case (.response, let facts)?: open.values[index].exchange.responseHTTP2 = facts
            case nil: open.values[index].exchange.notes.append("what was told of HTTP/2 could not be read")
            }
        default: break
        }
    }

    private mutating func responseHead(_ frame: JournalFrame, _ index: Dictionary<Int, Open>.Index) {
        var payload = PayloadReader(frame.payload)
        guard let upstream = payload.integer(UInt32.self) else { return }
        open.values[index].responses += 1
        open.values[index].exchange.upstream = upstream == 0 ? nil : Int(upstream)
        guard let head = TapedHeads.response(payload.rest, limits) else {
            open.values[index].exchange.notes.append("the response head could not be read")
            return
        }
        let request = open.values[index].exchange.request.head
        open.values[index].exchange.response = TapedResponse(head: head, time: frame.time, body: .none)
        open.values[index].response = BodyAssembly(
            exchange: frame.exchange, side: .response, framing: TapedHeads.framing(of: head, to: request),
            limits: limits, spill: spill)
    }

    private mutating func end(_ frame: JournalFrame, into items: inout [TapeItem]) {
        guard let last = open.removeValue(forKey: frame.exchange) else {
            begun = max(begun, frame.exchange)
            let text = "exchange \(frame.exchange) is lost: its beginning is missing in the journal"
            items.append(.note(time: frame.time, text: text))
            return
        }
        var payload = PayloadReader(frame.payload)
        guard let code = payload.integer(UInt8.self), let counts = ExchangeCounts(&payload) else { return }
        let end = ExchangeEnd(journalCode: code, payload.text() ?? "", payload.text() ?? "") ?? .recorderDied
        var whole = last
        let isWhole =
            counts.requestBytes == UInt64(last.request.received) &+ (last.webSocket?.sent ?? 0)
            && counts.responseBytes == UInt64(last.response?.received ?? 0) &+ (last.webSocket?.received ?? 0)
            && counts.interim == UInt16(truncatingIfNeeded: last.interim) && Int(counts.responses) == last.responses
            && counts.notes == UInt16(truncatingIfNeeded: last.notes)
        if !isWhole { whole.exchange.notes.append("frames of this exchange are missing in the journal") }
        items.append(.exchange(exchange(whole, end: isWhole ? end : .recorderDied, at: frame.time)))
    }

    private func exchange(_ last: Open, end: ExchangeEnd, at time: TapeTime) -> Exchange {
        var last = last
        last.exchange.request.body = last.request.finish()
        if let body = last.response?.finish() { last.exchange.response?.body = body }
        if var webSocket = last.webSocket {
            last.exchange.frames = webSocket.finish()
            if webSocket.leftOut > 0 { last.exchange.notes.append("\(webSocket.leftOut) more frames are left out") }
        }
        last.exchange.end = end
        last.exchange.endTime = time
        return last.exchange
    }
}
