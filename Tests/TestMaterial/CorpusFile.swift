import Foundation

/// A real file and what is known of it.
package struct CorpusFile: Sendable, CustomStringConvertible {
    /// The path inside the corpus.
    package let path: String
    package let answer: String

    package var description: String { path }

    /// The files of one set; none when the corpus is absent.
    package static func files(of set: String) -> [CorpusFile] {
        guard let folder = MaterialFolder.corpus else { return [] }
        do {
            let root = try JSONSerialization.jsonObject(with: Data(folder.bytes("index.json")))
            let files = (root as? [String: Any])?["files"] as? [[String: Any]] ?? []
            return files.filter { $0["set"] as? String == set }.compactMap { file in
                (file["file"] as? String).map { CorpusFile(path: $0, answer: file["answer"] as? String ?? "") }
            }
        } catch {
            print("note: the index of the corpus cannot be read: \(error)")
            return []
        }
    }

    package func bytes() throws -> [UInt8] { try MaterialFolder.corpus?.bytes(path) ?? [] }

    /// The answer's `key=value` facts; a list in brackets stays one value.
    package var facts: [String: String] {
        var facts: [String: String] = [:]
        var depth = 0
        var fact = ""
        for character in answer + "," {
            switch character {
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
            guard character == ",", depth == 0 else {
                fact.append(character)
                continue
            }
            let sides = fact.split(separator: "=", maxSplits: 1)
            if sides.count == 2 { facts[sides[0].trimmingCharacters(in: .whitespaces)] = String(sides[1]) }
            fact = ""
        }
        return facts
    }
}
