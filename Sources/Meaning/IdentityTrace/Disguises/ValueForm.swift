/// A form in which a value may be written; the search looks for each form of each value.
package protocol ValueForm: Sendable {
    /// A short name for reports: `plain`, `without-hyphens`.
    var name: String { get }
    /// The value so written; nil where this form would not differ or could not be told from chance.
    func written(_ value: KnownValue) -> [UInt8]?
}

/// The value as it is.
package struct PlainForm: ValueForm {
    package let name = "plain"

    package init() {}

    package func written(_ value: KnownValue) -> [UInt8]? { value.value }
}

/// A UUID as 32 digits.
package struct UnhyphenatedForm: ValueForm {
    package let name = "without-hyphens"

    package init() {}

    package func written(_ value: KnownValue) -> [UInt8]? {
        guard UUIDText.isValid(value.value) else { return nil }
        return value.value.filter { $0 != UInt8(ascii: "-") }
    }
}

/// Thirty-two digits as a UUID.
package struct HyphenatedForm: ValueForm {
    package let name = "with-hyphens"

    package init() {}

    package func written(_ value: KnownValue) -> [UInt8]? {
        guard value.value.count == 32 else { return nil }
        var result: [UInt8] = []
        for (position, digit) in value.value.enumerated() {
            if position == 8 || position == 12 || position == 16 || position == 20 { result.append(UInt8(ascii: "-")) }
            result.append(digit)
        }
        return UUIDText.isValid(result) ? result : nil
    }
}
