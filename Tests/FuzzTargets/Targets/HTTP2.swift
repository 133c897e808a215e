import HTTP2Wire
import HTTPModel
import HTTPWire
import ProxyCore

extension FuzzTarget {
    /// The first byte chooses the side (1: we are the client), whether the rest is the short form of ``HTTP2Wires``
    /// (2), and where requests are bound (4: to the reverse proxy's origin). Of the second, the lowest bit is whether
    /// bodies are used up as they come, bits 4 and 5 how many requests a client has begun.
    static let http2Session = FuzzTarget(
        "h2-session", longestInput: 8_192,
        words: [
            ":method|", "GET", ":path|/", ":scheme|https\n", ":authority|", "o.test", ":status|200\n",
            ":status|100\n", "host|o.test\n", "content-length|3\n", "cookie|a\n", "transfer-encoding|chunked\n",
            "connection|x\n", "te|trailers\n", "expect|100-continue\n", "upgrade|h2c\n", ":protocol|websocket\n",
            ":method|CONNECT\n", "\n", "|", "!", "\r", "\u{0}", " ", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "\u{0}\u{0}\u{0}\u{4}\u{1}\u{0}\u{0}\u{0}\u{0}",
        ],
        seeds: { _ in HTTP2Wires.seeds }
    ) { input in
        guard input.count >= 2 else { return }
        let setting = SessionRun.Setting(input[0], input[1])
        let isOfClient = setting.role == .server
        let rest = Array(input[2...])
        let wire = setting.isShort ? HTTP2Wires.wire(rest, ofClient: isOfClient) : rest
        // An owner that acts after each frame, and one that does nothing until the end.
        let frames = HTTP2Wires.frames(wire, ofClient: isOfClient)
        let acting = try SessionRun(setting, frames.map { [wire[$0]] }, acts: true)
        let cut = frames.map { frame in Pieces.of(Array(wire[frame])).map { wire[shifted($0, frame.lowerBound)] } }
        try acting.mustEqual(try SessionRun(setting, cut, acts: true))
        let waiting = try SessionRun(setting, [[wire[...]]], acts: false)
        let pieces = Pieces.of(wire).map { wire[$0] }
        try waiting.mustEqual(try SessionRun(setting, [pieces], acts: false))
        try SessionRun(setting, frames.map { [wire[$0]] }, acts: false).mustBeShortOfWords()
    }

    private static func shifted(_ range: Range<Int>, _ offset: Int) -> Range<Int> {
        range.lowerBound + offset..<range.upperBound + offset
    }
}

/// A session with its owner, and what both made of a peer's bytes.
struct SessionRun {
    struct Setting {
        let role: HTTP2Session.Role
        let isShort: Bool
        let place: ServerMachine.Place
        let usesContent: Bool
        let requestCount: Int

        init(_ first: UInt8, _ second: UInt8) {
            role = first & 1 == 0 ? .server : .client
            isShort = first & 2 != 0
            let origin = ServerOrigin(scheme: .https, host: "o.test", port: 443)
            let isReverse = first & 4 != 0
            let isOfProxy = first & 8 != 0
            place =
                isOfProxy
                ? .proxy : .fixed(origin, ingress: isReverse ? "reverse" : "connect", rewritesHost: isReverse)
            usesContent = second & 1 != 0
            requestCount = Int(second >> 4 & 3) + 1
        }
    }

    /// Low, so that they are met.
    static let limits: HTTP2Limits = {
        var limits = HTTP2Limits()
        limits.concurrentStreams = 8
        limits.streamWindow = 4_096
        limits.connectionWindow = 70_000
        limits.fieldBytes = 2_048
        limits.fieldCount = 16
        limits.blockBytes = 3_000
        limits.continuations = 4
        limits.resets = 8
        limits.settings = 4
        limits.pings = 8
        limits.windowUpdates = 32
        limits.priorities = 16
        limits.emptyData = 8
        limits.unknown = 8
        limits.skippedRanges = 4
        limits.waitingFrames = 32
        limits.highWaterBytes = 4_096
        limits.lowWaterBytes = 1_024
        return limits
    }()

    private let setting: Setting
    private let session: HTTP2Session
    private var books: [Int32: StreamBook] = [:]
    private(set) var told: [HTTP2Event] = []
    /// Content that waits to be used up: once a unit, so that it does not matter in which pieces it came.
    private var unused: [Int32: Int] = [:]
    /// Heads in their HTTP/1 form, or what is wrong with them.
    private(set) var heads: [String] = []
    private(set) var said: [UInt8] = []
    private var hasFailed = false

