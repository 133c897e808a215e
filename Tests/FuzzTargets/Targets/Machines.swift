import HTTPModel
import HTTPWire
import ProxyCore

private let grammar = [
    "\r\n", "\r\n\r\n", "GET http://o.test/ HTTP/1.1\r\nHost: o.test\r\n\r\n", "GET / HTTP/1.1\r\nHost: o.test\r\n\r\n",
    "POST http://o.test/ HTTP/1.1\r\nHost: o.test\r\nTransfer-Encoding: chunked\r\n\r\n",
    "CONNECT o.test:443 HTTP/1.1\r\n",
    "Host: o.test\r\n", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "Connection: close\r\n",
    "Connection: host\r\n", "Connection: x, te\r\n", "Connection: upgrade\r\nUpgrade: websocket\r\n",
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n", "Expect: 100-continue\r\n", "Max-Forwards: 0\r\n",
    "3\r\nabc\r\n", "0\r\n\r\n", "0\r\nX: y\r\n\r\n", ";a=b", "Proxy-Connection: close\r\n", "http://fita.internal/",
    "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 101 S\r\n\r\n", "HTTP/1.1 204 N\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 304 N\r\nContent-Length: 5\r\n\r\n", "\\", "#", "@", "%", "é", "[::1]", ":80",
]

extension FuzzTarget {
    /// The first byte chooses where the connection is: at the proxy's port, in a tunnel, at the reverse proxy.
    static let serverMachine = FuzzTarget(
        "server-machine", words: grammar,
        seeds: { _ in
            HTTPMessages.of(true).filter { $0.count < 4_096 }.flatMap { bytes in (0..<3).map { [$0] + bytes } }
        }
    ) { input in
        guard let choice = input.first else { return }
        let fixed = ServerOrigin(scheme: .https, host: "origin.test", port: 443)
        let place: ServerMachine.Place =
            switch choice % 3 {
            case 0: .proxy
            case 1: .fixed(fixed, ingress: "connect", rewritesHost: false)
            default: .fixed(fixed, ingress: "reverse", rewritesHost: true)
            }
        let bytes = Array(input[1...])
        let whole = try ServerRun(place, [bytes[...]])
        let cut = try ServerRun(place, Pieces.of(bytes).map { bytes[$0] })
        try must(whole.refused == cut.refused, "refused \(whole.refused ?? 0) and, cut, \(cut.refused ?? 0)")
        try must(whole.complete == cut.complete, "\(whole.complete) requests and, cut, \(cut.complete)")
        if whole.refused == nil { try must(whole.passed == cut.passed, "cut, the bytes passed on are others") }
        for request in whole.requests { try request.judgeAsForwarded() }
    }

    /// The first byte chooses the request, and whether the machine is lenient.
    static let upstreamMachine = FuzzTarget(
        "upstream-machine", words: grammar,
        seeds: { _ in
            HTTPMessages.of(false).filter { $0.count < 4_096 }.flatMap { bytes in (0..<8).map { [$0] + bytes } }
        }
    ) { input in
        guard let choice = input.first else { return }
        let bytes = Array(input[1...])
        let whole = try UpstreamRun(choice, [bytes[...]])
        let cut = try UpstreamRun(choice, Pieces.of(bytes).map { bytes[$0] })
        try must(whole.end == cut.end, "\(whole.end) and, cut, \(cut.end)")
        try must(whole.isReusable == cut.isReusable, "reuse depends on how the bytes came")
        if !whole.end.hasPrefix("fault") {
            try must(whole.passed == cut.passed, "cut, the bytes passed on are others")
        }
        if whole.end.hasPrefix("fault") || whole.end.hasPrefix("short") || whole.end.hasPrefix("aborted") {
            try must(!whole.isReusable, "a connection is used again after \(whole.end)")
        }
    }
}

/// A client's connection in memory.
struct ServerRun {
    struct Request {
        let place: ServerMachine.Place
        let asked: OriginRequest
        var body: [UInt8] = []
        var isComplete = false

        /// A second reader must see the same one message in what goes on.
        func judgeAsForwarded() throws {
            let head = try HeadParser().request(asked.forwardedHead)
            try must(head.methodBytes == asked.head.methodBytes, "the method has changed")
            try must(try BodyFraming.request(head) == asked.framing, "the framing has changed on the way")
            for name: StaticString in ["proxy-connection", "proxy-authorization"] {
                try must(!head.contains(name), "\(name) goes on")
            }
            try must(head.values(of: "host").count <= 1, "several Host fields go on")
            guard isComplete, !head.lists("h2c", in: "upgrade") else { return }
            let origin = ServerMachine.Place.fixed(asked.origin, ingress: "again", rewritesHost: false)
            let again = try ServerRun(origin, [(asked.forwardedHead + body)[...]], answers: false)
            try must(again.refused == nil, "what goes on is refused by the next reader: \(again.refused ?? 0)")
            try must(again.complete == 1 && again.requests.count == 1, "what goes on is not one request")
            try must(again.left == 0, "\(again.left) bytes that go on belong to no request")
        }
    }

