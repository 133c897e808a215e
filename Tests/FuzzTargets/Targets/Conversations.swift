import CassetteFormat
import HTTPModel
import HTTPWire
import ReplayMatching

extension FuzzTarget {
    /// What a client says to a replayed WebSocket server. The lowest bit of the first byte says whether messages may be
    /// compressed.
    static let conversation = FuzzTarget(
        "conversation", words: ["\u{1}\u{0}", "ask", "\u{2}\u{7e}\u{0}\u{7e}"],
        seeds: { _ in Conversation.seeds }
    ) { input in
        guard let choice = input.first else { return }
        let bytes = Array(input[1...])
        let whole = try Conversation(choice, [bytes[...]])
        let cut = try Conversation(choice, Pieces.of(bytes).map { bytes[$0] })
        try must(whole.isRefused == cut.isRefused, "refused or not, as the bytes come")
        try must(whole.heard == cut.heard, "\(whole.heard) messages and, cut, \(cut.heard)")
        try must(whole.differing == cut.differing, "\(whole.differing) differ and, cut, \(cut.differing)")
        if !whole.isRefused { try must(whole.sent == cut.sent, "sent \(whole.sent) and, cut, \(cut.sent)") }
    }
}

/// A fixed tape, played to made-up bytes.
private struct Conversation {
    private static func frame(_ first: UInt8, _ text: String, isFromClient: Bool = false) -> WebSocketFrame {
        let content = Array(text.utf8)
        return WebSocketFrame(
            isFromClient: isFromClient, time: 0, first: first, mask: isFromClient ? 0 : nil,
            body: TapedBody(
                framing: .length, payload: content, payloadSize: content.count, isExternal: false, digest: "",
                wireSize: content.count, arrivals: []))
    }

    private static let tape = [
        frame(0x81, "hi"), frame(0x81, "ask", isFromClient: true), frame(0x01, "he"),
        frame(0x82, "mor", isFromClient: true), frame(0x89, "ping"), frame(0x80, "llo"), frame(0x81, "last"),
    ]
    /// Messages of the client that each must have been preceded by.
    private static let turns = [0, 0, 1, 1, 1, 1, 2]

    static let seeds: [[UInt8]] = {
        let ask = WebSocketWriter.frame(0x81, mask: 7, Array("ask".utf8))
        let more = WebSocketWriter.frame(0x02, mask: 9, [0x6D]) + WebSocketWriter.frame(0x80, mask: 0, [0x6F, 0x72])
        let ping = WebSocketWriter.frame(0x89, mask: 1, [1, 2])
        let close = WebSocketWriter.frame(0x88, mask: 1, [3, 0xE8])
        let hello = WebSocketWriter.frame(0xC1, mask: 1, [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        let wires = [ask + ping + more + close, more + ask, hello + hello, close + ask, ping + ping, [0x81, 1, 0x61]]
        return wires.flatMap { wire in [0, 1].map { [$0] + wire } }
    }()

    private(set) var sent: [Int] = []
    private(set) var heard = 0
    private(set) var differing = 0
    private(set) var isRefused = false

    init(_ choice: UInt8, _ pieces: [ArraySlice<UInt8>]) throws {
        let agreed = choice & 1 == 0 ? "" : "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        let answer = try HeadParser().response(Array("HTTP/1.1 101 S\r\n\(agreed)\r\n".utf8))
        var limits = WebSocketReplayLimits()
        limits.messageBytes = 1_024
        var book = WebSocketPlaybook(Self.tape, answer, limits: limits)
        try settle(&book)
        for piece in pieces {
            piece.withUnsafeBufferPointer { book.read($0) { _ in nil } }
            try settle(&book)
        }
        (heard, differing) = (book.heard, book.differing)
        try must(differing <= heard, "\(differing) of \(heard) messages differ")
        try must((book.firstDifference == nil) == (differing == 0), "the first difference is not told")
    }

    private mutating func settle(_ book: inout WebSocketPlaybook) throws {
        for _ in 0..<Self.tape.count + 3 {
            switch book.next() {
            case .recorded(let place):
                try must(place > sent.last ?? -1 && !Self.tape[place].isFromClient, "place \(place) is sent again")
                try must(book.heard >= Self.turns[place], "place \(place) is sent out of turn")
                sent.append(place)
            case .own(let first, let payload):
                try must((first == 0x88 || first == 0x8A) && payload.count <= 125, "no control frame")
                if first == 0x88, payload == [0x03, 0xEA] { isRefused = true }
            case .wait, .end: return
            }
        }
        try must(false, "a server that never waits")
    }
}
