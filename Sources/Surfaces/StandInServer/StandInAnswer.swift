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

    /// A transparent picture of one point, 43 bytes, as trackers answer it.
    static let pixel = StandInAnswer(
        status: 200, [("Content-Type", "image/gif"), ("Cache-Control", "no-store")],
        body: [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF,
            0xFF, 0x21, 0xF9, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00,
            0x00, 0x02, 0x01, 0x44, 0x00, 0x3B,
        ])

    /// The HTTP/1.1 response head (RFC 9112 §4). A 204 has no length (RFC 9110 §8.6).
    package func head(closing: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        if status != 204 { text += "Content-Length: \(body.count)\r\n" }
        if closing { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }

    private static let reasons = [
        200: "OK", 204: "No Content", 206: "Partial Content", 302: "Found", 400: "Bad Request", 404: "Not Found",
        405: "Method Not Allowed", 413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 431: "Request Header Fields Too Large", 501: "Not Implemented",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}
