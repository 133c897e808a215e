/// What a peer made of a connection over HTTP/2, from the bytes it sent: how it ended the connection, streams, answers.
package struct HTTP2Reply {
    /// The name of the code of the last GOAWAY.
    package private(set) var goAway: String?
    package private(set) var resets: [String] = []
    /// Of the heads whose status stands in the static table or in three digits.
    package private(set) var statuses: [Int] = []

    package init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let size = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            let payload = Array(rest.dropFirst(9).prefix(size))
            rest = rest.dropFirst(9 + size)
            switch head[3] {
            case 1: if let status = Self.status(payload[...]) { statuses.append(status) }
            case 3 where payload.count == 4: resets.append(Self.code(payload[...]))
            case 7 where payload.count >= 8: goAway = Self.code(payload[4..<8])
            default: break
            }
        }
    }

    /// The hardest thing that was done, in words.
    package var verdict: String {
        if let goAway, goAway != "NO_ERROR" { return "goaway \(goAway)" }
        if let code = resets.first(where: { $0 != "NO_ERROR" }) { return "reset \(code)" }
        return statuses.last.map { "status \($0)" } ?? "nothing"
    }

    /// RFC 9113 §7.
    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
        "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    private static func code(_ bytes: ArraySlice<UInt8>) -> String {
        let number = bytes.reduce(0) { $0 << 8 | Int($1) }
        return names.indices.contains(number) ? names[number] : "error \(number)"
    }

    /// The first field of a block (RFC 7541 §6, appendix A).
    private static func status(_ block: ArraySlice<UInt8>) -> Int? {
        var block = block
        // Sizes of the table come first.
        while let byte = block.first, byte & 0xE0 == 0x20 {
            block = block.dropFirst(byte == 0x3F ? 1 + block.dropFirst().prefix { $0 & 0x80 != 0 }.count + 1 : 1)
        }
        let known: [UInt8: Int] = [0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500]
        guard let first = block.first else { return nil }
        if let status = known[first] { return status }
        guard [0x08, 0x18, 0x48].contains(first), block.dropFirst().first == 3 else { return nil }
        return Int(String(decoding: block.dropFirst(2).prefix(3), as: UTF8.self))
    }
}
