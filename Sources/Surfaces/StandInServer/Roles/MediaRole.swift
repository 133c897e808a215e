internal import HTTPModel

/// Files: movies whose name tells their length (`…-12s.mp4`), pictures and pages. Ranges are answered, as players ask.
struct MediaRole: Sendable {
    /// With `stalling`, the first three fifths of a movie and nothing of the rest.
    func answer(_ request: StandInRequest, stalling: Bool = false) -> StandInAnswer {
        guard request.method == "GET" || request.method == "HEAD" else { return StandInAnswer(status: 405) }
        let path = request.path
        if path.hasSuffix(".mp4") { return movie(path, range: request.field("range"), stalling) }
        if path.hasSuffix(".gif") { return StandInAnswer.pixel }
        if path.hasSuffix(".html") {
            return .text("<!doctype html><title>creative</title><p>320 x 50</p>\n", type: "text/html; charset=utf-8")
        }
        return .notFound("no such file: \(path)")
    }

    private func movie(_ path: String, range: [UInt8]?, _ stalling: Bool) -> StandInAnswer {
        let bytes = MovieFile.bytes(seconds: seconds(inNameOf: path))
        let common = [("Content-Type", "video/mp4"), ("Accept-Ranges", "bytes")]
        guard let range else { return StandInAnswer(status: 200, common, body: bytes) }
        guard var wanted = byteRange(range, of: bytes.count) else {
            return StandInAnswer(status: 416, [("Content-Range", "bytes */\(bytes.count)")])
        }
        if stalling {
            let end = bytes.count / 5 * 3
            guard wanted.lowerBound < end else { return .text("busy\n", type: "text/plain", status: 503) }
            wanted = wanted.clamped(to: 0..<end)
        }
        let place = "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(bytes.count)"
        return StandInAnswer(status: 206, common + [("Content-Range", place)], body: Array(bytes[wanted]))
    }

    private func seconds(inNameOf path: String) -> Int {
        let digits = path.utf8.dropLast(5).reversed().prefix(while: ASCII.isDigit).reversed()
        return Int(String(decoding: Array(digits), as: UTF8.self)) ?? 10
    }

    /// One range of the form `bytes=a-b`, `bytes=a-` or `bytes=-n` (RFC 9110 §14.1.2), cut to the file.
    private func byteRange(_ value: [UInt8], of size: Int) -> Range<Int>? {
        guard value.starts(with: "bytes=".utf8) else { return nil }
        let ends = value.dropFirst(6).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { $0.isEmpty ? nil : Int(String(decoding: $0, as: UTF8.self)) }
        guard ends.count == 2 else { return nil }
        switch (ends[0], ends[1]) {
        case (let first?, let last?): return first < size && last >= first ? first..<min(last, size - 1) + 1 : nil
        case (let first?, nil): return first < size ? first..<size : nil
        case (nil, let count?): return count > 0 ? max(0, size - count)..<size : nil
        case (nil, nil): return nil
        }
    }
}
