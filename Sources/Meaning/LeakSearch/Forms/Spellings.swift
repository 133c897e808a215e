import HTTPModel
import InnerCodings

/// The ways to write a value that digests and codings start from.
struct Spellings {
    struct Text {
        let name: String
        let bytes: [UInt8]
        /// The value as it was given.
        var isCanonical = false
        /// Not a mere change of case of one before it.
        var foldsAlike = true
    }

    struct Piece {
        let form: DisguiseForm
        let bytes: [UInt8]
    }

    private(set) var texts: [Text] = []
    private(set) var binaries: [DisguiseForms.Input] = []
    private(set) var pieces: [Piece] = []
    /// What is digested, the likeliest first.
    private(set) var inputs: [DisguiseForms.Input] = []

    init(_ value: SoughtValue) {
        if let uuid = value.uuid { self.init(uuid, value.bytes) } else { self.init(text: value.bytes) }
    }

    private init(text bytes: [UInt8]) {
        let lower = bytes.map(ASCII.lowercased)
        let upper = bytes.map(DisguiseForms.uppercased)
        texts = [Text(name: "plain", bytes: bytes, isCanonical: true)]
        inputs = [.init(name: "plain", bytes: bytes)]
        for (name, other) in [("lower", lower), ("upper", upper)] where other != bytes {
            texts.append(Text(name: name, bytes: other, foldsAlike: false))
            inputs.append(.init(name: name, bytes: other))
        }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.count > 2 {
            let turned = labels.reversed().joined(separator: [UInt8(ascii: ".")])
            texts.append(Text(name: "labels-reversed", bytes: Array(turned)))
        }
        let percent = PercentCoding.encoded(bytes)
        if percent != bytes { inputs.append(.init(name: "percent(plain)", bytes: percent)) }
        inputs.append(.init(name: "base64(plain)", bytes: Base64.encoded(bytes)))
    }

    private init(_ uuid: [UInt8], _ given: [UInt8]) {
        let digits = uuid.flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }
        let lower = Self.joined(digits, by: UInt8(ascii: "-"))
        let underscored = Self.joined(digits, by: UInt8(ascii: "_"))
        let upper = lower.map(DisguiseForms.uppercased)
        let upperDigits = digits.map(DisguiseForms.uppercased)
        let isHyphenated = given.count == 36
        texts = [
            Text(name: "lower", bytes: lower, isCanonical: isHyphenated),
            Text(name: "without-hyphens", bytes: digits, isCanonical: !isHyphenated),
            Text(name: "with-underscores", bytes: underscored),
            Text(name: "upper", bytes: upper, foldsAlike: false),
            Text(name: "upper-without-hyphens", bytes: upperDigits, foldsAlike: false),
        ]
        let guid = [3, 2, 1, 0, 5, 4, 7, 6].map { uuid[$0] } + uuid[8...]
        binaries = [
            .init(name: "bytes", bytes: uuid), .init(name: "guid-bytes", bytes: guid),
            .init(name: "bytes-reversed", bytes: uuid.reversed()), .init(name: "decimal", bytes: Self.decimal(uuid)),
        ]
        inputs = [
            .init(name: "lower", bytes: lower), .init(name: "upper", bytes: upper),
            .init(name: "without-hyphens", bytes: digits), .init(name: "bytes", bytes: uuid),
            .init(name: "upper-without-hyphens", bytes: upperDigits),
            .init(name: "with-underscores", bytes: underscored),
            .init(name: "guid-bytes", bytes: guid), .init(name: "base64(lower)", bytes: Base64.encoded(lower)),
            .init(name: "base64(upper)", bytes: Base64.encoded(upper)),
            .init(name: "base64(without-hyphens)", bytes: Base64.encoded(digits)),
            .init(name: "base64(bytes)", bytes: Base64.encoded(uuid)),
            .init(name: "braced", bytes: [UInt8(ascii: "{")] + lower + [UInt8(ascii: "}")]),
        ]
        pieces = Self.pieces(lower, digits)
    }

    private static func pieces(_ lower: [UInt8], _ digits: [UInt8]) -> [Piece] {
        [
            Piece(form: .init("first-half", fragment: 0..<16), bytes: Array(lower[..<18])),
            Piece(form: .init("first-half", fragment: 0..<16), bytes: Array(digits[..<16])),
            Piece(form: .init("last-half", fragment: 16..<32), bytes: Array(lower[19...])),
            Piece(form: .init("last-half", fragment: 16..<32), bytes: Array(digits[16...])),
            Piece(form: .init("first-12-digits", .strong, fragment: 0..<12), bytes: Array(lower[..<13])),
            Piece(form: .init("first-12-digits", .strong, fragment: 0..<12), bytes: Array(digits[..<12])),
            Piece(form: .init("last-12-digits", .strong, fragment: 20..<32), bytes: Array(lower[24...])),
            Piece(form: .init("first-8-digits", .weak, fragment: 0..<8), bytes: Array(digits[..<8])),
        ]
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    private static func joined(_ digits: [UInt8], by separator: UInt8) -> [UInt8] {
        var result: [UInt8] = []
        for (position, digit) in digits.enumerated() {
            if position == 8 || position == 12 || position == 16 || position == 20 { result.append(separator) }
            result.append(digit)
        }
        return result
    }

    /// The bytes as one number, most significant first, in decimal digits.
    private static func decimal(_ bytes: [UInt8]) -> [UInt8] {
        var number = bytes
        var digits: [UInt8] = []
        while number.contains(where: { $0 != 0 }) {
            var rest = 0
            for index in number.indices {
                rest = rest << 8 | Int(number[index])
                number[index] = UInt8(rest / 10)
                rest %= 10
            }
            digits.append(0x30 + UInt8(rest))
        }
        return digits.reversed()
    }
}
