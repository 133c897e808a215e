import HTTPModel

/// A recorded request that is like the one asked.
package struct NearRequest: Sendable {
    package let number: Int
    package let request: ComparableRequest
    package let difference: RequestDifference
    package let isPlayed: Bool
}

/// Why a request has no answer on the tape.
package struct ReplayMiss: Sendable {
    /// Recorded requests looked at for the nearest one.
    package static let candidateLimit = 1_000

    package let request: ComparableRequest
    /// Set when the very request is on the tape, but all its answers were given already: their numbers.
    package let exhausted: [Int]
    package let nearest: [NearRequest]
    /// Set when the very request is on the tape, but the client could not take its answer.
    package var unfit: UnfitAnswer?

    /// For the answer to the client, whose own bytes these are.
    package var explanation: String {
        var text = "No recorded answer is left for\n  \(request.line)\n"
        if !exhausted.isEmpty {
            let list = exhausted.prefix(8).map { "#\($0)" }.joined(separator: ", ")
            text += "The same request is on the tape as \(list), used \(exhausted.count) of \(exhausted.count) times.\n"
            text += "Record again with as many requests, or find out why the client asks more often now.\n"
            return text
        }
        if let unfit {
            text += "The same request is on the tape as #\(unfit.number), but \(unfit.why).\n"
            text += "Nothing was sent to a server. --on-miss origin would ask the real one.\n"
            return text
        }
        if nearest.isEmpty { text += "The tape holds no request at all.\n" }
        for near in nearest {
            text += "Nearest: #\(near.number) \(near.request.line)\(near.isPlayed ? " (already played)" : "")\n"
            for line in near.difference.lines(revealing: true) { text += "  \(line)\n" }
        }
        text += "Nothing was sent to a server. --on-miss origin would ask the real one.\n"
        return text
    }

    /// For the operator's terminal: names, no values.
    package var summary: String {
        var text = "miss: \(request.place)"
        if let unfit {
            text += ": recorded as #\(unfit.number), but \(unfit.why)"
        } else if let first = exhausted.first {
            text += ": recorded as #\(first), used \(exhausted.count) of \(exhausted.count)"
        } else if let near = nearest.first {
            text += ": nearest #\(near.number), " + near.difference.lines(revealing: false).joined(separator: "; ")
        }
        return SafeText.text(text)
    }
}

/// A recorded answer that a client could not take, and why.
package struct UnfitAnswer: Sendable {
    package let number: Int
    package let why: String
}