    init(_ setting: Setting, _ units: [[ArraySlice<UInt8>]], acts: Bool) throws {
        self.setting = setting
        session = HTTP2Session(setting.role, limits: Self.limits)
        if setting.role == .client { for number in 0..<setting.requestCount { beginRequest(number) } }
        if acts { try settle() }
        for unit in units {
            for piece in unit {
                piece.withUnsafeBufferPointer { session.receive($0) }
                try must(session.openStreams <= Self.limits.concurrentStreams, "\(session.openStreams) streams")
            }
            if acts { try settle() }
        }
        try look(acts: false)
        session.output { said += $0 }
        try look(acts: false)
        try mustBeWellFormed()
    }

    func mustEqual(_ cut: SessionRun) throws {
        let (one, other) = (settled, cut.settled)
        for (one, other) in zip(one, other) {
            try must(one == other, "\(one.inWords) and, cut, \(other.inWords)")
        }
        try must(one.count == other.count, "\(one.count) events and, cut, \(other.count)")
        try must(heads == cut.heads, "\(heads) and, cut, \(cut.heads)")
        if !hasHeardGoAway {
            try must(session.failure == cut.session.failure, "the failure depends on how the bytes came")
        }
    }

    private var hasHeardGoAway: Bool { told.contains { if case .goAway = $0 { true } else { false } } }

    /// What was told, but the content before a fault: how much of it comes out, and which of two faults in one frame is
    /// found, does depend on the pieces. So does what comes behind a GOAWAY: an idle session is over then.
    private var settled: [HTTP2Event] {
        var faulty: Set<Int32> = []
        for case .closed(let id, _, true) in told { faulty.insert(id) }
        let hasFailed = session.failure != nil
        let end = told.firstIndex { if case .goAway = $0 { true } else { false } } ?? told.endIndex
        return told[..<end].compactMap { event in
            switch event {
            case .data(let id, _) where hasFailed || faulty.contains(id): nil
            case .closed(let id, _, true): .closed(stream: id, .noError, isOwnVerdict: true)
            default: event
            }
        }
    }

    /// To an owner that sends nothing, because its peer takes nothing, what waits must not grow with what comes.
    func mustBeShortOfWords() throws {
        try must(said.count <= 1_024, "\(said.count) bytes wait for a peer that takes none")
    }

    // MARK: The owner

