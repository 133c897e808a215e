package import HTTPModel
import HTTPWire

/// What a recorded server agreed on with its client, held against what a client asks for now (RFC 6455 §4.1).
package enum WebSocketAgreement {
    /// Why the client would have to fail the connection at this answer; nil where it can take it.
    package static func objection(to answer: ResponseHead, askedBy request: RequestHead) -> String? {
        let offered = WebSocketExtension.elements(request.values(of: "sec-websocket-protocol"))
        let chosen = WebSocketExtension.elements(answer.values(of: "sec-websocket-protocol"))
        for accepted in chosen where !offered.contains(accepted) {
            return "the recorded answer chose the subprotocol \(String(display: accepted)), which is not offered now"
        }
        let offers = WebSocketExtension.all(of: request)
        for accepted in WebSocketExtension.all(of: answer) {
            let named = offers.filter { ASCII.equalsIgnoringCase($0.name, Array(accepted.name)) }
            let name = String(display: accepted.name)
            guard !named.isEmpty else {
                return "the recorded answer accepted the extension \(name), which is not offered now"
            }
            guard accepted.isDeflate else { continue }
            guard named.contains(where: { isAcceptable(accepted, for: $0) }) else {
                return "the recorded answer accepted \(name) with parameters that are not offered now"
            }
        }
        return nil
    }

    /// Whether the parameters of permessage-deflate may answer this offer (RFC 7692 §7.1).
    private static func isAcceptable(_ accepted: WebSocketExtension, for offer: WebSocketExtension) -> Bool {
        if offer.parameter("server_no_context_takeover") != nil,
            accepted.parameter("server_no_context_takeover") == nil
        {
            return false
        }
        if let wanted = offer.parameter("server_max_window_bits") {
            guard let given = accepted.parameter("server_max_window_bits"), isWithin(given.value, wanted.value) else {
                return false
            }
        }
        guard let asked = accepted.parameter("client_max_window_bits") else { return true }
        guard let able = offer.parameter("client_max_window_bits") else { return false }
        return able.value == nil || isWithin(asked.value, able.value)
    }

    private static func isWithin(_ value: ArraySlice<UInt8>?, _ limit: ArraySlice<UInt8>?) -> Bool {
        guard let bits = value.flatMap(number), let most = limit.flatMap(number) else { return false }
        return bits <= most
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int? { Int(String(decoding: text, as: UTF8.self)) }
}
