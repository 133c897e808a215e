import CassetteFormat
import Cryptography
import HTTPModel
import HTTPWire

/// What a client of HTTP/1 asks for a WebSocket with, and what the server's answer must be (RFC 6455 §4.1).
struct WebSocketKey {
    static let nonceBytes = 16
    private static let suffix = Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)

    private let text: [UInt8]

    /// - Parameter nonce: random bytes.
    init(nonce: [UInt8]) {
        text = Base64Text.encoded(nonce)
    }

    /// A client's; nil where it gave none.
    init?(of head: RequestHead) {
        guard let value = head.first("sec-websocket-key") else { return nil }
        text = Array(value)
    }

    /// What the server answers it with.
    var accept: [UInt8] { Base64Text.encoded(SHA1.digest(text + WebSocketKey.suffix)) }

    /// The head with the key as its last field.
    func added(to head: [UInt8]) -> [UInt8] {
        Array(head.dropLast(2)) + Array("sec-websocket-key: ".utf8) + text + [0x0D, 0x0A, 0x0D, 0x0A]
    }

    func isAnswered(by head: ResponseHead) -> Bool {
        let values = head.values(of: "sec-websocket-accept")
        return values.count == 1 && values[0].elementsEqual(accept) && head.lists("websocket", in: "upgrade")
    }

    /// A recorded answer as the answer to this key; all else in it stays as it was.
    func answered(with head: ResponseHead) throws(WireFault) -> ResponseHead {
        var bytes: [UInt8] = []
        var place = 0
        for field in head.fields where head.isField(field, "sec-websocket-accept") {
            bytes += head.bytes[place..<field.value.lowerBound] + accept
            place = field.value.upperBound
        }
        guard place == 0 else { return try HeadParser.ofTapes.response(bytes + head.bytes[place...]) }
        // Over HTTP/2 there is none (RFC 8441 §5).
        let line = Array("sec-websocket-accept: ".utf8) + accept + [0x0D, 0x0A]
        return try HeadParser.ofTapes.response(head.bytes.dropLast(2) + line + [0x0D, 0x0A])
    }
}

extension HeadParser {
    /// Tapes hold longer heads than pass.
    fileprivate static let ofTapes = HeadParser(limits: TapeLimits().heads)
}
