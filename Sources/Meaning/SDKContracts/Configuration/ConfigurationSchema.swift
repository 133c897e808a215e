import JSONText

/// The published form of `fita.json` (JSON Schema 2020-12).
package enum ConfigurationSchema {
    /// Ends with a line feed.
    package static var bytes: [UInt8] {
        let defaults = ContractConfiguration()
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("$schema", "https://json-schema.org/draft/2020-12/schema")
            writer.field("title", "fita configuration")
            writer.field("type", "object")
            writer.field("additionalProperties", false)
            writer.field("properties") { writer in
                writer.object { writer in
                    for name in ConfigurationKey.remarks { writer.field(name, true) }
                    ConfigurationKey.writeTree(&writer, ConfigurationKey.all[...], frame: .schema) { writer, key in
                        writer.object { writer in
                            writer.field("description", key.meaning)
                            key.shape.write(to: &writer)
                            writer.field("default", key.value(in: defaults))
                        }
                    }
                }
            }
        }
        return writer.bytes + [0x0A]
    }
}

extension ConfigurationShape {
    /// The members that state the form.
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .flag:
            writer.field("type", "boolean")
        case .text(let lexeme, let isOptional):
            if isOptional { writer.field("type", ["string", "null"]) } else { writer.field("type", "string") }
            writer.field("pattern", lexeme.pattern)
        case .choice(let words, let isOptional):
            writer.field("enum", words.map(Optional.some) + (isOptional ? [nil] : []))
        case .texts(let lexeme, let count):
            writer.field("type", ["string", "array"])
            writer.field("pattern", lexeme.pattern)
            writer.field("items") { writer in
                writer.object { writer in
                    writer.field("type", "string")
                    writer.field("pattern", lexeme.pattern)
                }
            }
            writer.field("minItems", count)
            writer.field("uniqueItems", true)
        case .choices(let words):
            writer.field("type", "array")
            writer.field("items") { $0.object { $0.field("enum", words) } }
            writer.field("uniqueItems", true)
        case .map(let lexeme, let words):
            writer.field("type", "object")
            writer.field("propertyNames") { $0.object { $0.field("pattern", lexeme.pattern) } }
            writer.field("additionalProperties") { $0.object { $0.field("enum", words) } }
        }
    }
}
