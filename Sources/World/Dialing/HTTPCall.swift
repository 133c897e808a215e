/// A name and a value to be sent as one field line, as bytes.
package struct HTTPCallField: Hashable, Sendable {
    package let name: [UInt8]
    package let value: [UInt8]

    package init(name: [UInt8], value: [UInt8]) {
        self.name = name
        self.value = value
    }

    package init(_ name: String, _ value: String) {
        self.init(name: Array(name.utf8), value: Array(value.utf8))
    }
}

/// One request a client sends: only what is given here travels, besides `Host` and the body's length.
package struct HTTPCall: Hashable, Sendable {
    package var method: String
    /// An absolute http or https URL; its path is sent as it is, dot segments included.
    package var url: [UInt8]
    package var fields: [HTTPCallField]
    package var body: [UInt8]?

    package init(method: String = "GET", url: [UInt8], fields: [HTTPCallField] = [], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

/// The final answer to an ``HTTPCall``; redirects are answers like any other.
package struct HTTPReply: Hashable, Sendable {
    package let status: Int
    /// The final response head as received, with the empty line that ends it.
    package let head: [UInt8]
    /// The content with its transfer coding removed and its content coding kept.
    package let body: [UInt8]

    package init(status: Int, head: [UInt8], body: [UInt8]) {
        self.status = status
        self.head = head
        self.body = body
    }
}

/// Why a call got no answer.
package enum HTTPCallError: Error, Hashable, Sendable {
    /// libcurl is not on this machine, or does not start.
    case curlUnavailable(String)
    /// The call cannot be put on the wire: which part, and what is wrong with it.
    case invalidCall(part: String, why: String)
    /// The transfer ended early: what kind of failure, and libcurl's words for it.
    case failed(HTTPCallFailure, why: String)
}

/// The kinds of failed transfers a caller treats differently.
package enum HTTPCallFailure: Hashable, Sendable {
    case nameNotResolved, proxyNameNotResolved, notConnected, timedOut
    case handshakeFailed, certificateRefused, authorityFileUnreadable
    /// The peer closed or broke off before a whole answer.
    case answerIncomplete
    case answerNotHTTP
    /// The answer outgrew ``HTTPCallLimits``.
    case answerTooLarge
    case other(code: Int)
}

/// Bounds on what a call keeps in memory.
package struct HTTPCallLimits: Hashable, Sendable {
    package var headBytes = 256 << 10
    package var bodyBytes = 64 << 20
    package var urlBytes = 64 << 10

    package init() {}
}
