import JSONText

/// Reads `fita.json`.
package struct ConfigurationReader: Sendable {
    package let limits: ConfigurationLimits

    package init(limits: ConfigurationLimits = ConfigurationLimits()) {
        self.limits = limits
    }

    /// A configuration and which of its keys the text sets.
    package struct Reading: Sendable {
        package var configuration = ContractConfiguration()
        package var setKeys: Set<String> = []

        /// The defaults.
        package init() {}
    }

    /// - Parameter base: what another text said already; this one stands above it.
    /// - Throws: every error of the text, not only the first.
    package func read(_ bytes: [UInt8], over base: Reading = Reading()) throws(ConfigurationErrors) -> Reading {
        let document: JSONDocument
        let places = TextPlaces(bytes)
        do throws(JSONError) {
            let limits = JSONLimits(byteCount: limits.byteCount, depth: 16, nodeCount: 1 << 16)
            document = try JSONParser(limits: limits).parse(bytes)
        } catch {
            let (line, column) = places.place(of: error.offset)
            throw ConfigurationErrors(errors: [
                ConfigurationError(
                    line: line, column: column, keyPath: "", saw: error.saw, allowed: "JSON: \(error.why)",
                    suggestion: nil)
            ])
        }
        var walk = ConfigurationWalk(document: document, places: places)
        walk.reading = base
        walk.object(document.root, at: "")
        walk.settleNames()
        if !walk.errors.isEmpty {
            throw ConfigurationErrors(errors: Array(walk.errors.prefix(limits.errorCount)))
        }
        return walk.reading
    }
}

/// Lines and columns of a text.
struct TextPlaces {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Both from 1; a column is a character, not a byte.
    func place(of offset: Int) -> (line: Int, column: Int) {
        let before = bytes.prefix(offset)
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = before.count { $0 == 0x0A } + 1
        return (line, String(decoding: before[start...], as: UTF8.self).count + 1)
    }
}

/// One reading of a parsed configuration.
private struct ConfigurationWalk {
    let document: JSONDocument
    let places: TextPlaces
    var reading = ConfigurationReader.Reading()
    var errors: [ConfigurationError] = []
    /// Where each key that is set stands.
    private var offsets: [String: Int] = [:]

