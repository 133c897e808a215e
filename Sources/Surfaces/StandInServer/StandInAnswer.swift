internal import Cryptography
internal import HTTPModel

/// What the stand-in answers. `Content-Length` is no part of ``fields``: the serialized form adds it.
package struct StandInAnswer: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    package var status: Int
    package var fields: [Field]
    package var body: [UInt8]

    package init(status: Int, _ fields: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields.map { Field(name: $0.0, value: $0.1) }
        self.body = body
    }

    package static let noContent = StandInAnswer(status: 204)

    static func text(_ body: String, type: String, status: Int = 200) -> StandInAnswer {
        StandInAnswer(status: status, [("Content-Type", type)], body: Array(body.utf8))
    }

    static func notFound(_ why: String) -> StandInAnswer {
        text("stand-in: \(why)\n", type: "text/plain; charset=utf-8", status: 404)
    }

    static func redirect(to location: String) -> StandInAnswer {
        StandInAnswer(status: 302, [("Location", location), ("Cache-Control", "no-store")])
    }

    /// The switch to WebSocket that a request asks for (RFC 6455 §4.2.2).
    static func webSocket(_ request: StandInRequest) -> StandInAnswer {
        guard let key = request.field("sec-websocket-key"),
            let upgrade = request.field("upgrade"), ASCII.equalsIgnoringCase(upgrade, "websocket")
        else { return text("a WebSocket is wanted here\n", type: "text/plain; charset=utf-8", status: 426) }
        let digest = SHA1.digest(key + Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
        let accept = String(decoding: Base64Text.encoded(digest), as: UTF8.self)
        return StandInAnswer(
            status: 101, [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept)])
    }

    /// A transparent picture of one point, 43 bytes, as trackers answer it.
    static let pixel = StandInAnswer(
        status: 200, [("Content-Type", "image/gif"), ("Cache-Control", "no-store")],
        body: [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF,
            0xFF, 0x21, 0xF9, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00,
            0x00, 0x02, 0x01, 0x44, 0x00, 0x3B,
        ])

    /// The HTTP/1.1 response head (RFC 9112 §4). A 101 and a 204 have no length (RFC 9110 §8.6).
    package func head(closing: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        if status != 101, status != 204 { text += "Content-Length: \(body.count)\r\n" }
        if closing { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }

    private static let reasons = [
        101: "Switching Protocols", 200: "OK", 204: "No Content", 206: "Partial Content", 302: "Found",
        400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 413: "Content Too Large",
        414: "URI Too Long", 416: "Range Not Satisfiable", 417: "Expectation Failed", 426: "Upgrade Required",
        431: "Request Header Fields Too Large", 501: "Not Implemented", 503: "Service Unavailable",
        505: "HTTP Version Not Supported",
    ]
}
