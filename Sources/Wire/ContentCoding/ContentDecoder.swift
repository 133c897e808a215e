/// Undoes content codings.
package struct ContentDecoder: Sendable {
    package let limits: ContentCodingLimits

    private static let chunkSize = 64 << 10

    package init(limits: ContentCodingLimits = .standard) {
        self.limits = limits
    }

    /// Undoes the codings, given in the order they were applied (RFC 9110 §8.4).
    ///
    /// No bytes decode to no bytes: answers to HEAD and with 204 or 304 name a coding and carry no content.
    package func decode(
        _ bytes: [UInt8], codings: [ContentCodingName]
    ) throws(ContentCodingError) -> [UInt8] {
        let layers = codings.filter { $0 != .identity }
        guard let outermost = layers.last, !bytes.isEmpty else { return bytes }
        if layers.count > limits.layerCount {
            throw fault(outermost, .tooManyLayers(limit: limits.layerCount), at: 0)
        }
        var content = bytes
        for (index, coding) in layers.enumerated().reversed() {
            do {
                content = try undo(coding, of: content, received: bytes.count)
            } catch {
                var error = error
                if index > 0 { error.partial = [] }
                throw error
            }
        }
        return content
    }

    private func undo(
        _ coding: ContentCodingName, of content: [UInt8], received: Int
    ) throws(ContentCodingError) -> [UInt8] {
        switch coding {
        case .identity: return content
        case .gzip:
            if let stream = InflateStream(.gzip) { return try run(stream, coding, content, received) }
        case .deflate:
            if let stream = InflateStream(.ofDeflate(content)) { return try run(stream, coding, content, received) }
        case .br:
            if let stream = BrotliStream() { return try run(stream, coding, content, received) }
        case .zstd:
            if let stream = ZstandardStream(windowLog: limits.zstdWindowLog) {
                return try run(stream, coding, content, received)
            }
        case .other: throw fault(coding, .unsupported, at: 0)
        }
        throw fault(coding, .memory, at: 0)
    }

    private func run<Stream: CodingStream & ~Copyable>(
        _ stream: consuming Stream, _ coding: ContentCodingName, _ content: [UInt8], _ received: Int
    ) throws(ContentCodingError) -> [UInt8] {
        var stream = stream
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        var offset = 0
        while true {
            let step = content.withUnsafeBytes { input in
                chunk.withUnsafeMutableBytes { stream.step(.init(rebasing: input[offset...]), $0) }
            }
            offset += step.consumed
            let excess = excess(result.count + step.produced, received)
            // Never past the limit, so that the array is not grown for what will be refused.
            result += chunk[..<min(step.produced, limits.byteCount - result.count)]
            if let excess { throw fault(coding, excess, at: offset, partial: result) }
            switch step.outcome {
            case .goesOn:
                guard step.consumed == 0, step.produced == 0 else { continue }
                // Nothing moves any more: all input is taken, and there was room for output.
                throw fault(coding, .truncated, at: offset, partial: result)
            case .ends:
                if offset == content.count { return result }
                guard stream.restart(at: content[offset...]) else {
                    throw fault(coding, .trailingBytes, at: offset, partial: result)
                }
            case .fails(let cause, let detail):
                throw fault(coding, cause, at: offset, detail: detail, partial: result)
            }
        }
    }

    private func excess(_ count: Int, _ received: Int) -> ContentCodingError.Cause? {
        if count > limits.byteCount { return .tooLong(limit: limits.byteCount) }
        let (allowed, isPastAll) = received.multipliedReportingOverflow(by: limits.ratio)
        return count > limits.freeByteCount && !isPastAll && count > allowed ? .tooDense(ratio: limits.ratio) : nil
    }

    private func fault(
        _ coding: ContentCodingName, _ cause: ContentCodingError.Cause, at offset: Int, detail: String = "",
        partial: [UInt8] = []
    ) -> ContentCodingError {
        ContentCodingError(coding: coding, cause: cause, offset: offset, detail: detail, partial: partial)
    }
}
