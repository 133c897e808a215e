import HTTPModel
import SDKContracts

/// A macro of a consent signal in a URL: `[…]`, `${…}`, and the forms in which they are percent-encoded.
struct ConsentMacro {
    /// With the fences.
    let place: Range<Int>
    let name: String

    /// The ID in `GDPR_CONSENT_nnn`; nil for any other macro.
    var vendor: Int? {
        let prefix = MetrikeVocabulary.vendorConsentMacro
        guard name.hasPrefix(prefix) else { return nil }
        return Int(name.dropFirst(prefix.utf8.count)).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }

    /// The first one at or after a position.
    static func first(in bytes: [UInt8], from start: Int = 0) -> ConsentMacro? {
        var start = start
        while let (place, name) = next(in: bytes, from: start) {
            if MetrikeVocabulary.consentMacros.contains(where: { isNamed(bytes[name], $0) }) {
                return ConsentMacro(place: place, name: String(display: bytes[name]))
            }
            start = place.upperBound
        }
        return nil
    }

    static func all(in bytes: [UInt8]) -> [ConsentMacro] {
        var macros: [ConsentMacro] = []
        while let macro = first(in: bytes, from: macros.last?.place.upperBound ?? 0) { macros.append(macro) }
        return macros
    }

    /// Whole, or with the number of a vendor.
    private static func isNamed(_ name: ArraySlice<UInt8>, _ macro: String) -> Bool {
        guard name.starts(with: macro.utf8) else { return false }
        let rest = name.dropFirst(macro.utf8.count)
        return rest.isEmpty || (rest.first == 0x5F && rest.count > 1 && rest.dropFirst().allSatisfy(ASCII.isDigit))
    }

    private static let fences: [(open: [UInt8], close: [UInt8])] = [
        ("${", "}"), ("[", "]"), ("%24%7B", "%7D"), ("$%7B", "%7D"), ("%5B", "%5D"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    private static func next(in bytes: [UInt8], from start: Int) -> (place: Range<Int>, name: Range<Int>)? {
        for position in bytes.indices.dropFirst(start) where isOpening(bytes[position]) {
            for fence in fences where begins(bytes, at: position, fence.open) {
                let inner = position + fence.open.count
                let end = bytes[inner...].prefix(48).firstIndex { !isNameByte($0) }
                if let end, end > inner, begins(bytes, at: end, fence.close) {
                    return (position..<end + fence.close.count, inner..<end)
                }
            }
        }
        return nil
    }

    private static func isOpening(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "[") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "%")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == 0x5F || byte &- 0x41 < 26 || ASCII.isDigit(byte)
    }

    private static func begins(_ bytes: [UInt8], at start: Int, _ text: [UInt8]) -> Bool {
        guard bytes.count - start >= text.count else { return false }
        return text.indices.allSatisfy { ASCII.lowercased(bytes[start + $0]) == ASCII.lowercased(text[$0]) }
    }
}
