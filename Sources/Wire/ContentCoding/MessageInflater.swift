/// Undoes permessage-deflate for one side of a WebSocket connection, message by message (RFC 7692 §7.2.2).
package struct MessageInflater: ~Copyable {
    /// What every message is sent without.
    static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
    private static let chunkSize = 64 << 10

    private let keepsContext: Bool
    private let limits: ContentCodingLimits
    private var stream: InflateStream?
    /// A message was left out or broken: later ones may point back to it.
    private var isBroken = false

    /// - Parameter keepsContext: messages may point back to earlier ones; false where no_context_takeover was agreed
    ///   on.
    package init(keepsContext: Bool, limits: ContentCodingLimits = .standard) {
        self.keepsContext = keepsContext
        self.limits = limits
    }

    /// A message passed that is not to be had.
    package mutating func skip() {
        stream = nil
        isBroken = keepsContext
    }

    /// - Parameter payload: of all the message's frames, joined.
    package mutating func message(_ payload: [UInt8]) throws(ContentCodingError) -> [UInt8] {
        guard !isBroken else { throw ContentCodingError(.dictionaryNeeded, at: 0) }
        do {
            let content = try inflate(payload + Self.tail)
            if !keepsContext { stream = nil }
            return content
        } catch {
            skip()
            throw error
        }
    }

    private mutating func inflate(_ input: [UInt8]) throws(ContentCodingError) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        var offset = 0
        while true {
            if stream == nil { stream = InflateStream(.none) }
            let step = input.withUnsafeBytes { input in
                chunk.withUnsafeMutableBytes { stream?.step(.init(rebasing: input[offset...]), $0) }
            }
            guard let step else { throw ContentCodingError(.memory, at: offset) }
            offset += step.consumed
            guard content.count + step.produced <= limits.byteCount else {
                throw ContentCodingError(.tooLong(limit: limits.byteCount), at: offset)
            }
            content += chunk[..<step.produced]
            switch step.outcome {
            case .goesOn where step.consumed == 0 && step.produced == 0:
                guard offset == input.count else { throw ContentCodingError(.corrupt, at: offset) }
                return content
            case .goesOn: continue
            // A block that says it is the last one; what follows it begins anew (§7.2.3.4).
            case .ends:
                stream = nil
                if offset == input.count { return content }
            case .fails(let cause, let detail): throw ContentCodingError(cause, at: offset, detail: detail)
            }
        }
    }
}

extension ContentCodingError {
    fileprivate init(_ cause: Cause, at offset: Int, detail: String = "") {
        self.init(coding: .deflate, cause: cause, offset: offset, detail: detail, partial: [])
    }
}
