/// A decoder of one coding, fed piece by piece.
protocol CodingStream: ~Copyable {
    /// Takes what it can of `input` and gives what it can into `output`, which is never empty.
    mutating func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer) -> CodingStep

    /// After the end: makes ready for another member or frame, or returns false if the coding has none such.
    mutating func restart(at rest: ArraySlice<UInt8>) -> Bool
}

struct CodingStep {
    enum Outcome {
        case goesOn
        case ends
        case fails(ContentCodingError.Cause, detail: String)
    }

    let consumed: Int
    let produced: Int
    let outcome: Outcome
}
