/// One key of `fita.json`: its place, its form, its meaning, and the part of the configuration it stands for.
///
/// Reader, schema and `fita config show` work by the table of these alone.
package struct ConfigurationKey: Sendable {
    /// Names from the outermost object inwards, parted by dots: `first_party.base_url`.
    package let path: String
    package let shape: ConfigurationShape
    /// One sentence, for the schema.
    package let meaning: String
    /// The fields whose names the key lists; nil for any other key.
    package let field: FieldKind?
    let value: @Sendable (ContractConfiguration) -> ConfigurationValue
    let take: @Sendable (ConfigurationValue, inout ContractConfiguration) -> Void

    /// The key's value in a configuration.
    package func value(in configuration: ContractConfiguration) -> ConfigurationValue { value(configuration) }

    var components: [String] { path.split(separator: ".").map(String.init) }

    private init(
        _ path: String, _ shape: ConfigurationShape, _ meaning: String, field: FieldKind? = nil,
        value: @escaping @Sendable (ContractConfiguration) -> ConfigurationValue,
        take: @escaping @Sendable (ConfigurationValue, inout ContractConfiguration) -> Void
    ) {
        self.path = path
        self.shape = shape
        self.meaning = meaning
        self.field = field
        self.value = value
        self.take = take
    }

    typealias Place<Value> = WritableKeyPath<ContractConfiguration, Value> & Sendable

    static func text(
        _ path: String, _ lexeme: ConfigurationLexeme, _ place: any Place<String>, _ meaning: String
    ) -> ConfigurationKey {
        ConfigurationKey(path, .text(lexeme), meaning) {
            .text($0[keyPath: place])
        } take: {
            if case .text(let text) = $0 { $1[keyPath: place] = text }
        }
    }

    static func optionalText(
        _ path: String, _ lexeme: ConfigurationLexeme, _ place: any Place<String?>, _ meaning: String
    ) -> ConfigurationKey {
        ConfigurationKey(path, .text(lexeme, isOptional: true), meaning) {
            $0[keyPath: place].map(ConfigurationValue.text) ?? .none
        } take: {
            if case .text(let text) = $0 { $1[keyPath: place] = text } else { $1[keyPath: place] = nil }
        }
    }

    static func flag(_ path: String, _ place: any Place<Bool>, _ meaning: String) -> ConfigurationKey {
        ConfigurationKey(path, .flag, meaning) {
            .flag($0[keyPath: place])
        } take: {
            if case .flag(let flag) = $0 { $1[keyPath: place] = flag }
        }
    }

    static func texts(
        _ path: String, _ lexeme: ConfigurationLexeme, atLeast count: Int = 0, _ place: any Place<[String]>,
        _ meaning: String
    ) -> ConfigurationKey {
        ConfigurationKey(path, .texts(lexeme, atLeast: count), meaning) {
            .texts($0[keyPath: place])
        } take: {
            if case .texts(let texts) = $0 { $1[keyPath: place] = texts }
        }
    }

    /// The names under which a field travels.
    static func names(_ path: String, _ kind: FieldKind, _ meaning: String) -> ConfigurationKey {
        ConfigurationKey(path, .texts(.name, atLeast: 1), meaning, field: kind) {
            .texts($0.names[kind] ?? [])
        } take: {
            if case .texts(let texts) = $0 { $1.names[kind] = texts }
        }
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: String, _ place: any Place<Choice>, _ meaning: String
    ) -> ConfigurationKey {
        ConfigurationKey(path, .choice(words(Choice.self)), meaning) {
            .text($0[keyPath: place].rawValue)
        } take: {
            if case .text(let text) = $0, let choice = Choice(rawValue: text) { $1[keyPath: place] = choice }
        }
    }

    static func optionalChoice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: String, _ place: any Place<Choice?>, _ meaning: String
    ) -> ConfigurationKey {
        ConfigurationKey(path, .choice(words(Choice.self), isOptional: true), meaning) {
            $0[keyPath: place].map { .text($0.rawValue) } ?? .none
        } take: {
            if case .text(let text) = $0 {
                $1[keyPath: place] = Choice(rawValue: text)
            } else {
                $1[keyPath: place] = nil
            }
        }
    }

    static func choices<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: String, _ place: any Place<[Choice]>, _ meaning: String
    ) -> ConfigurationKey {
        ConfigurationKey(path, .choices(words(Choice.self)), meaning) {
            .texts($0[keyPath: place].map(\.rawValue))
        } take: {
            if case .texts(let texts) = $0 { $1[keyPath: place] = texts.compactMap(Choice.init(rawValue:)) }
        }
    }

    static func formats(
        _ path: String, _ place: any Place<[String: ContractConfiguration.AdFormat]>, _ meaning: String
    ) -> ConfigurationKey {
        ConfigurationKey(path, .map(.token, words(ContractConfiguration.AdFormat.self)), meaning) {
            .map($0[keyPath: place].mapValues(\.rawValue))
        } take: {
            if case .map(let map) = $0 {
                $1[keyPath: place] = map.compactMapValues(ContractConfiguration.AdFormat.init(rawValue:))
            }
        }
    }

    static func severities(_ path: String, _ meaning: String) -> ConfigurationKey {
        ConfigurationKey(path, .map(.code, ["P0", "P1", "P2", "P3"]), meaning) {
            .map($0.severities)
        } take: {
            if case .map(let map) = $0 { $1.severities = map }
        }
    }

    /// `expect.{endpoint}.{field}`.
    static func expectation(_ endpoint: ContractReadings.Endpoint, _ kind: FieldKind) -> ConfigurationKey {
        let name = MetrikeVocabulary.names[kind]?.first ?? ""
        return ConfigurationKey(
            "expect.\(endpoint.rawValue).\(name)", .choice(words(ContractReadings.Expectation.self)),
            "Whether \(endpoint.rawValue) requests carry \(name); the guide does not say."
        ) {
            .text($0.readings.expectation(endpoint, kind).rawValue)
        } take: {
            if case .text(let text) = $0 {
                $1.readings.expectations[endpoint, default: [:]][kind] = ContractReadings.Expectation(rawValue: text)
            }
        }
    }

    private static func words<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> [String] {
        Choice.allCases.map(\.rawValue)
    }
}
