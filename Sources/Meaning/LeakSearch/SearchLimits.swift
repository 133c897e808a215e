/// How far a surface is searched. What lies beyond is told as a ``SearchGap``.
package struct SearchLimits: Sendable, Equatable {
    /// Layers undone one over the other.
    package var depth: Int
    /// Decoded pieces of one surface, and one more for each ``bytesPerNode`` of it: long pages have many words that
    /// could be base64.
    package var nodeCount: Int
    /// Bytes of one decoded piece.
    package var nodeBytes: Int
    /// Bytes of all decoded pieces of one surface.
    package var totalBytes: Int
    /// Appearances told of one surface.
    package var appearanceCount: Int
    /// Values looked for in every form.
    package var fullValueCount: Int
    /// Values looked for at all.
    package var valueCount: Int

    package init(
        depth: Int = 6, nodeCount: Int = 2_000, nodeBytes: Int = 4 << 20, totalBytes: Int = 32 << 20,
        appearanceCount: Int = 256, fullValueCount: Int = 24, valueCount: Int = 512
    ) {
        self.depth = depth
        self.nodeCount = nodeCount
        self.nodeBytes = nodeBytes
        self.totalBytes = totalBytes
        self.appearanceCount = appearanceCount
        self.fullValueCount = fullValueCount
        self.valueCount = valueCount
    }

    package static let bytesPerNode = 64

    package static let standard = SearchLimits()
}

/// Something of a surface, or of the values, that was not searched.
package enum SearchGap: Sendable, Hashable {
    /// Pieces lie deeper than the limit.
    case tooDeep(limit: Int)
    case tooManyPieces(limit: Int)
    /// A piece decodes to more than the limit; what it gave up to there was searched.
    case pieceTooLong(limit: Int)
    case tooManyBytes(limit: Int)
    case tooManyAppearances(limit: Int)
    /// Values beyond the limit, the last learned: not looked for at all.
    case tooManyValues(limit: Int)
    /// The message's own coding could not be undone; what came out before the fault was searched.
    case unreadable(coding: String, why: String)
    /// The content is not on the tape.
    case absentContent
    /// Bytes passed that are not searched.
    case passedUnread(String)

    package var text: String {
        switch self {
        case .tooDeep(let limit): "more than \(limit) layers lie one over the other"
        case .tooManyPieces(let limit): "more than \(limit) pieces could be decoded"
        case .pieceTooLong(let limit): "a piece decodes to more than \(limit) bytes"
        case .tooManyBytes(let limit): "the pieces decode to more than \(limit) bytes together"
        case .tooManyAppearances(let limit): "values stand there more than \(limit) times"
        case .tooManyValues(let limit): "more than \(limit) values are known"
        case .unreadable(let coding, let why): "\(coding) cannot be undone: \(why)"
        case .absentContent: "the content is not on the tape"
        case .passedUnread(let what): what
        }
    }
}
