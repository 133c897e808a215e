package import CassetteFormat
package import HTTPModel

/// The click IDs that a tape's answers give out. Replayed, they name clicks of real campaigns again: a conversion or a
/// visit that carries one must not reach a server.
package struct RecordedClickIDs: Sendable {
    private var ids: Set<[UInt8]> = []
    private let name: String

    /// A shorter ID is looked for behind its name alone, since it could stand anywhere by chance.
    private static let tellingSize = 8

    /// - Parameter name: the parameter's, as the configuration has it.
    package init(name: String) {
        self.name = name
    }

    package mutating func add(_ exchange: Exchange) {
        guard let head = exchange.response?.head else { return }
        for field in head.fields where head.isField(field, "location") {
            for occurrence in ClickIDReading(head.bytes[field.value], name: name).occurrences
            where !occurrence.value.isEmpty {
                ids.insert(occurrence.value)
            }
        }
    }

    /// In the target, a field or the content; as it is, or percent-encoded.
    package func isCarried(by head: RequestHead, _ content: [UInt8]) -> Bool {
        if ids.isEmpty { return false }
        let texts = [head.bytes, content].flatMap { [$0, PercentCoding.decoded($0)] }
        return ids.contains { id in
            let wanted = id.count < Self.tellingSize ? [Array("\(name)=".utf8) + id, quoted(id)] : [id]
            return texts.contains { text in wanted.contains { Self.contains(text, $0) } }
        }
    }

    /// As a member of a JSON object.
    private func quoted(_ id: [UInt8]) -> [UInt8] { Array("\"\(name)\":\"".utf8) + id + [UInt8(ascii: "\"")] }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first, text.count >= part.count else { return false }
        for start in 0...(text.count - part.count)
        where text[start] == first && text[start..<start + part.count].elementsEqual(part) {
            return true
        }
        return false
    }
}
