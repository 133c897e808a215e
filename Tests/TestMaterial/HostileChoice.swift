/// What is done where a bad input leaves the choice (decision 0025).
package enum HostileChoice: Equatable, Sendable {
    /// So many requests go on.
    case pass(Int)
    /// Refused with this status.
    case refuse(Int)

    /// By the id of the request.
    package static let requests: [String: HostileChoice] = [
        "req-te-underscore": .pass(1),  // Another field by name; it passes as any unknown field does.
        "req-cl-twice-same": .refuse(400),  // Merging would change the message, passing it on would leave two readings.
        "req-cl-list-same": .refuse(400),  // As above.
        "req-chunk-trailer-framing": .refuse(400),  // Dropping trailer fields would change the body's bytes.
        "req-chunk-trailer-looks-like-request": .pass(1),  // It is one valid field.
        "req-version-1-2": .refuse(505),  // What such a peer may send more is not known.
        "req-method-lowercase": .pass(1),  // Methods are case-sensitive tokens; an unknown one is the origin's matter.
        "req-target-9000": .pass(1),  // Ad tags are long.
        "req-target-backslash": .pass(1),  // In a path it is one opaque byte more.
        "req-target-https-absolute-plain": .pass(1),  // It is asked over TLS.
        "req-conn-nominates-host": .refuse(400),  // No honest client takes Host or the framing out of its own message.
        "req-conn-nominates-length": .refuse(400),  // As above.
        "req-expect-twice": .refuse(417),  // Two expectations are not the one that is known.
        "req-trace-max-forwards-0": .refuse(501),  // The proxy does not answer TRACE for anyone.
        // Via is not ours to judge by: fita adds none, and a request to itself ends at its pages.
        "req-via-loop": .pass(1),
        "req-xff-100k": .pass(1),  // Under the limits.
    ]

    /// Byte-exactness decides where the file has another wish: both ends must read these messages the same way as they
    /// are, so they pass as they came. The first is to be refused, the others accepted and rewritten.
    package static let passesAsItCame: Set<String> = [
        "req-target-high-bytes",  // Raw UTF-8 in a target: ad tags send it, and an opaque byte has one reading.
        "req-chunk-ext-plain",  // A chunk extension within its limit has no meaning to the message.
        "req-cl-leading-zeros",  // 0010 is ten to every reader that keeps to the grammar (RFC 9110 §8.6: 1*DIGIT).
    ]
}
