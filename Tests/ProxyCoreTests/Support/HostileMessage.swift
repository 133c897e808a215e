import Foundation

/// One case of `Fixtures/http1.json`: bytes that a client or an origin sends, and what must come of them.
struct HostileMessage: Sendable, CustomStringConvertible {
    let id: String
    let isRequest: Bool
    let bytes: [UInt8]
    /// The same request in origin form, for use inside a tunnel.
    let bytesInTunnel: [UInt8]?
    /// Of a response's request.
    let requestMethod: String
    let serverCloses: Bool
    let action: String
    let statuses: [Int]
    let complete: Int?
    let maximum: Int?
    let mayReachOrigin: Bool
    let has: [[UInt8]]
    let lacks: [[UInt8]]

    var description: String { id }

    static let all: [HostileMessage] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/http1.json")
        guard let data = try? Data(contentsOf: file),
            let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let cases = root["cases"] as? [[String: Any]]
        else { return [] }
        return cases.compactMap(HostileMessage.init)
    }()

    static var requests: [HostileMessage] { all.filter(\.isRequest) }
    static var responses: [HostileMessage] { all.filter { !$0.isRequest } }

    private init?(_ object: [String: Any]) {
        guard let id = object["id"] as? String, let input = Self.bytes(object["input"]),
            let expected = object["expected"] as? [String: Any], let action = expected["action"] as? String
        else { return nil }
        self.id = id
        isRequest = object["direction"] as? String == "request"
        bytes = input
        bytesInTunnel = Self.bytes(object["input_in_tunnel"])
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

    /// The input as its parts say; nil when it is absent or not as long as it says.
    private static func bytes(_ value: Any?) -> [UInt8]? {
        guard let input = value as? [String: Any] else { return nil }
        var bytes: [UInt8] = []
        for part in input["parts"] as? [[String: Any]] ?? [input] {
            if let template = part["each"] as? String, let start = part["start"] as? Int, let end = part["end"] as? Int
            {
                for number in start..<end {
                    bytes += template.replacingOccurrences(of: "{i}", with: String(number)).utf8
                }
            } else if let text = part["b64"] as? String, let data = Data(base64Encoded: text) {
                for _ in 0..<(part["count"] as? Int ?? 1) { bytes += data }
            }
        }
        guard let length = input["length"] as? Int else { return bytes }
        return bytes.count == length ? bytes : nil
    }
}

extension [UInt8] {
    func contains(sequence: [UInt8]) -> Bool {
        guard let first = sequence.first else { return true }
        return indices.contains { self[$0] == first && self[$0...].starts(with: sequence) }
    }
}
