/// Why arguments do not fit the table. The sentence names the argument as typed and, if one is near, a known name.
package struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case missingVerb
        case unknownVerb
        case unknownOption
        case missingValue
        case unexpectedValue
        case unknownChoice
        case repeatedOption
        case missingPositional
        case unexpectedPositional
        case missingPassthrough
    }

    package let code: Code
    /// One sentence.
    package let sentence: String
    /// What to type to see the page of the verb.
    package let helpCommand: String

    package var description: String { sentence }

    init(_ code: Code, _ path: [String], _ sentence: String) {
        self.code = code
        self.sentence = sentence
        helpCommand = ([path[0], "help"] + path.dropFirst()).joined(separator: " ")
    }
}

extension String {
    /// In quotes, with everything but printable ASCII and letters escaped, so that a terminal shows it as typed.
    var quoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            let isShown = scalar.properties.isAlphabetic || (scalar.value >= 0x20 && scalar.value < 0x7F)
            text += isShown ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
        }
        return text + "\""
    }
}
