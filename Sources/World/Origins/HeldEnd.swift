import HTTPModel
import HTTPWire
import ProxyCore

/// The last bytes of an answer, kept back: without them no client takes it for whole, and all others pass at once.
struct HeldEnd {
    private var head: (ResponseHead, BodyFraming)?
    private var framing = BodyFraming.none
    /// Of a body with a stated length, what is still to come.
    private var left = 0
    private var lastByte: UInt8?

    /// Whether the head is the answer's end, and is now kept.
    mutating func holds(_ head: ResponseHead, _ framing: BodyFraming) -> Bool {
        self.framing = framing
        if case .length(let size) = framing { left = size }
        guard framing == .none || framing == .length(0) else { return false }
        self.head = (head, framing)
        return true
    }

    /// Passes all on but the byte that could be the last one.
    mutating func pass(_ wire: UnsafeBufferPointer<UInt8>, to sink: any AnswerSink) {
        guard let last = wire.last else { return }
        release(to: sink)
        let isEnd: Bool
        switch framing {
        case .length:
            left -= wire.count
            isEnd = left <= 0
        // A chunked body ends with a line feed (RFC 9112 §7.1).
        case .chunked: isEnd = last == 0x0A
        // The end is the close itself.
        case .none, .untilClose: isEnd = false
        }
        guard isEnd else { return sink.answerBody(wire) }
        lastByte = last
        if wire.count > 1 { sink.answerBody(UnsafeBufferPointer(rebasing: wire.dropLast())) }
    }

    /// Passes on what is kept.
    mutating func release(to sink: any AnswerSink) {
        if let (head, framing) = head {
            self.head = nil
            sink.answerHead(head, framing: framing)
        }
        if let byte = lastByte {
            lastByte = nil
            withUnsafePointer(to: byte) { sink.answerBody(UnsafeBufferPointer(start: $0, count: 1)) }
        }
    }
}
