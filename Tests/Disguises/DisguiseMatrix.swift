import Cryptography
import HTTPModel

/// One request for each disguise that the literature and real SDKs know: 102 of them.
package enum DisguiseMatrix {
    package static let value = Array("3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9012".utf8)
    package static let bundle = Array("br.com.exemplo.noticias".utf8)

    /// Cases whose disguise keeps 32 bits alone: nothing can be proven by them.
    package static let weak: Set = ["crc32", "trunc8"]

    package static let cases: [DisguisedRequest] =
        spellings + percent + base64 + bases + hashes + fragments + obfuscated + json + forms
        + compressed + binary + places

    private typealias Request = DisguisedRequest
    private static let text = String(decoding: value, as: UTF8.self)
    private static let digits = value.filter { $0 != UInt8(ascii: "-") }
    private static let upper = Array(text.uppercased().utf8)
    private static let raw = stride(from: 0, to: 32, by: 2).map { index in
        (ASCII.hexValue(digits[index]) ?? 0) << 4 | (ASCII.hexValue(digits[index + 1]) ?? 0)
    }
    private static let guid = [3, 2, 1, 0, 5, 4, 7, 6].map { raw[$0] } + raw[8...]

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    private static func hexText(_ bytes: [UInt8]) -> [UInt8] { Array(hex(bytes).utf8) }
    private static func inJSON(_ id: [UInt8]) -> [UInt8] { bytes(#"{"os":"iOS","id":""#) + id + bytes(#"","n":1}"#) }

    private static let spellings = [
        Request("plain", query: value), Request("upper", query: upper), Request("nohyphen", query: digits),
        Request("nohyphen-upper", query: bytes(String(decoding: digits, as: UTF8.self).uppercased())),
        Request("underscore", query: value.map { $0 == 0x2D ? 0x5F : $0 }),
        Request("braces", query: bytes("%7B") + upper + bytes("%7D")),
        Request("urn", query: bytes("urn:uuid:") + value),
    ]

    private static let percent = [
        Request("pct-all", query: Encodings.percentAll(value)),
        Request("pct-twice", query: Encodings.percentAll(Encodings.percentAll(value))),
        Request("nested-url-1", query: nested(1)), Request("nested-url-3", query: nested(3)),
    ]

    private static func nested(_ depth: Int) -> [UInt8] {
        (0..<depth).reduce(value) { inner, level in
            PercentCoding.encoded(bytes("https://hop\(level).example/r?u=") + inner)
        }
    }

    private static let base64 = [
        Request("b64-alone", query: PercentCoding.encoded(Encodings.base64(value))),
        Request("b64-off1", query: Encodings.base64URL(bytes("x") + value + bytes("|z"))),
        Request("b64-off2", query: bytes("Qk1xA") + Encodings.base64URL(bytes("xy") + value + bytes("!"))),
        Request("b64-json", query: PercentCoding.encoded(Encodings.base64(inJSON(value)))),
        Request("b64url-json", query: Encodings.base64URL(inJSON(value))),
        Request("b64-upper", query: Encodings.base64URL(upper)),
        Request("b64-twice", query: Encodings.base64URL(Encodings.base64(value))),
        Request("b64-thrice", query: Encodings.base64URL(Encodings.base64(Encodings.base64(value)))),
        Request("b64-raw16", query: PercentCoding.encoded(Encodings.base64(raw))),
        Request("b64url-raw16", query: Encodings.base64URL(raw)),
        Request("b64-guidLE", query: PercentCoding.encoded(Encodings.base64(guid))),
    ]

    private static let bases = [
        Request("hex-text", query: hexText(value)),
        Request("hex-text-upper", query: bytes(hex(value).uppercased())),
        Request("hex-json", query: hexText(inJSON(value))),
        Request("base32", query: PercentCoding.encoded(Encodings.base32(value))),
        Request("base58", query: Encodings.base58(raw)),
        Request("dec128", query: bytes("83967798970877927588343525119823417362")),
        Request("a85", query: PercentCoding.encoded(Encodings.ascii85(value))),
    ]

    private static let hashes = [
        Request("md5", query: hexText(MD5.digest(value))), Request("sha1", query: hexText(SHA1.digest(value))),
        Request("sha256", query: hexText(SHA256.digest(value))),
        Request("sha512", query: hexText(DigestName.sha512.digest(value))),
        Request("md5-upperout", query: bytes(hex(MD5.digest(value)).uppercased())),
        Request("md5-of-upper", query: hexText(MD5.digest(upper))),
        Request("sha256-of-nohyphen", query: hexText(SHA256.digest(digits))),
        Request("sha256-of-raw16", query: hexText(SHA256.digest(raw))),
        Request("sha256-b64", query: PercentCoding.encoded(Encodings.base64(SHA256.digest(value)))),
        Request("sha256-b64url", query: Encodings.base64URL(SHA256.digest(value))),
        Request("md5-b64", query: PercentCoding.encoded(Encodings.base64(MD5.digest(value)))),
        Request("sha1-of-md5hex", query: hexText(SHA1.digest(hexText(MD5.digest(value))))),
        Request("sha256-trunc16", query: Array(hexText(SHA256.digest(value)).prefix(16))),
        Request("sha256-salt-bundle", query: hexText(SHA256.digest(value + bundle))),
        Request(
            "crc32", query: hexText((0..<4).map { UInt8(truncatingIfNeeded: CRC32.checksum(value) >> (24 - 8 * $0)) })),
        Request("hmac-bundle", query: hexText(DigestName.sha256.hmac(key: bundle, value))),
    ]

    private static let fragments = [
        Request("trunc8", query: Array(digits.prefix(8))), Request("trunc12hex", query: Array(digits.prefix(12))),
        Request("last12", query: Array(digits.suffix(12))),
        Request("split2", query: Array(value.prefix(18)) + bytes("&uid2=") + value.suffix(18)),
    ]

    private static let obfuscated = [
        Request("reversed", query: value.reversed()),
        Request("rot13", query: value.map { $0 &- 0x61 < 26 ? ($0 - 0x61 + 13) % 26 + 0x61 : $0 }),
        Request("xor5a-b64", query: Encodings.base64URL(value.map { $0 ^ 0x5A })),
        Request("lzstring", query: LZStringWriter.compressed(inJSON(value))),
    ]

    private static let jsonType = "application/json"
    private static let json = [
        Request("jwt", query: Encodings.jwt(inJSON(value))), Request("json", body: inJSON(value), type: jsonType),
        Request("json-in-json", body: inString(inJSON(value)), type: jsonType),
        Request("json-in-json-in-json", body: inString(inString(inJSON(value))), type: jsonType),
        Request("json-u-escape", body: inJSON(Encodings.unicodeEscapes(value)), type: jsonType),
        Request("json-b64-gzip", body: inJSON(Encodings.base64(Encodings.gzip(inJSON(value)))), type: jsonType),
        Request(
            "json-array-bytes", body: bytes(#"{"id":"#) + Encodings.byteArray(raw) + bytes(#","n":1}"#),
            type: jsonType),
    ]

    private static func inString(_ json: [UInt8]) -> [UInt8] {
        bytes(#"{"payload":"#) + Encodings.jsonString(json) + bytes("}")
    }

    private static let formType = "application/x-www-form-urlencoded"
    private static let multipartType = "multipart/form-data; boundary=b0und"
    private static let forms = [
        Request("form", body: bytes("a=1&uid=") + value + bytes("&z=2"), type: formType),
        Request("form-json", body: bytes("data=") + PercentCoding.encoded(inJSON(value)), type: formType),
        Request(
            "form-b64-json", body: bytes("data=") + PercentCoding.encoded(Encodings.base64(inJSON(value))),
            type: formType),
        Request("multipart", body: part(value), type: multipartType),
        Request(
            "multipart-b64cte",
            body: part(
                Encodings.base64Lines(bytes(String(repeating: "filler text ", count: 5)) + inJSON(value)),
                coding: "base64"), type: multipartType),
        Request(
            "quoted-printable", body: part(Encodings.quotedPrintable(value), coding: "quoted-printable"),
            type: multipartType),
    ]

    private static func part(_ content: [UInt8], coding: String? = nil, file: [UInt8]? = nil) -> [UInt8] {
        var head = bytes("--b0und\r\nContent-Disposition: form-data; name=\"d\"")
        if let file { head += bytes("; filename=\"") + file + bytes("\"") }
        if let coding { head += bytes("\r\nContent-Transfer-Encoding: \(coding)") }
        return head + bytes("\r\n\r\n") + content + bytes("\r\n--b0und--\r\n")
    }

    /// `{"device":...,"user":{"id":...}}`, compressed once: the tests have no writer of this coding.
    private static let brotli = """
        1ba900001c076eac65ca83a0bd1e04fcfd243f7e95fa4162c35154264b575fe8e8e4800fa8073ed8c18e39b545814779\
        8ca56f43367d095ff872bcc2ba1d02d3036c5601381bd687a262a3708c0e54623dfbf20b37a9533b977916820ce33c91\
        756e16324ed32ccfcba21aebc0f83738dd643360acf727465fd633b0a05bcf9727de19c18a11cdff06
        """

    private static func unhex(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap(ASCII.hexValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static let page = inJSON(value) + bytes(String(repeating: #"{"os":"iOS"},"#, count: 6))
    private static let compressed = [
        Request("gzip-ce", body: Encodings.gzip(page), type: jsonType, coding: "gzip"),
        Request("gzip-nohdr", body: Encodings.gzip(page), type: "application/octet-stream"),
        Request("zlib-ce", body: Encodings.zlib(page), type: jsonType, coding: "deflate"),
        Request("rawdeflate-ce", body: Encodings.rawDeflate(page), type: jsonType, coding: "deflate"),
        Request("br-ce", body: unhex(brotli), type: jsonType, coding: "br"),
        Request("zstd-ce", body: Encodings.zstd(page), type: jsonType, coding: "zstd"),
        Request("gzip-gzip", body: Encodings.gzip(Encodings.gzip(page)), type: jsonType, coding: "gzip, gzip"),
        Request(
            "gzip-form-b64",
            body: Encodings.gzip(bytes("data=") + PercentCoding.encoded(Encodings.base64(page))), type: formType,
            coding: "gzip"),
    ]

    private static let message = Encodings.protobuf(bytes("iOS 17"), field: 1) + [0x10, 0x96, 0x01]
    private static let protobufType = "application/x-protobuf"
    private static let binary = [
        Request("pb-string", body: message + Encodings.protobuf(value), type: protobufType),
        Request(
            "pb-nested-raw16", body: message + Encodings.protobuf(message + Encodings.protobuf(raw, field: 2)),
            type: protobufType),
        Request(
            "pb-gzip-b64", body: message + Encodings.protobuf(Encodings.base64(Encodings.gzip(page))),
            type: protobufType),
        Request(
            "grpc-frame-gzip",
            body: Encodings.grpc(Encodings.gzip(message + Encodings.protobuf(value)), isCompressed: true),
            type: "application/grpc"),
        Request("cbor", body: [0xA1, 0x62] + bytes("id") + [0x78, 36] + value, type: "application/cbor"),
        Request("msgpack-raw16", body: [0x81, 0xA2] + bytes("id") + [0xC4, 16] + raw, type: "application/msgpack"),
        Request("utf16le", body: Encodings.utf16(inJSON(value)), type: "text/plain; charset=utf-16le"),
        Request(
            "html-entity", body: bytes("<p id=\"") + Encodings.references(value) + bytes("\">"), type: "text/html"),
        Request("xml-attr", body: bytes("<user id=\"") + value + bytes("\"/>"), type: "text/xml"),
    ]

    private static let places = [
        Request("query-value", query: value),
        Request("query-key", target: "/px?\(text)=1"), Request("path", target: "/v1/\(text)/px"),
        Request("path-matrix", target: "/v1/px;uid=\(text);t=1/x"),
        Request("host-label", host: "\(String(decoding: digits, as: UTF8.self)).\(Request.host)"),
        Request("host-label-uuid", host: "\(text).\(Request.host)"),
        Request("userinfo", target: "https://\(text):x@\(Request.host)/px"),
        Request("referer", field: "Referer", bytes("https://a.example/p?uid=\(text)")),
        Request("cookie", field: "Cookie", bytes("a=1; uid=\(text)")),
        Request("custom-header", field: "X-Device", value),
        Request("header-name", fields: [(bytes("X-\(text)"), bytes("1"))]),
        Request("ua", field: "User-Agent", bytes("App/1.0 (\(text))")),
        Request("etag", field: "If-None-Match", bytes("\"\(text)\"")),
        Request("auth-basic", field: "Authorization", bytes("Basic ") + Encodings.base64(value + bytes(":pw"))),
        Request("auth-bearer-jwt", field: "Authorization", bytes("Bearer ") + Encodings.jwt(inJSON(value))),
        Request("cookie-b64json", field: "Cookie", bytes("s=") + Encodings.base64(inJSON(value))),
        Request("referer-nested", field: "Referer", bytes("https://a.example/p?u=") + nested(1)),
        Request("multipart-filename", body: part(bytes("data"), file: value + bytes(".jpg")), type: multipartType),
        Request("method-ext", method: bytes("X") + digits),
    ]
}
