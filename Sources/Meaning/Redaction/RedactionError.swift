/// Why no tape was made. Nothing of it may be written.
package enum RedactionError: Error, Sendable, Hashable {
    /// A content is not at hand, so nobody knows what stands in it.
    case absentContent(exchange: Int, part: String)
    /// What passed in a WebSocket connection cannot be inflated, so nobody knows what stands in it.
    case unreadableMessage(exchange: Int, message: String, why: String)
    /// A head with fakes in it is no head any more.
    case brokenHead(exchange: Int, part: String)
    /// No fake of the same format is left.
    case noFake(value: String)
    /// No move keeps the places of the tape on the globe and apart.
    case noShift
    /// More values than are looked for.
    case tooManyValues(limit: Int)
    case tooManyPlaces(limit: Int)
    /// The first proof: a replaced value is still there.
    case valueLeft(value: String, path: String, exchange: Int, part: String)
    /// The second proof: a finding that only one of the tapes has.
    case findingDiffers(code: String, exchange: Int, isLost: Bool)
    /// The second proof: a rule's verdict.
    case verdictDiffers(code: String, before: String, after: String)

    /// One sentence without personal values.
    package var text: String {
        switch self {
        case .absentContent(let exchange, let part): "the content of #\(exchange) (\(part)) is not at hand"
        case .unreadableMessage(let exchange, let message, let why):
            "\(message) of #\(exchange) cannot be read: \(why)"
        case .brokenHead(let exchange, let part): "the \(part) of #\(exchange) cannot be written with fakes"
        case .noFake(let value): "there is no other value of the format of \(value)"
        case .noShift: "the places of the tape cannot be moved together"
        case .tooManyValues(let limit): "the tape has more than \(limit) values"
        case .tooManyPlaces(let limit): "the tape has more than \(limit) places on Earth"
        case .valueLeft(let value, let path, let exchange, let part):
            "\(value) is left in #\(exchange), \(part), as \(path)"
        case .findingDiffers(let code, let exchange, let isLost):
            "\(code) at #\(exchange) \(isLost ? "would be lost" : "would be new")"
        case .verdictDiffers(let code, let before, let after): "\(code) would say \(after) instead of \(before)"
        }
    }
}
