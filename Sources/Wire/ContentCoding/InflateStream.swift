import CZlib

/// gzip, or deflate with or without the wrapper of RFC 1950.
struct InflateStream: CodingStream, ~Copyable {
    enum Wrapper: Int32 {
        case gzip = 31
        case zlib = 15
        case none = -15
    }

    /// On the heap: zlib keeps a pointer back to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private let wrapper: Wrapper

    init?(_ wrapper: Wrapper) {
        self.wrapper = wrapper
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard fita_inflate_init(stream, wrapper.rawValue) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    mutating func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer) -> CodingStep {
        let offered = UInt32(clamping: input.count)
        // zlib never writes through `next_in`; only old compilers made it mutable.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = offered
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: output.count)
        let result = inflate(stream, Z_NO_FLUSH)
        return CodingStep(
            consumed: Int(offered - stream.pointee.avail_in), produced: output.count - Int(stream.pointee.avail_out),
            outcome: outcome(result))
    }

    private func outcome(_ result: Int32) -> CodingStep.Outcome {
        let detail = stream.pointee.msg.map { String(cString: $0) } ?? ""
        switch result {
        // Z_BUF_ERROR: nothing to take or no room to give; the driver sees which.
        case Z_OK, Z_BUF_ERROR: return .goesOn
        case Z_STREAM_END: return .ends
        case Z_NEED_DICT: return .fails(.dictionaryNeeded, detail: detail)
        case Z_MEM_ERROR: return .fails(.memory, detail: detail)
        default:
            let isCheck = detail == "incorrect data check" || detail == "incorrect length check"
            return .fails(isCheck ? .checksum : .corrupt, detail: detail)
        }
    }

    mutating func restart(at rest: ArraySlice<UInt8>) -> Bool {
        guard wrapper == .gzip, rest.prefix(2).elementsEqual([0x1F, 0x8B].prefix(rest.count)) else { return false }
        return inflateReset(stream) == Z_OK
    }
}

extension InflateStream.Wrapper {
    /// Whether content named deflate has the wrapper it should have. A raw stream that looks wrapped would begin with a
    /// stored block whose padding is not zero, which no encoder writes.
    static func ofDeflate(_ bytes: [UInt8]) -> InflateStream.Wrapper {
        guard bytes.count >= 2, bytes[0] & 0x0F == 8 else { return .none }
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 ? .zlib : .none
    }
}
