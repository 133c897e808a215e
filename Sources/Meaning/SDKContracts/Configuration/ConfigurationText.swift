package import JSONText

extension ConfigurationKey {
    /// What stands around the members of each inner object.
    enum Frame {
        case plain
        /// The members stand in `properties`, and no others are allowed.
        case schema
    }

    /// Writes the keys as a tree of objects, `leaf` writing the value of each.
    static func writeTree(
        _ writer: inout JSONWriter, _ keys: ArraySlice<ConfigurationKey>, depth: Int = 0, frame: Frame,
        leaf: (inout JSONWriter, ConfigurationKey) -> Void
    ) {
        var rest = keys
        while let first = rest.first {
            let name = first.components[depth]
            if first.components.count == depth + 1 {
                writer.field(name) { leaf(&$0, first) }
                rest.removeFirst()
                continue
            }
            let end = rest.firstIndex { $0.components[depth] != name } ?? rest.endIndex
            let group = rest[rest.startIndex..<end]
            writer.field(name) { writer in
                writer.object { writer in
                    switch frame {
                    case .plain: writeTree(&writer, group, depth: depth + 1, frame: frame, leaf: leaf)
                    case .schema:
                        writer.field("type", "object")
                        writer.field("additionalProperties", false)
                        writer.field("properties") { writer in
                            writer.object { writeTree(&$0, group, depth: depth + 1, frame: frame, leaf: leaf) }
                        }
                    }
                }
            }
            rest = rest[end...]
        }
    }
}

/// The canonical text of a configuration.
package struct ConfigurationText: Sendable {
    /// Ends with a line feed.
    package let bytes: [UInt8]

    /// Every key, with the keys that stand at their defaults named in `$defaults`.
    ///
    /// - Parameter setKeys: the keys that a file or an option has set.
    package init(_ configuration: ContractConfiguration, setKeys: Set<String>) {
        let defaults = ConfigurationKey.all.map(\.path).filter { !setKeys.contains($0) }
        self.init(configuration, keys: ConfigurationKey.all) { $0.field("$defaults", defaults) }
    }

    /// These keys alone.
    package init(_ configuration: ContractConfiguration, only paths: Set<String>) {
        self.init(configuration, keys: ConfigurationKey.all.filter { paths.contains($0.path) }) { _ in }
    }

    private init(
        _ configuration: ContractConfiguration, keys: [ConfigurationKey], _ remarks: (inout JSONWriter) -> Void
    ) {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            remarks(&writer)
            ConfigurationKey.writeTree(&writer, keys[...], frame: .plain) { writer, key in
                key.value(in: configuration).write(to: &writer)
            }
        }
        bytes = writer.bytes + [0x0A]
    }
}

extension ConfigurationValue: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .none: writer.null()
        case .flag(let flag): writer.value(flag)
        case .text(let text): writer.value(text)
        case .texts(let texts): writer.value(texts)
        case .map(let map):
            writer.object { writer in
                for (name, value) in map.sorted(by: { $0.key < $1.key }) { writer.field(name, value) }
            }
        }
    }
}

extension ConfigurationValue {
    /// The value as JSON in one line.
    package var text: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
