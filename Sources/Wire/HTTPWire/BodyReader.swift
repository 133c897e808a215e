import HTTPModel

/// Reads a body of known framing as it comes, and knows its last byte.
///
/// The bytes are the wire's: of a chunked body, sizes, extensions and trailers included. `payload` tells where the
/// content stands in what was given.
package struct BodyReader: Sendable {
    private enum State: Sendable {
        case ended
        case length(Int)
        case untilClose
        case chunked
    }

    /// What one call took.
    package struct Taken: Equatable, Sendable {
        /// Bytes of the buffer that belong to this body.
        package let count: Int
        package let isEnd: Bool
    }

    private var state: State
    private var chunks: ChunkMachine

    package init(_ framing: BodyFraming, limits: WireLimits = WireLimits()) {
        chunks = ChunkMachine(limits: limits)
        switch framing {
        case .none: state = .ended
        case .length(let count): state = count == 0 ? .ended : .length(count)
        case .chunked: state = .chunked
        case .untilClose: state = .untilClose
        }
    }

    package var isAtEnd: Bool {
        if case .ended = state { return true }
        return false
    }

    /// Takes what belongs to the body from the start of `buffer`; the rest is the next message's.
    ///
    /// - Parameter payload: called for each range of `buffer` that is content.
    package mutating func read(
        _ buffer: UnsafeBufferPointer<UInt8>, payload: (Range<Int>) -> Void = { _ in }
    ) throws(WireFault) -> Taken {
        switch state {
        case .ended:
            return Taken(count: 0, isEnd: true)
        case .untilClose:
            if !buffer.isEmpty { payload(0..<buffer.count) }
            return Taken(count: buffer.count, isEnd: false)
        case .length(let left):
            let count = min(left, buffer.count)
            if count > 0 { payload(0..<count) }
            state = count == left ? .ended : .length(left - count)
            return Taken(count: count, isEnd: count == left)
        case .chunked:
            let count = try chunks.read(buffer, payload: payload)
            if chunks.isAtEnd { state = .ended }
            return Taken(count: count, isEnd: chunks.isAtEnd)
        }
    }

    /// The connection ended. Returns nil when the body is whole, else what was missing.
    package func missingAtClose() -> Missing? {
        switch state {
        case .ended, .untilClose: nil
        case .length(let left): .bytes(left)
        case .chunked: .lastChunk
        }
    }

    package enum Missing: Equatable, Sendable {
        case bytes(Int)
        case lastChunk
    }

    /// The trailer section as received, with its final empty line; empty for other framings.
    package var trailerBytes: [UInt8] { chunks.trailer }
}