    private(set) var requests: [Request] = []
    private(set) var passed: [UInt8] = []
    private(set) var complete = 0
    private(set) var refused: Int?
    private(set) var left = 0

    private static let answer: ResponseHead? = try? HeadParser().response(
        Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))

    init(_ place: ServerMachine.Place, _ pieces: [ArraySlice<UInt8>], answers: Bool = true) throws {
        var machine = ServerMachine(place: place, connection: 1)
        var carry: [UInt8] = []
        var isOver = false
        var isOwn = false
        func answer() {
            guard answers, let head = Self.answer else { return }
            machine.answered(head, framing: .length(0))
            if machine.answerEnded() == .close { isOver = true }
        }
        for piece in pieces where !isOver {
            carry += piece
            reading: while !isOver, !carry.isEmpty {
                let consumed: Int
                switch carry.withUnsafeBufferPointer({ machine.read($0) }) {
                case .needMore, .hold: break reading
                case .request(let request, let count):
                    isOwn = false
                    requests.append(Request(place: place, asked: request))
                    passed += request.forwardedHead
                    if request.framing == .none || request.framing == .length(0) {
                        requests[requests.count - 1].isComplete = true
                        complete += 1
                        answer()
                    }
                    consumed = count
                case .toProxyItself(_, let framing, let count):
                    isOwn = true
                    if framing == .none || framing == .length(0) { answer() }
                    consumed = count
                case .connect(_, _, _, let count):
                    isOver = true
                    consumed = count
                case .body(let count, let isEnd):
                    try must(count > 0 || isEnd, "a step of no bytes")
                    if !isOwn {
                        requests[requests.count - 1].body += carry[..<count]
                        passed += carry[..<count]
                    }
                    if isEnd {
                        if !isOwn {
                            requests[requests.count - 1].isComplete = true
                            complete += 1
                        }
                        answer()
                    }
                    consumed = count
                case .refuse(let own, let fault, _):
                    try must((400...599).contains(own.status) && own.status == fault.suggestedStatus, "\(own.status)")
                    refused = own.status
                    isOver = true
                    consumed = 0
                }
                try must(consumed <= carry.count, "more bytes used than there are")
                carry.removeFirst(consumed)
            }
        }
        left = carry.count
    }
}

/// An origin's connection in memory.
private struct UpstreamRun {
    private(set) var passed: [UInt8] = []
    private(set) var end = "open"
    private(set) var isReusable = false

    private static let requests = [
        "GET / HTTP/1.1\r\n\r\n", "HEAD / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    ].compactMap { try? HeadParser().request(Array($0.utf8)) }

    init(_ choice: UInt8, _ pieces: [ArraySlice<UInt8>]) throws {
        var machine = UpstreamMachine(isLenient: choice & 4 != 0)
        let request = Int(choice % 4)
        machine.asked(Self.requests[request], upgrade: request == 3)
        var carry: [UInt8] = []
        var isOver = false
        for piece in pieces where !isOver {
            carry += piece
            reading: while !isOver, !carry.isEmpty {
                let consumed: Int
                switch carry.withUnsafeBufferPointer({ machine.read($0) }) {
                case .needMore: break reading
                case .interim(let head, let count):
                    try must(head.isInterim, "a final head as an interim one")
                    passed += head.bytes
                    consumed = count
                case .head(let head, _, let count):
                    passed += head.bytes
                    consumed = count
                    if machine.isAtEnd { (isOver, end) = (true, "end") }
                case .body(let count, let isEnd):
                    try must(count > 0 || isEnd, "a step of no bytes")
                    passed += carry[..<count]
                    consumed = count
                    if isEnd { (isOver, end) = (true, "end") }
                case .switched(let head, let count):
                    try must(request == 3, "a switch that nobody asked for")
                    passed += head.bytes
                    consumed = count
                    (isOver, end) = (true, "switched")
                case .fault(let fault):
                    consumed = 0
                    (isOver, end) = (true, "fault \(fault.reason)")
                case .unasked:
                    consumed = 0
                    (isOver, end) = (true, "unasked")
                }
                try must(consumed <= carry.count, "more bytes used than there are")
                carry.removeFirst(consumed)
            }
        }
        isReusable = machine.isReusable
        if !isOver {
            switch machine.closed() {
            case nil: end = "closed whole"
            case .short?: end = "short"
            case .aborted?: end = "aborted"
            case let other?: throw Violation(description: "a close comes to \(other)")
            }
            isReusable = machine.isReusable
        }
    }
}
