import CassetteFormat
import HTTPModel
import TestMaterial

/// Journals as seeds, and changed ones made readable again.
enum Journals {
    /// A journal with the exchanges of a cassette.
    static func of(_ cassette: [UInt8], longest: Int) -> [[UInt8]] {
        cassette.withUnsafeBytes { bytes -> [[UInt8]] in
            guard let reader = try? CassetteReader(bytes), let header = reader.header else { return [] }
            let buffer = FrameBuffer()
            var encoder = JournalEncoder()
            encoder.frame(.tapeOpen, at: 0, payload: header.journalPayload(process: 1), to: buffer)
            while buffer.count < longest, let item = (try? reader.next()) ?? nil {
                switch item {
                case .client(let facts):
                    encoder.frame(
                        .clientOpen, connection: facts.id, at: facts.opened, payload: facts.journalOpenPayload,
                        to: buffer)
                case .upstream(let facts):
                    encoder.frame(
                        .upstreamOpen, connection: facts.id, at: facts.opened, payload: facts.journalPayload, to: buffer
                    )
                case .mark(let mark):
                    encoder.frame(
                        .mark, at: mark.time, payload: Mark.journalPayload(key: mark.key, value: mark.value), to: buffer
                    )
                case .gap(let gap):
                    encoder.frame(.gap, at: gap.end, payload: gap.journalPayload, to: buffer)
                case .exchange(let exchange): add(exchange, &encoder, buffer)
                case .header, .note, .losses: break
                }
            }
            encoder.frame(.tapeClose, at: 9, to: buffer)
            return buffer.count <= longest ? [Array(buffer.bytes)] : []
        }
    }

    private static func add(_ exchange: Exchange, _ encoder: inout JournalEncoder, _ buffer: FrameBuffer) {
        var counts = ExchangeCounts()
        exchange.request.headBytes.withUnsafeBytes {
            encoder.requestHead(
                exchange: exchange.number, connection: exchange.connection, ingress: exchange.ingress,
                origin: exchange.origin, head: $0, at: exchange.start, to: buffer)
        }
        exchange.request.body.payload.withUnsafeBytes {
            encoder.data(.requestData, exchange: exchange.number, $0, at: exchange.start, to: buffer)
        }
        counts.requestBytes = UInt64(exchange.request.body.payload.count)
        if let response = exchange.response {
            response.head.bytes.withUnsafeBytes {
                encoder.responseHead(
                    exchange: exchange.number, upstream: exchange.upstream, head: $0, at: response.time, to: buffer)
            }
            response.body.payload.withUnsafeBytes {
                encoder.data(.responseData, exchange: exchange.number, $0, at: response.time, to: buffer)
            }
            counts.responses = 1
            counts.responseBytes = UInt64(response.body.payload.count)
        }
        encoder.end(exchange: exchange.number, exchange.end, counts: counts, at: exchange.endTime, to: buffer)
    }

    /// Lengths that reach past the end, checksums and sequence numbers are put right.
    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var place = 0
        var sequence: UInt32 = 0
        while place + 32 <= bytes.count {
            guard bytes[place] == 0xF1, bytes[place + 1] == 0x7A else {
                place += 1
                continue
            }
            let stated = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
            let size = min(stated, bytes.count - place - 32)
            var frame = Array(bytes[place..<place + 28 + size])
            for index in 0..<4 {
                frame[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * index))
                frame[8 + index] = UInt8(truncatingIfNeeded: sequence >> UInt32(8 * index))
            }
            let checksum = frame.withUnsafeBytes { CRC32C.checksum($0) }
            result += frame + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
            sequence &+= 1
            place += 32 + size
        }
        return result + bytes[min(place, bytes.count)...]
    }
}

/// Cassettes that were changed, made readable again.
enum CassetteMending {
    /// Checksum lines, the end line, and the sizes and digests of inline bodies are put right.
    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
        for index in lines.indices where lines[index].first == UInt8(ascii: "=") {
            lines[index] = bodyLine(
                lines[index], content: lines[(index + 1)...].prefix { $0.first == UInt8(ascii: "|") })
        }
        var result: [UInt8] = []
        var start = 0
        for (index, line) in lines.enumerated() {
            if line.first == UInt8(ascii: "."), index < lines.count - 1 {
                result += Array(". \(hexadecimal(result[start...]))\n".utf8)
                start = result.count
            } else if line.starts(with: "end ".utf8), index < lines.count - 1 {
                let number = line.dropFirst(4).prefix { $0 != 0x20 }
                result += Array("end ".utf8) + number + [0x20]
                result += Array("\(hexadecimal(result[start...]))\n".utf8)
            } else {
                result += line + (index < lines.count - 1 ? [10] : [])
            }
        }
        return result
    }

    private static func bodyLine(_ line: [UInt8], content lines: ArraySlice<[UInt8]>) -> [UInt8] {
        var words = line.split(separator: 0x20, omittingEmptySubsequences: false).map { Array($0) }
        guard !lines.isEmpty, let digest = words.firstIndex(where: { $0.starts(with: "sha256:".utf8) }), digest > 0
        else { return line }
        let content = Array(lines.map { $0.dropFirst() }.joined(separator: [10]))
        words[digest] = Array("sha256:\(TapedBody.digest(of: content))".utf8)
        words[digest - 1] = Array("\(content.count)".utf8)
        return Array(words.joined(separator: [0x20]))
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(Array(bytes).withUnsafeBytes { CRC32C.checksum($0) }, radix: 16)
        return String(repeating: "0", count: 8 - text.count) + text
    }
}

/// The HAR texts among the bad inputs.
enum HARTexts {
    static var badInputs: [[UInt8]] {
        BadInput.objects(of: "cassette.json").compactMap { item in
            ((item["op"] as? [String: Any])?["text"] as? String).map { Array($0.utf8) }
        }
    }
}
