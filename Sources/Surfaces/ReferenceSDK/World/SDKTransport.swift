package import Dialing

/// The network as the SDK and the system around it use it: one call, one answer, no redirect followed.
package protocol SDKTransport: AnyObject {
    func send(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply

    /// Opens a WebSocket, says the messages one after the other, waits for the answer to each, and closes.
    ///
    /// - Parameters:
    ///   - opening: with the fields of a WebSocket's opening (RFC 6455 §4.1).
    ///   - mask: the key of the client's frames.
    func converse(_ opening: HTTPCall, _ messages: [[UInt8]], mask: UInt32) throws(HTTPCallError) -> [[UInt8]]
}

/// Over real connections, with the proxy and the authority file of the caller's settings.
extension HTTPCaller: SDKTransport {
    package func send(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply { try self.call(call) }

    package func converse(
        _ opening: HTTPCall, _ messages: [[UInt8]], mask: UInt32
    ) throws(HTTPCallError) -> [[UInt8]] {
        var conversation = try WebSocketConversation(try open(opening), opening, mask: mask)
        var answers: [[UInt8]] = []
        for message in messages { answers.append(try conversation.say(message)) }
        try conversation.close()
        return answers
    }
}