    private static let requests = [
        "GET / HTTP/1.1\r\nhost: o.test\r\n\r\n", "HEAD / HTTP/1.1\r\nhost: o.test\r\n\r\n",
        "POST / HTTP/1.1\r\nhost: o.test\r\ntransfer-encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: o.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    ].compactMap { try? HeadParser().request(Array($0.utf8)) }

    private func beginRequest(_ number: Int) {
        let head = Self.requests[number]
        let fields = HTTP2Fields.request(
            head, scheme: "https", original: head, nil, asksForWebSocket: number == 3)
        guard let id = session.beginRequest(fields, isEnd: number < 2), number == 2 else { return }
        Array("abc".utf8).withUnsafeBufferPointer { session.sendData(id, $0) }
        session.sendEnd(id, trailers: [HTTP2Field("x-sum", "1")])
    }

    private mutating func settle() throws {
        while true {
            let before = (told.count, said.count)
            try look(acts: true)
            for (id, count) in unused { session.consumed(id, count) }
            unused = [:]
            session.output { said += $0 }
            if before == (told.count, said.count) { return }
        }
    }

    private mutating func look(acts: Bool) throws {
        for event in session.takeEvents() {
            try judge(event)
            if acts { try act(event) }
            if case .data(let id, let more) = event, case .data(id, let before)? = told.last {
                told[told.count - 1] = .data(stream: id, before + more)
            } else {
                told.append(event)
            }
        }
    }

    private mutating func act(_ event: HTTP2Event) throws {
        switch event {
        case .head(let id, let fields, let isEnd):
            if setting.role == .client { return try readAnswer(id, fields) }
            try readRequest(id, fields, isEnd)
        case .data(let id, let bytes):
            if setting.usesContent { unused[id, default: 0] += bytes.count }
        case .trailers(let id, let fields):
            try HTTP2Judgement.trailers(fields)
            if setting.role == .server { answer(id) }
        case .end(let id): if setting.role == .server { answer(id) }
        case .oversized(let id):
            if setting.role == .server { refuse(id, 431) } else { session.reset(id, .enhanceYourCalm) }
        case .malformed, .closed, .drained, .goAway, .failed: break
        }
    }

    private mutating func readRequest(_ id: Int32, _ fields: [HTTP2Field], _ isEnd: Bool) throws {
        let reader = HTTP2RequestReader(place: setting.place, connection: 1)
        switch reader.read(fields, stream: id, isEnd: isEnd) {
        case .request(let request):
            heads.append(String(decoding: request.forwardedHead, as: UTF8.self))
            try judge(request, fields, stream: id, isEnd: isEnd)
            if isEnd { answer(id) }
        case .toProxyItself: if isEnd { answer(id) }
        case .connect(let head, _, _):
            try must(setting.place == .proxy && head.isMethod("CONNECT"), "a tunnel where none may be asked for")
            heads.append(String(decoding: head.bytes, as: UTF8.self))
            answer(id)
        case .refuse(let own, let fault):
            try must((400...599).contains(own.status), "refused with \(own.status)")
            heads.append("\(fault.reason)")
            refuse(id, own.status)
        }
    }

    private func answer(_ id: Int32) {
        session.sendHead(id, [HTTP2Field(":status", "200")], isEnd: false)
        [UInt8](repeating: 7, count: 6_000).withUnsafeBufferPointer { session.sendData(id, $0) }
        session.sendEnd(id, trailers: id % 4 == 1 ? [HTTP2Field("x-sum", "1")] : [])
    }

    private func refuse(_ id: Int32, _ status: Int) {
        session.sendHead(id, [HTTP2Field(":status", String(status))], isEnd: true)
        session.finish(id)
    }

    private mutating func readAnswer(_ id: Int32, _ fields: [HTTP2Field]) throws {
        let number = Int(id) / 2
        try must(Self.requests.indices.contains(number), "an answer on stream \(id)")
        let request = Self.requests[number]
        do {
            let answer = try HTTP2Response(
                fields, stream: id, to: request, isExtendedConnect: number == 3, accept: Array("k".utf8))
            heads.append(String(decoding: answer.head.bytes, as: UTF8.self))
            try HTTP2Judgement.answer(answer, fields, to: request, isUpgrade: number == 3)
        } catch let fault as WireFault {
            heads.append("\(fault.reason)")
            session.reset(id, .protocolError)
        }
    }

    // MARK: What must hold

    private mutating func judge(_ event: HTTP2Event) throws {
        if hasFailed, case .closed = event {
        } else {
            try must(!hasFailed, "\(event.inWords) after the session has failed")
        }
        switch event {
        case .head(let id, let fields, _), .trailers(let id, let fields):
            let size = fields.reduce(0) { $0 + $1.name.count + $1.value.count + 32 }
            try must(size <= Self.limits.fieldBytes && fields.count <= Self.limits.fieldCount, "a head over its limit")
            try books[id, default: StreamBook(setting)].read(event)
        case .data(let id, _), .end(let id), .oversized(let id), .closed(let id, _, _), .malformed(let id, _, _):
            try books[id, default: StreamBook(setting)].read(event)
        case .drained(let id): try must(session.waiting(id) < Self.limits.lowWaterBytes, "drained too soon")
        case .goAway: break
        case .failed: hasFailed = true
        }
    }

    private func judge(_ request: OriginRequest, _ fields: [HTTP2Field], stream: Int32, isEnd: Bool) throws {
        if isEnd { try must(request.framing == .none || request.framing == .length(0), "an end that is none") }
        var asForwarded = ServerRun.Request(place: setting.place, asked: request)
        switch request.framing {
        case .chunked: asForwarded.body = Array("0\r\n\r\n".utf8)
        case .length(let count) where count <= 4_096: asForwarded.body = [UInt8](repeating: 0x61, count: count)
        case .length, .untilClose, .none: break
        }
        asForwarded.isComplete = request.framing.length ?? 0 <= 4_096
        try asForwarded.judgeAsForwarded()
        try HTTP2Judgement.request(request, fields, stream: stream, isEnd: isEnd)
    }

    /// What we say is whole frames, none too long.
    private func mustBeWellFormed() throws {
        let frames = HTTP2Wires.frames(said, ofClient: setting.role == .client)
        for frame in frames.dropFirst(setting.role == .client ? 1 : 0) {
            try must(frame.count >= 9, "a frame of \(frame.count) bytes")
            let count = Int(said[frame.lowerBound]) << 16 | Int(said[frame.lowerBound + 1]) << 8
            try must(count + Int(said[frame.lowerBound + 2]) + 9 == frame.count, "a frame is cut")
        }
    }
}

extension BodyFraming {
    fileprivate var length: Int? {
        if case .length(let count) = self { return count }
        return nil
    }
}
