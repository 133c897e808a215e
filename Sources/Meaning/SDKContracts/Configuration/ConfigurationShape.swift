import HTTPModel

/// What a text of the configuration must look like.
package enum ConfigurationLexeme: String, Sendable, CaseIterable {
    case url, address, host, path, prefix, pointer, name, code, token, file

    package var wording: String {
        switch self {
        case .url: "an absolute http or https URL without query"
        case .address: "an absolute URL of any scheme"
        case .host: "a host name without scheme, port or path"
        case .path: "a path that begins with / and does not end with it"
        case .prefix: "a path that begins and ends with /, after which the token follows"
        case .pointer: "a JSON pointer that begins with / (RFC 6901)"
        case .name: "a parameter's name"
        case .code: "a rule's code such as MK-042"
        case .token: "a zone or a token as sent"
        case .file: "the path of a file"
        }
    }

    /// The same as a regular expression, for the published schema.
    package var pattern: String {
        switch self {
        case .url: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$"
        case .address: "^[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+$"
        case .host: "^[A-Za-z0-9._-]+$"
        case .path: "^/[^?#\\s]*[^/?#\\s]$"
        case .prefix: "^/([^?#\\s]*/)?$"
        case .pointer: "^/"
        case .name, .token: "^[^\\s]+$"
        case .code: "^MK-[0-9]{3}$"
        case .file: "^[^\\u0000-\\u001F\\u007F]+$"
        }
    }

    package func accepts(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let slash = UInt8(ascii: "/")
        let isOneWord = !bytes.isEmpty && !bytes.contains { $0 <= 0x20 || $0 == 0x7F }
        let isPlainPath = isOneWord && bytes.first == slash && !bytes.contains { $0 == 0x3F || $0 == 0x23 }
        switch self {
        case .url:
            let url = URLBytes(bytes)
            let isBare = url.query == nil && url.fragment == nil && url.userInfo == nil
            return isOneWord && isBare && url.origin != nil
                && (text.hasPrefix("http://") || text.hasPrefix("https://"))
        case .address:
            let url = URLBytes(bytes)
            return isOneWord && url.scheme.map { $0.upperBound + 1 < bytes.count } == true
        case .host:
            return !bytes.isEmpty
                && bytes.allSatisfy {
                    ASCII.isDigit($0) || ASCII.lowercased($0) &- 0x61 < 26 || $0 == 0x2E || $0 == 0x2D || $0 == 0x5F
                }
        case .path: return isPlainPath && bytes.count > 1 && bytes.last != slash
        case .prefix: return isPlainPath && bytes.last == slash
        case .pointer: return bytes.first == slash
        case .name, .token: return isOneWord
        case .file: return !bytes.isEmpty && !bytes.contains { $0 < 0x20 || $0 == 0x7F }
        case .code:
            return bytes.count == 6 && text.hasPrefix("MK-") && bytes[3...].allSatisfy(ASCII.isDigit)
        }
    }
}

/// The form of one key's value.
package enum ConfigurationShape: Sendable, Equatable {
    case flag
    /// One text. Where `isOptional`, null stands for its absence.
    case text(ConfigurationLexeme, isOptional: Bool = false)
    case choice([String], isOptional: Bool = false)
    /// An array of texts; one text stands for an array of one.
    case texts(ConfigurationLexeme, atLeast: Int = 0)
    case choices([String])
    /// An object with free names, each with one of these values.
    case map(ConfigurationLexeme, [String])

    /// What is allowed, for people.
    package var wording: String {
        switch self {
        case .flag: "true or false"
        case .text(let lexeme, let isOptional): lexeme.wording + (isOptional ? ", or null" : "")
        case .choice(let words, let isOptional): Self.list(words) + (isOptional ? ", or null" : "")
        case .texts(let lexeme, let count):
            "an array of texts, each \(lexeme.wording)" + (count > 0 ? ", at least \(count)" : "")
        case .choices(let words): "an array of \(Self.list(words))"
        case .map(let lexeme, let words): "an object: \(lexeme.wording), then \(Self.list(words))"
        }
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// One key's value.
package enum ConfigurationValue: Sendable, Hashable {
    case none
    case flag(Bool)
    case text(String)
    case texts([String])
    case map([String: String])
}
