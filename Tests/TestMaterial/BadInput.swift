import Foundation

/// One hostile input and what must come of it.
package struct BadInput: Sendable, CustomStringConvertible {
    package let id: String
    package let bytes: [UInt8]
    /// `reject`, `accept` or `either`; for other kinds of file, the sentence of what is expected.
    package let action: String
    /// HTTP/2: the error codes that are right.
    package let codes: [String]
    /// The answer's statuses that are right, in place of a code.
    package let statuses: [Int]
    /// What is expected in numbers, such as `upstream_started_max`.
    package let bounds: [String: Int]
    /// Other members that are plain text, such as `content_encoding`.
    package let properties: [String: String]

    package var description: String { id }

    /// The cases of a file of bad inputs.
    package static func cases(of file: String) -> [BadInput] {
        objects(of: file).compactMap(BadInput.init)
    }

    /// The cases of a file as JSON objects, for kinds that have no one input.
    package static func objects(of file: String) -> [[String: Any]] {
        do {
            let root = try JSONSerialization.jsonObject(with: Data(MaterialFolder.badInputs.bytes(file)))
            return (root as? [String: Any])?["cases"] as? [[String: Any]] ?? []
        } catch {
            print("note: \(file) cannot be read: \(error)")
            return []
        }
    }

    private init?(_ object: [String: Any]) {
        guard let input = Self.expanded(object["input"]) else { return nil }
        id = object["id"] as? String ?? "?"
        bytes = input
        let expected = object["expected"]
        action = (expected as? [String: Any])?["action"] as? String ?? expected as? String ?? ""
        let named = expected as? [String: Any]
        codes = [named?["code"] as? String].compactMap { $0 } + (named?["or_codes"] as? [String] ?? [])
        statuses = (named?["status"] ?? named?["or_status"]) as? [Int] ?? []
        bounds = named?.compactMapValues { $0 as? Int } ?? [:]
        properties = object.compactMapValues { $0 as? String }
    }

    /// An input as its parts say; nil when there is none, or it is not as long as it says.
    package static func expanded(_ value: Any?) -> [UInt8]? {
        guard let input = value as? [String: Any] else { return nil }
        var bytes: [UInt8] = []
        for part in input["parts"] as? [[String: Any]] ?? [input] {
            guard let piece = piece(part) else { return nil }
            bytes += piece
        }
        return bytes.count == input["length"] as? Int ? bytes : nil
    }

    private static func piece(_ part: [String: Any]) -> [UInt8]? {
        if let template = part["each"] as? String, let start = part["start"] as? Int, let end = part["end"] as? Int {
            let pieces = template.components(separatedBy: "{i}")
            return (start..<end).flatMap { Array(pieces.joined(separator: String($0)).utf8) }
        }
        guard let text = part["b64"] as? String, let data = Data(base64Encoded: text) else { return nil }
        let count = part["count"] as? Int ?? 1
        return data.count == 1
            ? [UInt8](repeating: data[0], count: count)
            : (0..<count).flatMap { _ in data }
    }
}
