import CZlib

/// Writes content in a coding: gzip and deflate by zlib, brotli and zstd in blocks that hold the bytes as they are.
package enum ContentEncoder {
    /// Bytes of one block, within what brotli and zstd allow.
    private static let blockSize = 0xFFFF
    private static let chunkSize = 64 << 10

    /// The bytes in this coding; nil for one that is not known.
    /// - Parameter model: content in the same coding; deflate has the wrapper of RFC 1950 where that has it.
    package static func encoded(_ bytes: [UInt8], as coding: ContentCodingName, like model: [UInt8]) -> [UInt8]? {
        switch coding {
        case .gzip: deflated(bytes, windowBits: InflateStream.Wrapper.gzip.rawValue)
        case .deflate: deflated(bytes, windowBits: InflateStream.Wrapper.ofDeflate(model).rawValue)
        case .br: brotli(bytes)
        case .zstd: zstandard(bytes)
        case .identity: bytes
        case .other: nil
        }
    }

    /// - Parameters:
    ///   - windowBits: as zlib counts them, the wrapper with them.
    ///   - flush: `Z_FINISH` ends the stream, `Z_SYNC_FLUSH` a piece of it.
    static func deflated(
        _ bytes: [UInt8], windowBits: Int32, strategy: Int32 = Z_DEFAULT_STRATEGY, flush: Int32 = Z_FINISH
    ) -> [UInt8]? {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        // Memory level 8 is zlib's own default.
        guard
            deflateInit2_(
                stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, strategy, zlibVersion(),
                Int32(MemoryLayout<z_stream>.size)) == Z_OK, bytes.count <= Int(UInt32.max)
        else { return nil }
        defer { deflateEnd(stream) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        let isWhole = bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            while true {
                let outcome = chunk.withUnsafeMutableBufferPointer { output in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    return deflate(stream, flush)
                }
                result += chunk[..<(chunk.count - Int(stream.pointee.avail_out))]
                if outcome == Z_STREAM_END { return true }
                guard outcome == Z_OK else { return false }
                // A flush is done when it leaves room.
                if flush != Z_FINISH, stream.pointee.avail_out > 0 { return true }
            }
        }
        return isWhole ? result : nil
    }

    private static func blocks(_ bytes: [UInt8], _ take: (ArraySlice<UInt8>, _ isLast: Bool) -> Void) {
        var start = 0
        repeat {
            let end = min(bytes.count, start + blockSize)
            take(bytes[start..<end], end == bytes.count)
            start = end
        } while start < bytes.count
    }

    /// RFC 7932 §9.2: a window of 16 bits stands in the first bit, then blocks of four-nibble lengths.
    private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isFirst = true
        if !bytes.isEmpty {
            blocks(bytes) { block, _ in
                // ISLAST 0, MNIBBLES 0, MLEN - 1, ISUNCOMPRESSED 1.
                let head = UInt32(block.count - 1) << 3 | 1 << 19
                result += little(isFirst ? head << 1 : head) + block
                isFirst = false
            }
        }
        return result + [isFirst ? 0x06 : 0x03]
    }

    /// RFC 8878 §3.1.1: no checksum, no content size, a window of 128 KiB.
    private static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 7 << 3]
        blocks(bytes) { block, isLast in
            result += little(UInt32(block.count) << 3 | (isLast ? 1 : 0)) + block
        }
        return result
    }

    /// Three bytes.
    private static func little(_ value: UInt32) -> [UInt8] {
        (0..<3).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
}
