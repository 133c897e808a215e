import CBrotli

/// br.
struct BrotliStream: CodingStream, ~Copyable {
    private let state: OpaquePointer

    init?() {
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        self.state = state
    }

    deinit { BrotliDecoderDestroyInstance(state) }

    mutating func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer) -> CodingStep {
        var inputCount = input.count
        var outputCount = output.count
        var nextInput = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var nextOutput = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let result = BrotliDecoderDecompressStream(
            state, &inputCount, &nextInput, &outputCount, &nextOutput, nil)
        let outcome: CodingStep.Outcome
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS: outcome = .ends
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT, BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: outcome = .goesOn
        default:
            let code = BrotliDecoderGetErrorCode(state)
            outcome = .fails(.corrupt, detail: BrotliDecoderErrorString(code).map { String(cString: $0) } ?? "")
        }
        return CodingStep(consumed: input.count - inputCount, produced: output.count - outputCount, outcome: outcome)
    }

    mutating func restart(at rest: ArraySlice<UInt8>) -> Bool { false }
}
