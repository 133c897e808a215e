import Foundation

/// One hostile input and what must come of it.
package struct BadInput: Sendable, CustomStringConvertible {
    package let id: String
    package let bytes: [UInt8]
    /// `reject`, `accept` or `either`; for other kinds of file, the sentence of what is expected.
    package let action: String
    /// HTTP/2: the error codes that are right.
    package let codes: [String]
    /// Other members that are plain text, such as `content_encoding`.
    package let properties: [String: String]

    package var description: String { id }

    /// The cases of a file of bad inputs; none when the folder is absent.
    package static func cases(of file: String) -> [BadInput] {
        guard let folder = MaterialFolder.badInputs else { return [] }
        do {
            let root = try JSONSerialization.jsonObject(with: Data(folder.bytes(file)))
            let cases = (root as? [String: Any])?["cases"] as? [[String: Any]] ?? []
            return try cases.map(BadInput.init)
        } catch {
            print("note: \(file) cannot be read: \(error)")
            return []
        }
    }

    private struct Malformed: Error { let id: String }

    private init(_ object: [String: Any]) throws {
        id = object["id"] as? String ?? "?"
        guard let input = object["input"] as? [String: Any] else { throw Malformed(id: id) }
        let parts = input["parts"] as? [[String: Any]] ?? [input]
        var bytes: [UInt8] = []
        for part in parts { bytes += try Self.expanded(part, id: id) }
        guard bytes.count == input["length"] as? Int else { throw Malformed(id: id) }
        self.bytes = bytes
        let expected = object["expected"]
        action = (expected as? [String: Any])?["action"] as? String ?? expected as? String ?? ""
        let named = expected as? [String: Any]
        codes = [named?["code"] as? String].compactMap { $0 } + (named?["or_codes"] as? [String] ?? [])
        properties = object.compactMapValues { $0 as? String }
    }

    private static func expanded(_ part: [String: Any], id: String) throws -> [UInt8] {
        if let template = part["each"] as? String, let start = part["start"] as? Int, let end = part["end"] as? Int {
            let pieces = template.components(separatedBy: "{i}")
            return (start..<end).flatMap { Array(pieces.joined(separator: String($0)).utf8) }
        }
        guard let text = part["b64"] as? String, let data = Data(base64Encoded: text) else { throw Malformed(id: id) }
        let count = part["count"] as? Int ?? 1
        return data.count == 1
            ? [UInt8](repeating: data[0], count: count)
            : (0..<count).flatMap { _ in data }
    }
}
