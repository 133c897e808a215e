package import HTTPModel

/// What a recorded server agreed on with its client, held against what a client asks for now (RFC 6455 §4.1).
package enum WebSocketAgreement {
    /// An extension with its parameters, offered or accepted (RFC 6455 §9.1).
    struct Extension {
        let name: ArraySlice<UInt8>
        let parameters: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?)]

        init(_ text: ArraySlice<UInt8>) {
            let parts = text.split(separator: UInt8(ascii: ";")).map { $0.trimmingOptionalWhiteSpace() }
            name = parts.first ?? []
            parameters = parts.dropFirst().map { part in
                guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return (part, nil) }
                let value = part[(equals + 1)...].trimmingOptionalWhiteSpace()
                let isQuoted = value.count > 1 && value.first == UInt8(ascii: "\"") && value.last == value.first
                return (part[..<equals].trimmingOptionalWhiteSpace(), isQuoted ? value.dropFirst().dropLast() : value)
            }
        }

        func parameter(_ name: StaticString) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?)? {
            parameters.first { ASCII.equalsIgnoringCase($0.name, name) }
        }
    }

    static func extensions(of head: some MessageHead) -> [Extension] {
        elements(head.values(of: "sec-websocket-extensions")).map { Extension($0) }
    }

    private static func elements(_ values: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        values.flatMap { $0.split(separator: UInt8(ascii: ",")) }.map { $0.trimmingOptionalWhiteSpace() }
            .filter { !$0.isEmpty }
    }

    /// Why the client would have to fail the connection at this answer; nil where it can take it.
    package static func objection(to answer: ResponseHead, askedBy request: RequestHead) -> String? {
        let offered = elements(request.values(of: "sec-websocket-protocol"))
        for accepted in elements(answer.values(of: "sec-websocket-protocol")) where !offered.contains(accepted) {
            return "the recorded answer chose the subprotocol \(String(display: accepted)), which is not offered now"
        }
        let offers = extensions(of: request)
        for accepted in extensions(of: answer) {
            let named = offers.filter { ASCII.equalsIgnoringCase($0.name, Array(accepted.name)) }
            let name = String(display: accepted.name)
            guard !named.isEmpty else {
                return "the recorded answer accepted the extension \(name), which is not offered now"
            }
            guard ASCII.equalsIgnoringCase(accepted.name, "permessage-deflate") else { continue }
            guard named.contains(where: { isAcceptable(accepted, for: $0) }) else {
                return "the recorded answer accepted \(name) with parameters that are not offered now"
            }
        }
        return nil
    }

    /// Whether the parameters of permessage-deflate may answer this offer (RFC 7692 §7.1).
    private static func isAcceptable(_ accepted: Extension, for offer: Extension) -> Bool {
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
