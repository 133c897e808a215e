import Foundation
import JSONText
import SDKContracts
import Testing

/// Schema, reader and `show` speak of the same keys.
@Suite struct ConfigurationKeysTests {
    /// A value other than the default, as JSON, for every form.
    private static func other(_ key: ConfigurationKey) -> String {
        func quoted(_ texts: [String]) -> String { "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
        let example: [ConfigurationLexeme: String] = [
            .url: "https://other.example", .address: "shop://other?a=1", .host: "other.example",
            .path: "/other", .prefix: "/other/",
            .pointer: "/other", .name: "other_\(key.path.filter { $0.isLetter })", .code: "MK-001", .token: "other",
            .file: "lists/other list.json",
        ]
        switch key.shape {
        case .flag: return key.value(in: ContractConfiguration()) == .flag(true) ? "false" : "true"
        case .text(let lexeme, _): return "\"\(example[lexeme] ?? "")\""
        case .choice(let words, _):
            let standing = key.value(in: ContractConfiguration())
            return "\"\(words.first { .text($0) != standing } ?? "")\""
        case .texts(let lexeme, _): return quoted([example[lexeme] ?? ""])
        case .choices(let words): return quoted([words.last ?? ""])
        case .map(let lexeme, let words): return "{\"\(example[lexeme] ?? "")\": \"\(words[0])\"}"
        }
    }

    /// A file that sets this key alone.
    private static func file(_ key: ConfigurationKey, _ value: String) -> String {
        key.path.split(separator: ".").reversed().reduce(value) { "{\"\($1)\": \($0)}" }
    }

    /// The dotted paths of an object's leaves; `isLeaf` says where to stop.
    private static func leaves(
        _ node: JSONNode, _ path: String = "", _ isLeaf: (JSONNode, String) -> Bool
    ) -> [String] {
        if isLeaf(node, path) { return [path] }
        return node.members.flatMap { member in
            let name = String(decoding: member.name, as: UTF8.self)
            return leaves(member.value, path.isEmpty ? name : "\(path).\(name)", isLeaf)
        }
    }

    private static let paths = ConfigurationKey.all.map(\.path)

    @Test func `each key stands once, keys of one object together`() {
        #expect(Set(Self.paths).count == Self.paths.count)
        let objects = Self.paths.map { $0.split(separator: ".").dropLast().joined(separator: ".") }
        var runs: [String] = []
        for object in objects where runs.last != object { runs.append(object) }
        #expect(Set(runs).count == runs.count, "\(runs)")
    }

    @Test func `each field has a key for its names, or the guide fixes them`() {
        let open = ConfigurationKey.all.compactMap(\.field)
        #expect(Set(open + ConfigurationKey.fixedFields) == Set(FieldKind.allCases))
        #expect(open.count + ConfigurationKey.fixedFields.count == FieldKind.allCases.count)
    }

    @Test(arguments: ConfigurationKey.all.map(\.path))
    func `the reader takes each key, and what show writes is read the same`(path: String) throws {
        let key = try #require(ConfigurationKey.all.first { $0.path == path })
        let reading = try ConfigurationReader().read(Array(Self.file(key, Self.other(key)).utf8))
        #expect(reading.setKeys == [path])
        #expect(reading.configuration != ContractConfiguration())
        for another in ConfigurationKey.all where another.path != path {
            #expect(
                another.value(in: reading.configuration) == another.value(in: ContractConfiguration()),
                "\(another.path) changed too")
        }
        let shown = ConfigurationText(reading.configuration, setKeys: reading.setKeys)
        let again = try ConfigurationReader().read(shown.bytes)
        #expect(again.configuration.names == reading.configuration.names)
        #expect(ConfigurationText(again.configuration, setKeys: reading.setKeys).bytes == shown.bytes)
    }

    @Test func `show writes every key and names those that stand at their defaults`() throws {
        let text = ConfigurationText(ContractConfiguration(), setKeys: ["paths.serve"])
        let root = try JSONParser().parse(text.bytes).root
        let shown = Self.leaves(root) { _, path in Self.paths.contains(path) || path == "$defaults" }
        #expect(shown == ["$defaults"] + Self.paths)
        #expect(root["$defaults"]?.elements.compactMap(\.string) == Self.paths.filter { $0 != "paths.serve" })
    }

    @Test func `the schema has every key and no other`() throws {
        let root = try JSONParser().parse(ConfigurationSchema.bytes).root
        func keys(_ node: JSONNode, _ path: String) -> [String] {
            #expect(node["additionalProperties"]?.boolean == false)
            return (node["properties"]?.members ?? []).flatMap { member -> [String] in
                let name = String(decoding: member.name, as: UTF8.self)
                if name.hasPrefix("$") { return [] }
                let full = path.isEmpty ? name : "\(path).\(name)"
                return member.value["properties"] == nil ? [full] : keys(member.value, full)
            }
        }
        #expect(keys(root, "") == Self.paths)
    }

    @Test func `the schema's default is the reader's`() throws {
        let document = try JSONParser().parse(ConfigurationSchema.bytes)
        for key in ConfigurationKey.all {
            var node = document.root
            for name in key.path.split(separator: ".") {
                node = try #require(node["properties"]?[String(name)])
            }
            let value = try #require(node["default"])
            #expect(node["description"]?.string?.isEmpty == false)
            guard !value.isNull else { continue }
            let literal = String(decoding: document.literal(of: value), as: UTF8.self)
            let reading = try ConfigurationReader().read(Array(Self.file(key, literal).utf8))
            #expect(key.value(in: reading.configuration) == key.value(in: ContractConfiguration()))
        }
    }

    @Test(arguments: ConfigurationLexeme.allCases)
    func `the schema's pattern and the reader agree`(lexeme: ConfigurationLexeme) throws {
        let pattern = try Regex(lexeme.pattern)
        for text in [
            "", "/", "//", "a", "a b", "/a", "/a/", "/a/b", "/a b", "/a?b", "/a#", "a.example", "a.example:1", "ação",
            "https://a.example", "https://a.example/b/", "https://a.example?x", "https://a.example/#x", "ftp://a",
            "https://", "https:///a", "https://u@a.example", "http://a b", "MK-001", "MK-01", "mk-001", "MK-0011", "\t",
            "x\ny",
        ] {
            #expect(lexeme.accepts(text) == (text.firstMatch(of: pattern) != nil), "\(lexeme) \(text)")
        }
    }
}

@Suite struct PublishedSchemaTests {
    @Test func `the published schema is the one that is printed`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Sources/fita/fita.docc/Resources/fita.schema.json")
        let published = try String(contentsOf: file, encoding: .utf8)
        #expect(
            published == String(decoding: ConfigurationSchema.bytes, as: UTF8.self),
            "fita config schema > Sources/fita/fita.docc/Resources/fita.schema.json")
    }
}
