package import Dialing

/// The network as the SDK and the system around it use it: one call, one answer, no redirect followed.
package protocol SDKTransport: AnyObject {
    func send(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply
}

/// Over real connections, with the proxy and the authority file of the caller's settings.
extension HTTPCaller: SDKTransport {
    package func send(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply { try self.call(call) }
}
