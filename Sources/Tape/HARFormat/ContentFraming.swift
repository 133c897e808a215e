import CassetteFormat
import HTTPModel

/// Makes a body of told content, and makes the head's framing fields fit it.
enum ContentFraming {
    static func request(
        _ content: ToldContent, _ fields: inout FieldList, _ remarks: inout EntryRemarks
    ) -> TapedBody {
        switch content {
        case .missing(let size):
            return missing(size, framing: framingOfMissing(fields))
        case .bytes(let bytes):
            if bytes.isEmpty, !fields.isChunked {
                if fields.contains("content-length") { fit(bytes.count, &fields, &remarks) }
                return .none
            }
            removeCoding(bytes, &fields, &remarks)
            return whole(bytes, mustHaveLength: true, &fields, &remarks)
        }
    }

    static func response(
        _ content: ToldContent, hasContent: Bool, _ fields: inout FieldList, _ remarks: inout EntryRemarks
    ) -> TapedBody {
        // The fields of HEAD and 304 speak of content that is not there (RFC 9110 §8.6).
        guard hasContent else { return .none }
        switch content {
        case .missing(let size):
            return missing(size, framing: framingOfMissing(fields))
        case .bytes(let bytes):
            removeCoding(bytes, &fields, &remarks)
            return whole(bytes, mustHaveLength: false, &fields, &remarks)
        }
    }

    private static func whole(
        _ bytes: [UInt8], mustHaveLength: Bool, _ fields: inout FieldList, _ remarks: inout EntryRemarks
    ) -> TapedBody {
        if fields.isChunked {
            if fields.contains("content-length") {
                remarks.add(.lengthMade, "it stood beside Transfer-Encoding")
                fields.remove("content-length")
            }
            let layout = oneChunk(bytes.count)
            let framingSize = layout.chunks.reduce(2) { $0 + $1.line.count + ($1.size > 0 ? 4 : 2) }
            return body(bytes, .chunked(layout), wireSize: bytes.count + framingSize)
        }
        if fields.contains("transfer-encoding") {
            remarks.add(.transferCodingRemoved)
            fields.remove("transfer-encoding")
        }
        if fields.contains("content-length") {
            fit(bytes.count, &fields, &remarks)
        } else if mustHaveLength {
            remarks.add(.lengthMade)
            fields.append("Content-Length", Array(String(bytes.count).utf8))
        } else {
            return body(bytes, .untilClose, wireSize: bytes.count)
        }
        return body(bytes, .length, wireSize: bytes.count)
    }

    /// Leaves one Content-Length, and that the content's.
    private static func fit(_ count: Int, _ fields: inout FieldList, _ remarks: inout EntryRemarks) {
        if fields.contentLength == count, fields.count(of: "content-length") == 1 { return }
        let values = fields.lines.filter { $0.name.matches("content-length") }.map(\.value)
        remarks.add(.lengthMade, "it was " + values.map { String(display: $0.prefix(20)) }.joined(separator: ", "))
        fields.setOnly("content-length", Array(String(count).utf8))
    }

    /// HAR tells content without its coding (HAR 1.2, `content`); a field that speaks of one would be wrong then.
    private static func removeCoding(_ bytes: [UInt8], _ fields: inout FieldList, _ remarks: inout EntryRemarks) {
        guard let field = fields.first("content-encoding"), !bytes.isEmpty else { return }
        let coding = field.split(separator: UInt8(ascii: ",")).last?.trimmingOptionalWhiteSpace().map(ASCII.lowercased)
        guard let coding, !coding.isEqual(to: "identity"), !isCoded(bytes, coding) else { return }
        remarks.add(.codingRemoved, String(display: field.prefix(40)))
        fields.remove("content-encoding")
    }

    /// Whether the bytes begin as this coding does; brotli has no mark of its own.
    private static func isCoded(_ bytes: [UInt8], _ coding: [UInt8]) -> Bool {
        if coding.isEqual(to: "gzip") || coding.isEqual(to: "x-gzip") { return bytes.starts(with: [0x1F, 0x8B]) }
        if coding.isEqual(to: "zstd") { return bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) }
        guard coding.isEqual(to: "deflate"), bytes.count >= 2 else { return false }
        return bytes[0] & 15 == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    private static func oneChunk(_ size: Int) -> ChunkLayout {
        var chunks = size > 0 ? [ChunkLayout.Chunk(line: Array(String(size, radix: 16).utf8), size: size)] : []
        chunks.append(ChunkLayout.Chunk(line: [UInt8(ascii: "0")], size: 0))
        return ChunkLayout(chunks: chunks, trailer: [0x0D, 0x0A], cut: [])
    }

    private static func framingOfMissing(_ fields: FieldList) -> TapedFraming {
        if fields.isChunked { return .chunked(ChunkLayout(chunks: [], trailer: [], cut: [])) }
        return fields.contains("content-length") ? .length : .untilClose
    }

    /// Content that is somewhere else: whoever reads it sees that it was not observed. Where its size is not told it
    /// counts as one byte, as nothing would read as empty content.
    private static func missing(_ size: Int?, framing: TapedFraming) -> TapedBody {
        let size = max(1, size ?? 1)
        return TapedBody(
            framing: framing, payload: [], payloadSize: size, isExternal: true, digest: "", wireSize: size,
            arrivals: [])
    }

    private static func body(_ bytes: [UInt8], _ framing: TapedFraming, wireSize: Int) -> TapedBody {
        TapedBody(
            framing: framing, payload: bytes, payloadSize: bytes.count, isExternal: false,
            digest: TapedBody.digest(of: bytes), wireSize: wireSize, arrivals: [])
    }
}
