import HTTP2Wire
import TestMaterial
import Testing

/// The shared cases of hostile bytes, against the session alone: whole, and cut at each byte where they are short.
@Suite struct HostileBytesTests {
    static let cases = BadInput.cases(of: "http2.json").filter { !$0.id.hasPrefix("h2up-") }

    private static let codes: [String: HTTP2ErrorCode] = [
        "PROTOCOL_ERROR": .protocolError, "FRAME_SIZE_ERROR": .frameSizeError, "COMPRESSION_ERROR": .compressionError,
        "FLOW_CONTROL_ERROR": .flowControlError, "ENHANCE_YOUR_CALM": .enhanceYourCalm,
        "INTERNAL_ERROR": .internalError,
        "STREAM_CLOSED": .streamClosed,
    ]

    /// How a session took the bytes, in a word.
    private func verdict(_ bytes: [UInt8], piece: Int) -> (
        word: String, code: HTTP2ErrorCode?, heads: Int, reason: String
    ) {
        let server = HTTP2Session(.server)
        _ = server.outputBytes()
        var heads = 0
        var resets = 0
        func look() {
            for event in server.takeEvents() {
                switch event {
                case .head: heads += 1
                case .malformed, .oversized: resets += 1
                case .closed(_, let code, _) where code != .noError && code != .cancel: resets += 1
                default: break
                }
            }
        }
        var start = 0
        while start < bytes.count, server.failure == nil {
            let end = min(bytes.count, start + piece)
            bytes[start..<end].withUnsafeBufferPointer { server.receive($0) }
            look()
            _ = server.outputBytes()
            look()
            start = end
        }
        if let failure = server.failure { return ("connection", failure.code, heads, failure.reason) }
        return (resets > 0 ? "stream" : "accept", nil, heads, "")
    }

    @Test(arguments: cases)
    func `each hostile input ends as the norm says`(input: BadInput) throws {
        let pieces = input.bytes.count <= 200 ? [65_536, 1, 13] : [65_536, 1_009]
        for piece in pieces {
            let (word, code, heads, reason) = verdict(input.bytes, piece: piece)
            #expect(heads <= HTTP2Limits().resets + 1, "\(heads) requests were given out")
            switch input.action {
            case "connection_error":
                #expect(word == "connection", "in pieces of \(piece): \(word)")
                let accepted = input.codes.compactMap { Self.codes[$0] }
                if let code { #expect(accepted.contains(code), "in pieces of \(piece): \(code), \(reason)") }
            case "close":
                #expect(word == "connection" || input.id == "h2-preface-cut", "\(word)")
            case "accept": #expect(word == "accept" && heads == 1)
            case "stream_error": #expect(word != "accept" || Self.judgedAbove.contains(input.id), "\(word)")
            default: break
            }
        }
    }

    /// What these mean is judged where a request is made of them.
    private static let judgedAbove: Set = ["h2-authority-userinfo", "h2-scheme-odd", "h2-method-injection"]
}
