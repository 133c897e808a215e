import Foundation

/// One case of `http1.json`: bytes that a client or an origin sends, and what must come of them.
package struct HostileMessage: Sendable, CustomStringConvertible {
    package let id: String
    package let isRequest: Bool
    package let bytes: [UInt8]
    /// The same request in origin form, for use inside a tunnel.
    package let bytesInTunnel: [UInt8]?
    /// Of a response's request.
    package let requestMethod: String
    package let serverCloses: Bool
    package let action: String
    package let statuses: [Int]
    package let complete: Int?
    package let maximum: Int?
    package let mayReachOrigin: Bool
    package let has: [[UInt8]]
    package let lacks: [[UInt8]]

    package var description: String { id }

    package static let all: [HostileMessage] = BadInput.objects(of: "http1.json").compactMap(HostileMessage.init)

    package static var requests: [HostileMessage] { all.filter(\.isRequest) }
    package static var responses: [HostileMessage] { all.filter { !$0.isRequest } }

    private init?(_ object: [String: Any]) {
        guard let id = object["id"] as? String, let input = BadInput.expanded(object["input"]),
            let expected = object["expected"] as? [String: Any], let action = expected["action"] as? String
        else { return nil }
        self.id = id
        isRequest = object["direction"] as? String == "request"
        bytes = input
        bytesInTunnel = BadInput.expanded(object["input_in_tunnel"])
        requestMethod = object["request_method"] as? String ?? "GET"
        serverCloses = object["server_closes_after"] as? Bool ?? true
        self.action = action
        statuses = (expected["status"] ?? expected["status_if_refused"]) as? [Int] ?? []
        complete = expected["upstream_complete"] as? Int
        maximum = expected["upstream_complete_max"] as? Int
        mayReachOrigin = expected["upstream_any_byte"] as? Bool ?? true
        has = Self.list(expected["upstream_has_b64"])
        lacks = Self.list(expected["upstream_lacks_b64"])
    }

    private static func list(_ value: Any?) -> [[UInt8]] {
        (value as? [String] ?? []).compactMap { Data(base64Encoded: $0).map(Array.init) }
    }
}

extension [UInt8] {
    package func contains(sequence: [UInt8]) -> Bool {
        guard let first = sequence.first else { return true }
        return indices.contains { self[$0] == first && self[$0...].starts(with: sequence) }
    }
}
