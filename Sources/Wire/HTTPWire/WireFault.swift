/// Why bytes are not an HTTP/1 message, and where. What the peer did is data: the caller decides what follows.
package struct WireFault: Error, Hashable, Sendable {
    package enum Reason: String, Sendable {
        case bareLineFeed = "a line ends without CR"
        case bareCarriageReturn = "a CR stands without LF"
        case headTooLong = "the head is over the limit"
        case tooManyFields = "there are more fields than the limit"
        case fieldsTooLong = "the fields are over the limit"
        case startLine = "the start line is not one of HTTP/1"
        case method = "the method is not a token"
        case methodTooLong = "the method is over the limit"
        case target = "the request target has a byte that no target may have"
        case targetOutsideURIs = "the request target has a byte that no URI has"
        case targetForm = "the request target has none of the four forms"
        case targetTooLong = "the request target is over the limit"
        case version = "the protocol version is not HTTP/1.0 or HTTP/1.1"
        case status = "the status code is not three digits from 100 on"
        case reason = "the reason phrase has a control byte"
        case fieldName = "a field name is not a token"
        case fieldValue = "a field value has a control byte"
        case foldedField = "a field value is folded over two lines"
        case hostCount = "there is not exactly one Host field"
        case host = "the Host field is not a host"
        case lengthTwice = "Content-Length is given more than once"
        case lengthValue = "Content-Length is not a number"
        case lengthAndCoding = "Content-Length and Transfer-Encoding are both given"
        case transferCoding = "Transfer-Encoding is not exactly \"chunked\""
        case transferCodingList = "Transfer-Encoding names chunked twice, or nothing"
        case codingInHTTP10 = "Transfer-Encoding is given in an HTTP/1.0 message"
        case codingWithoutBody = "Transfer-Encoding is given where no body may be"
        case expectation = "the expectation is not 100-continue"
        case hopsUsedUp = "Max-Forwards is 0: the request may go no further"
        case connectionNominatesFraming = "Connection names a field that frames or routes the message"
        case pseudoFields = "the pseudo-header fields are not those of a request"
        case hostsDiffer = "Host and :authority name different hosts"
        case connectionField = "a field of HTTP/2 speaks of the connection"
        case http2Stream = "the stream breaks the rules of HTTP/2, or its content is not as long as it says"
        case http2Head = "the head breaks the rules of HTTP/2"
        case chunkSize = "the chunk size is not a hexadecimal number"
        case chunkSizeTooLong = "the chunk size has more digits than the limit"
        case chunkExtension = "a chunk extension has a byte it may not have"
        case chunkExtensionTooLong = "the chunk extensions are over the limit"
        case chunkEnd = "a chunk is not followed by CR LF"
        case trailerTooLong = "the trailer section is over the limit"
        case trailerField = "a trailer names a field that frames or routes the message"
        case tooManyInterim = "there are more interim responses than the limit"
        case unaskedSwitch = "101 answers a request that asked for no upgrade"
        case connectProtocol = "CONNECT asks for a protocol that is not websocket"
        case webSocketAccept = "Sec-WebSocket-Accept does not answer the key"
    }

    package let reason: Reason
    /// Bytes from the start of the message part that was read.
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The status a server answers when a request has this fault (RFC 9110 §15.5, RFC 6585 §5).
    package var suggestedStatus: Int {
        switch reason {
        case .headTooLong, .tooManyFields, .fieldsTooLong, .trailerTooLong: 431
        case .targetTooLong: 414
        case .version: 505
        case .methodTooLong, .transferCoding, .hopsUsedUp, .connectProtocol: 501
        case .expectation: 417
        default: 400
        }
    }
}
