package import HTTPModel

/// What a replay compares of an exchange: the request.
package struct RecordedRequest: Sendable {
    /// The exchange's.
    package let number: Int
    package let origin: ServerOrigin
    package let ingress: Ingress
    /// The request got fita's own answer.
    package let isRefused: Bool
    /// Nil where the request was no HTTP.
    package let head: RequestHead?
    /// Without transfer framing.
    package let content: [UInt8]

    package init(
        number: Int, origin: ServerOrigin, ingress: Ingress, isRefused: Bool, head: RequestHead?, content: [UInt8]
    ) {
        self.number = number
        self.origin = origin
        self.ingress = ingress
        self.isRefused = isRefused
        self.head = head
        self.content = content
    }

    package init(_ exchange: Exchange) {
        let isRefused = if case .refused = exchange.end { true } else { false }
        self.init(
            number: exchange.number, origin: exchange.origin, ingress: exchange.ingress, isRefused: isRefused,
            head: exchange.request.head, content: exchange.request.body.payload)
    }
}
