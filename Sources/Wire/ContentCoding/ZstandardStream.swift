import CZstd

/// zstd; frames may follow one another (RFC 8878 §3.1).
struct ZstandardStream: CodingStream, ~Copyable {
    private let context: OpaquePointer
    private let windowLog: Int

    init?(windowLog: Int) {
        guard let context = ZSTD_createDCtx() else { return nil }
        self.context = context
        self.windowLog = windowLog
        let result = ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(clamping: windowLog))
        precondition(ZSTD_isError(result) == 0, "libzstd takes window logarithms from 10 to 31")
    }

    deinit { ZSTD_freeDCtx(context) }

    mutating func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer) -> CodingStep {
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(context, &target, &source)
        let outcome: CodingStep.Outcome
        if ZSTD_isError(result) != 0 {
            outcome = .fails(cause(ZSTD_getErrorCode(result)), detail: String(cString: ZSTD_getErrorName(result)))
        } else {
            outcome = result == 0 ? .ends : .goesOn
        }
        return CodingStep(consumed: source.pos, produced: target.pos, outcome: outcome)
    }

    private func cause(_ code: ZSTD_ErrorCode) -> ContentCodingError.Cause {
        switch code {
        case ZSTD_error_frameParameter_windowTooLarge: .windowTooLarge(limitLog: windowLog)
        case ZSTD_error_checksum_wrong: .checksum
        case ZSTD_error_dictionary_wrong: .dictionaryNeeded
        case ZSTD_error_memory_allocation: .memory
        default: .corrupt
        }
    }

    mutating func restart(at rest: ArraySlice<UInt8>) -> Bool {
        let head = Array(rest.prefix(4))
        let isFrame = head.elementsEqual([0x28, 0xB5, 0x2F, 0xFD].prefix(head.count))
        // The low four bits of a skippable frame's magic number are free (RFC 8878 §3.1.2).
        let isSkippable =
            head.first.map { $0 & 0xF0 == 0x50 } == true
            && head.dropFirst().elementsEqual([0x2A, 0x4D, 0x18].prefix(max(head.count - 1, 0)))
        return isFrame || isSkippable
    }
}
