import HTTPModel

/// Tells the frames of the chunked coding (RFC 9112 §7.1) apart from their content, losing no byte of either.
///
/// Unlike the wire's reader it refuses nothing: from the first byte on that is not chunked coding, all is `cut`.
struct ChunkLayoutReader {
    private enum State {
        case line, data, dataEnd, trailer, ended, broken
    }

    private var state = State.line
    private var left = 0
    /// The bytes of the part that is being read: of a size line, of the CR LF after data, of the trailer section.
    private var part: [UInt8] = []
    private var trailerLineStart = 0
    private var chunks: [ChunkLayout.Chunk] = []
    private var trailer: [UInt8] = []

    /// The layout of what has been read so far, taken for the whole body.
    var layout: ChunkLayout {
        // After a chunk that is not followed by another, its CR LF is a part of the cut.
        var cut = part
        if state == .line, !chunks.isEmpty { cut = [0x0D, 0x0A] + part }
        return ChunkLayout(chunks: chunks, trailer: trailer, cut: cut)
    }

    /// - Parameter content: called with each piece that is content.
    mutating func read(_ bytes: UnsafeRawBufferPointer, content: (UnsafeRawBufferPointer) -> Void) {
        var index = 0
        while index < bytes.count {
            if state == .data {
                let count = min(left, bytes.count - index)
                content(UnsafeRawBufferPointer(rebasing: bytes[index..<index + count]))
                index += count
                left -= count
                if left == 0 { state = .dataEnd }
            } else if state == .broken || state == .ended {
                part.append(contentsOf: bytes[index...])
                return
            } else {
                step(bytes[index])
                index += 1
            }
        }
    }

    private mutating func step(_ byte: UInt8) {
        part.append(byte)
        switch state {
        case .line:
            if part.suffix(2).elementsEqual([0x0D, 0x0A]) { endLine() }
        case .dataEnd:
            if part == [0x0D, 0x0A] {
                part = []
                state = .line
            } else if part != [0x0D] {
                state = .broken
            }
        case .trailer:
            guard part.suffix(2).elementsEqual([0x0D, 0x0A]) else { return }
            if part.count - trailerLineStart == 2 {
                trailer = part
                part = []
                state = .ended
            }
            trailerLineStart = part.count
        case .data, .broken, .ended: break
        }
    }

    private mutating func endLine() {
        guard let size = ChunkLayout.size(of: part[..<(part.count - 2)]) else {
            // What has been a whole chunk's end belongs to the cut as well.
            if !chunks.isEmpty { part = [0x0D, 0x0A] + part }
            state = .broken
            return
        }
        chunks.append(ChunkLayout.Chunk(line: Array(part.dropLast(2)), size: size))
        part = []
        left = size
        state = size == 0 ? .trailer : .data
    }
}

extension ChunkLayout {
    /// The size that a chunk-size line states; nil when it states none.
    static func size(of line: ArraySlice<UInt8>) -> Int? {
        var size = 0
        var digits = 0
        for byte in line {
            guard let value = ASCII.hexValue(byte) else { break }
            guard size < 1 << 58 else { return nil }
            size = size << 4 | Int(value)
            digits += 1
        }
        return digits == 0 ? nil : size
    }

    /// Bytes of the wire's form of a body with so much content.
    package func wireSize(payloadSize: Int) -> Int {
        var size = trailer.count + cut.count
        var left = payloadSize
        for (index, chunk) in chunks.enumerated() {
            let data = min(chunk.size, left)
            left -= data
            size += chunk.line.count + 2 + data
            if index + 1 < chunks.count { size += 2 }
        }
        return size
    }

    /// The bytes that were on the wire, from the content and this layout.
    package func wireBytes(_ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(wireSize(payloadSize: payload.count))
        var position = 0
        for (index, chunk) in chunks.enumerated() {
            bytes += chunk.line
            bytes += [0x0D, 0x0A]
            let end = min(payload.count, position + chunk.size)
            bytes += payload[position..<end]
            position = end
            if index + 1 < chunks.count { bytes += [0x0D, 0x0A] }
        }
        return bytes + trailer + cut
    }
}

extension TapedBody {
    /// The bytes that were on the wire after the head; the content must be loaded.
    package var wireBytes: [UInt8] {
        if case .chunked(let layout) = framing { layout.wireBytes(payload) } else { payload }
    }
}
