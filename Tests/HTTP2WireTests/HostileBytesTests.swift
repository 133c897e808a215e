import HTTP2Wire
import TestMaterial
import Testing

/// The shared cases of hostile bytes, against the session alone: whole, and cut at each byte where they are short.
@Suite struct HostileBytesTests {
    static let cases = BadInput.cases(of: "http2.json").filter { !$0.id.hasPrefix("h2up-") }

    /// How a session took the bytes: its verdict in words, and how many requests it gave out.
    private func verdict(_ bytes: [UInt8], piece: Int) -> (word: String, heads: Int) {
        let server = HTTP2Session(.server)
        var reply = server.outputBytes()
        var heads = 0
        var isOversized = false
        func look() {
            for event in server.takeEvents() {
                if case .head = event { heads += 1 }
                if case .oversized = event { isOversized = true }
            }
        }
        var start = 0
        while start < bytes.count, server.failure == nil {
            let end = min(bytes.count, start + piece)
            bytes[start..<end].withUnsafeBufferPointer { server.receive($0) }
            look()
            reply += server.outputBytes()
            look()
            start = end
        }
        reply += server.outputBytes()
        let word = HTTP2Reply(reply).verdict
        if let failure = server.failure { #expect(word == "goaway \(failure.code)") }
        return (word == "nothing" && isOversized ? "oversized" : word, heads)
    }

    @Test(arguments: cases)
    func `each hostile input ends as the norm says`(input: BadInput) throws {
        let pieces = input.bytes.count <= 200 ? [65_536, 1, 13] : [65_536, 1_009]
        for piece in pieces {
            let (word, heads) = verdict(input.bytes, piece: piece)
            #expect(heads <= HTTP2Limits().resets + 1, "\(heads) requests were given out")
            if let choice = Self.chosen(input.id) {
                #expect(word == choice, "in pieces of \(piece)")
                continue
            }
            switch input.action {
            case "connection_error":
                #expect(input.codes.contains { word == "goaway \($0)" }, "in pieces of \(piece): \(word)")
            case "accept": #expect(word == "nothing" && heads == 1)
            case "stream_error":
                let right = input.codes.flatMap { ["reset \($0)", "goaway \($0)"] }
                #expect(right.contains(word), "in pieces of \(piece): \(word)")
            default: Issue.record("\(input.action) is not decided: \(word)")
            }
        }
    }

    /// What is pinned for the whole proxy is pinned here, but for what only a request can be judged by.
    private static func chosen(_ id: String) -> String? { judgedAbove[id] ?? HostileChoice.http2[id] }

    /// What these mean is judged where a request is made of them, the last where its time is over: see
    /// `HTTP2HostileTests` and `SlowPeerTests`.
    private static let judgedAbove = [
        "h2-authority-userinfo": "nothing", "h2-host-differs": "nothing", "h2-preface-cut": "nothing",
    ]
}