    private static let keys = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.map { ($0.path, $0) })

    init(document: JSONDocument, places: TextPlaces) {
        self.document = document
        self.places = places
    }

    mutating func object(_ node: JSONNode, at path: String) {
        guard case .object(let members) = node.kind else {
            return complain(node, path, allowed: "an object with \(Self.list(Self.children(of: path)))")
        }
        var seen: Set<[UInt8]> = []
        for member in members {
            let name = String(decoding: member.name, as: UTF8.self)
            let full = path.isEmpty ? name : "\(path).\(name)"
            if !seen.insert(member.name).inserted {
                complain(at: member.nameRange, full, allowed: "each key once")
            } else if let key = Self.keys[full] {
                value(member, key)
            } else if ConfigurationKey.all.contains(where: { $0.path.hasPrefix(full + ".") }) {
                object(member.value, at: full)
            } else if !(path.isEmpty && ConfigurationKey.remarks.contains(name)) {
                unknown(member, name, full, in: path)
            }
        }
    }

    private mutating func unknown(_ member: JSONMember, _ name: String, _ full: String, in path: String) {
        let siblings = Self.children(of: path)
        let elsewhere = ConfigurationKey.all.first { $0.components.last == name }?.path
        complain(
            at: member.nameRange, full, allowed: Self.list(siblings),
            suggestion: NearName.of(name, among: siblings) ?? elsewhere)
    }

    private mutating func value(_ member: JSONMember, _ key: ConfigurationKey) {
        guard let value = parsed(member.value, key) else { return }
        key.take(value, &reading.configuration)
        reading.setKeys.insert(key.path)
        offsets[key.path] = member.nameRange.lowerBound
    }

    /// The value, or nil after a complaint.
    private mutating func parsed(_ node: JSONNode, _ key: ConfigurationKey) -> ConfigurationValue? {
        switch key.shape {
        case .flag:
            if let flag = node.boolean { return .flag(flag) }
        case .text(let lexeme, let isOptional):
            if isOptional, node.isNull { return ConfigurationValue.none }
            if let text = node.string, lexeme.accepts(text) { return .text(text) }
        case .choice(let words, let isOptional):
            if isOptional, node.isNull { return ConfigurationValue.none }
            if let text = node.string {
                return word(text, node, words, key) ? .text(text) : nil
            }
        case .texts(let lexeme, let count):
            let nodes = node.text == nil ? node.elements : [node]
            guard !nodes.isEmpty || isArray(node), nodes.count >= count else { break }
            return texts(nodes, key) { $1.string.map(lexeme.accepts) == true }
        case .choices(let words):
            guard isArray(node) else { break }
            return texts(node.elements, key) { walk, element in
                element.string.map { words.contains($0) } == true
            }
        case .map(let lexeme, let words):
            return map(node, lexeme, words, key)
        }
        complain(node, key.path, allowed: key.shape.wording)
        return nil
    }

    private func isArray(_ node: JSONNode) -> Bool { if case .array = node.kind { true } else { false } }

    private mutating func texts(
        _ nodes: [JSONNode], _ key: ConfigurationKey, _ isFit: (Self, JSONNode) -> Bool
    ) -> ConfigurationValue? {
        var texts: [String] = []
        for node in nodes {
            if isFit(self, node), let text = node.string {
                if texts.contains(text) {
                    complain(node, key.path, allowed: "each text once")
                } else {
                    texts.append(text)
                }
            } else {
                complain(node, key.path, allowed: key.shape.wording)
            }
        }
        return texts.count == nodes.count ? .texts(texts) : nil
    }

    private mutating func map(
        _ node: JSONNode, _ lexeme: ConfigurationLexeme, _ words: [String], _ key: ConfigurationKey
    ) -> ConfigurationValue? {
        guard case .object(let members) = node.kind else {
            complain(node, key.path, allowed: key.shape.wording)
            return nil
        }
        var map: [String: String] = [:]
        for member in members {
            let name = String(decoding: member.name, as: UTF8.self)
            let path = "\(key.path).\(name)"
            if map[name] != nil {
                complain(at: member.nameRange, path, allowed: "each name once")
            } else if !lexeme.accepts(name) {
                complain(at: member.nameRange, path, allowed: lexeme.wording)
            } else if let text = member.value.string {
                if word(text, member.value, words, key, at: path) { map[name] = text }
            } else {
                complain(member.value, path, allowed: ConfigurationShape.choice(words).wording)
            }
        }
        return map.count == members.count ? .map(map) : nil
    }

    private mutating func word(
        _ text: String, _ node: JSONNode, _ words: [String], _ key: ConfigurationKey, at path: String? = nil
    ) -> Bool {
        if words.contains(text) { return true }
        complain(
            node, path ?? key.path, allowed: ConfigurationShape.choice(words).wording,
            suggestion: NearName.of(text, among: words))
        return false
    }

    // MARK: Names

    /// A name stands for one field. A name that the text gives to one field is taken from the defaults of others; one
    /// that it gives to two is an error.
    mutating func settleNames() {
        let keys = ConfigurationKey.all.filter { $0.field != nil }
        var owners: [String: String] = [:]
        for kind in ConfigurationKey.fixedFields {
            for name in MetrikeVocabulary.names[kind] ?? [] { owners[name] = "the guide's \(name)" }
        }
        for key in keys where reading.setKeys.contains(key.path) {
            guard let kind = key.field else { continue }
            for name in reading.configuration.names[kind] ?? [] {
                if let owner = owners[name] {
                    let (line, column) = places.place(of: offsets[key.path] ?? 0)
                    errors.append(
                        ConfigurationError(
                            line: line, column: column, keyPath: key.path, saw: "\"\(name)\"",
                            allowed: "a name for one field only; it stands in \(owner) too", suggestion: nil))
                }
                owners[name] = key.path
            }
        }
        reading.configuration.withdrawDefaultNames(setKeys: reading.setKeys)
        errors.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    // MARK: Complaints

    private mutating func complain(_ node: JSONNode, _ path: String, allowed: String, suggestion: String? = nil) {
        complain(at: node.range, path, allowed: allowed, suggestion: suggestion)
    }

    private mutating func complain(
        at range: Range<Int>, _ path: String, allowed: String, suggestion: String? = nil
    ) {
        let (line, column) = places.place(of: range.lowerBound)
        errors.append(
            ConfigurationError(
                line: line, column: column, keyPath: path, saw: Self.shown(document.bytes[range]), allowed: allowed,
                suggestion: suggestion))
    }

    /// The literal in one line, shortened.
    private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(60).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
        return bytes.count > 60 ? text + "..." : text
    }

    /// The names that may stand in the object at a path.
    private static func children(of path: String) -> [String] {
        let prefix = path.isEmpty ? "" : path + "."
        var names: [String] = []
        for key in ConfigurationKey.all where key.path.hasPrefix(prefix) {
            let name = String(key.path.dropFirst(prefix.count).prefix { $0 != "." })
            if names.last != name { names.append(name) }
        }
        return names
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
