import Cryptography
import HTTPModel

/// Makes up disguised requests: a spelling, none to two digests, none to three codings, a place. The same seed gives
/// the same requests.
package struct DisguiseGenerator {
    package let seed: UInt64
    private var state: UInt64

    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    private mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(below: choices.count)] }

    /// A random UUID of version 4.
    package mutating func uuid() -> [UInt8] {
        var raw = (0..<16).map { _ in UInt8(truncatingIfNeeded: next()) }
        raw[6] = raw[6] & 0x0F | 0x40
        raw[8] = raw[8] & 0x3F | 0x80
        var text: [UInt8] = []
        for (position, digit) in hex(raw).utf8.enumerated() {
            if [8, 12, 16, 20].contains(position) { text.append(UInt8(ascii: "-")) }
            text.append(digit)
        }
        return text
    }

    private struct Dressed {
        var bytes: [UInt8]
        var steps: [String]
    }

    /// A request that carries the value, and how.
    package mutating func request(_ value: [UInt8], salt: [UInt8]) -> DisguisedRequest {
        var dressed = spelled(value)
        if number(below: 3) == 0 { digest(&dressed, salt) }
        for _ in 0..<number(below: 4) { wrap(&dressed) }
        return placed(dressed)
    }

    private mutating func spelled(_ value: [UInt8]) -> Dressed {
        let digits = value.filter { $0 != UInt8(ascii: "-") }
        let raw = stride(from: 0, to: 32, by: 2).map { index in
            (ASCII.hexValue(digits[index]) ?? 0) << 4 | (ASCII.hexValue(digits[index + 1]) ?? 0)
        }
        return pick([
            Dressed(bytes: value, steps: ["lower"]),
            Dressed(bytes: Array(String(decoding: value, as: UTF8.self).uppercased().utf8), steps: ["upper"]),
            Dressed(bytes: digits, steps: ["digits"]),
            Dressed(bytes: Array(hex(raw).uppercased().utf8), steps: ["upper digits"]),
            Dressed(bytes: raw, steps: ["raw"]),
        ])
    }

    private mutating func digest(_ dressed: inout Dressed, _ salt: [UInt8]) {
        let common: [DigestName] = [.md5, .sha1, .sha256]
        switch number(below: 4) {
        case 0:
            let (inner, outer) = (pick(common), pick(common))
            dressed.bytes = outer.digest(Array(hex(inner.digest(dressed.bytes)).utf8))
            dressed.steps.append("\(inner)+\(outer)")
        case 1 where dressed.steps != ["upper digits"]:
            let name = pick(common)
            let separator = Array(pick(["", ":", "|", "-", "_"]).utf8)
            let isFirst = number(below: 2) == 0
            dressed.bytes = name.digest(
                isFirst ? dressed.bytes + separator + salt : salt + separator + dressed.bytes)
            dressed.steps.append("salted \(name)")
        default:
            let name = pick(DigestName.allCases)
            dressed.bytes = name.digest(dressed.bytes)
            dressed.steps.append("\(name)")
        }
        switch number(below: 3) {
        case 0: dressed.steps.append("bytes")
        case 1: dressed.bytes = Array(hex(dressed.bytes).utf8)
        default: dressed.bytes = Array(hex(dressed.bytes).uppercased().utf8)
        }
    }

    /// Longer pieces are not written in base58 by anybody.
    private static let longestBase58 = 300

    private mutating func wrap(_ dressed: inout Dressed) {
        let bytes = dressed.bytes
        let isText = bytes.allSatisfy { $0 &- 0x20 < 0x5F }
        var choices: [(String, [UInt8])] = [
            ("base64", Encodings.base64(bytes)), ("base64url", Encodings.base64URL(bytes)),
            ("hex", Array(hex(bytes).utf8)), ("base32", Encodings.base32(bytes)),
            ("ascii85", Encodings.ascii85(bytes)), ("array", Encodings.byteArray(bytes)),
            ("protobuf", Encodings.protobuf(Array("iOS".utf8), field: 1) + Encodings.protobuf(bytes)),
            ("gzip", Encodings.gzip(filled(bytes))), ("zlib", Encodings.zlib(filled(bytes))),
            ("deflate", Encodings.rawDeflate(filled(bytes))), ("zstd", Encodings.zstd(filled(bytes))),
        ]
        if bytes.count <= Self.longestBase58 { choices.append(("base58", Encodings.base58(bytes))) }
        if isText {
            choices += [
                ("percent", Encodings.percentAll(bytes)), ("references", Encodings.references(bytes)),
                ("quoted-printable", Encodings.quotedPrintable(bytes)), ("utf16", Encodings.utf16(bytes)),
                ("json", inJSON(Encodings.jsonString(bytes))), ("lz-string", LZStringWriter.compressed(bytes)),
                ("escapes", inJSON(Array("\"".utf8) + Encodings.unicodeEscapes(bytes) + Array("\"".utf8))),
                ("form", Array("v=\(number(below: 99))&id=".utf8) + PercentCoding.encoded(bytes)),
                ("url", Array("https://h.example/r?u=".utf8) + PercentCoding.encoded(bytes)),
                ("jwt", Encodings.jwt(inJSON(Encodings.jsonString(bytes)))),
            ]
        }
        let (name, wrapped) = pick(choices)
        dressed.bytes = wrapped
        dressed.steps.append(name)
    }

    private mutating func inJSON(_ value: [UInt8]) -> [UInt8] {
        Array("{\"n\":\(number(below: 1000)),\"id\":".utf8) + value + Array(",\"os\":\"iOS\"}".utf8)
    }

    /// With something beside it: other parameters, or other fields where it is no text.
    private mutating func filled(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) else {
            return Encodings.protobuf(Array("iOS 17".utf8), field: 1) + Encodings.protobuf(bytes)
        }
        return Array("os=iOS&model=iPhone15,\(number(below: 9))&id=".utf8) + bytes + Array("&os=iOS&model=iPhone".utf8)
    }

    // MARK: Places

    private static let textPlaces = [
        "query-value", "query-key", "path", "path-matrix", "userinfo", "referer", "cookie", "custom-header", "ua",
        "etag", "auth-basic", "auth-bearer-jwt", "cookie-b64json", "referer-nested",
    ]
    private static let tokenPlaces = ["host-label", "header-name", "method"]
    private static let bodyPlaces = ["body", "form", "json", "multipart", "multipart-filename", "gzip-body"]

    private mutating func placed(_ dressed: Dressed) -> DisguisedRequest {
        let bytes = dressed.bytes
        let isWord = bytes.count <= 60 && bytes.allSatisfy { ASCII.isDigit($0) || $0 &- 0x61 < 26 || $0 == 0x2D }
        let place = pick(Self.textPlaces + Self.bodyPlaces + (isWord ? Self.tokenPlaces : []))
        let id = (dressed.steps + [place]).joined(separator: " > ")
        let safe = bytes.allSatisfy(Self.isUnreserved) ? bytes : PercentCoding.encoded(bytes)
        return request(id, place, bytes, safe)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || ASCII.lowercased(byte) &- 0x61 < 26 || Array("-._~".utf8).contains(byte)
    }

    private mutating func request(
        _ id: String, _ place: String, _ bytes: [UInt8], _ safe: [UInt8]
    ) -> DisguisedRequest {
        func text(_ text: String) -> [UInt8] { Array(text.utf8) }
        let isPrintable = bytes.allSatisfy { $0 &- 0x21 < 0x5E }
        let field = isPrintable ? bytes : Encodings.base64(bytes)
        let string =
            bytes.allSatisfy { $0 < 0x80 }
            ? Encodings.jsonString(bytes)
            : text("\"") + Encodings.base64(bytes) + text("\"")
        switch place {
        case "query-key": return .init(id, target: text("/px?") + safe + text("=1"))
        case "path": return .init(id, target: text("/v1/") + safe + text("/px"))
        case "path-matrix": return .init(id, target: text("/px;uid=") + safe + text(";t=1/x"))
        case "userinfo": return .init(id, target: text("https://") + safe + text(":x@\(DisguisedRequest.host)/px"))
        case "referer": return .init(id, field: "Referer", text("https://a.example/p?uid=") + safe)
        case "referer-nested":
            let inner = PercentCoding.encoded(text("https://b.example/?i=") + safe)
            return .init(id, field: "Referer", text("https://a.example/p?u=") + inner)
        case "cookie": return .init(id, field: "Cookie", text("a=1; uid=") + safe + text("; b=2"))
        case "custom-header": return .init(id, field: "X-Device", field)
        case "ua": return .init(id, field: "User-Agent", text("App/1.0 (") + safe + text(")"))
        case "etag": return .init(id, field: "If-None-Match", text("\"") + safe + text("\""))
        case "auth-basic":
            return .init(id, field: "Authorization", text("Basic ") + Encodings.base64(text("u:") + bytes))
        case "auth-bearer-jwt":
            return .init(id, field: "Authorization", text("Bearer ") + Encodings.jwt(inJSON(string)))
        case "cookie-b64json":
            return .init(id, field: "Cookie", text("s=") + Encodings.base64URL(inJSON(string)))
        case "host-label": return .init(id, host: String(decoding: bytes, as: UTF8.self) + "." + DisguisedRequest.host)
        case "header-name": return .init(id, fields: [(text("X-") + bytes, text("1"))])
        case "method": return .init(id, method: text("X-") + bytes)
        case "body": return .init(id, body: bytes, type: "application/octet-stream")
        case "form":
            return .init(id, body: text("a=1&d=") + safe + text("&b=2"), type: "application/x-www-form-urlencoded")
        case "json": return .init(id, body: inJSON(string), type: "application/json")
        case "gzip-body": return .init(id, body: Encodings.gzip(filled(bytes)), type: "text/plain", coding: "gzip")
        case "multipart", "multipart-filename":
            let isName = place == "multipart-filename"
            let head =
                text("--b0\r\nContent-Disposition: form-data; name=\"d\"")
                + (isName ? text("; filename=\"") + safe + text("\"") : [])
            return .init(
                id, body: head + text("\r\n\r\n") + (isName ? text("x") : bytes) + text("\r\n--b0--\r\n"),
                type: "multipart/form-data; boundary=b0")
        default: return .init(id, query: safe)
        }
    }
}
