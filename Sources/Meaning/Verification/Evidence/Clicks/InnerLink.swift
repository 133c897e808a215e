import HTTPModel
import SDKContracts

/// A URL that another URL carries in a parameter: the landing that a tracker is to lead to.
struct InnerLink {
    /// The parameter's, decoded.
    let name: String
    /// Decoded once.
    let url: [UInt8]
    /// The parameters after it, where it stands there without encoding and has a query of its own: whose are they?
    let swallows: [String]
    /// One slash alone follows the scheme.
    let hasLostSlash: Bool

    static func all(in target: some Collection<UInt8>) -> [InnerLink] {
        let parts = URLBytes(target)
        return parts.queryPairs.compactMap { pair in
            guard let range = pair.value else { return nil }
            let raw = parts.bytes[range]
            let value = PercentCoding.decoded(raw, plusIsSpace: true)
            guard let slashes = slashesAfterScheme(value), slashes > 0 else { return nil }
            let isPlain = raw.contains(UInt8(ascii: ":")) && raw.contains(UInt8(ascii: "?"))
            let rest = parts.bytes[range.upperBound..<(parts.query?.upperBound ?? range.upperBound)]
            return InnerLink(
                name: String(display: PercentCoding.decoded(parts.bytes[pair.name], plusIsSpace: true)), url: value,
                swallows: isPlain ? QueryNames.all(in: [UInt8(ascii: "?")] + rest) : [], hasLostSlash: slashes == 1)
        }
    }

    /// How many slashes follow `http:` or `https:`; nil where the text begins with neither.
    private static func slashesAfterScheme(_ text: [UInt8]) -> Int? {
        let url = URLBytes(text)
        guard url.webScheme != nil, let scheme = url.scheme else { return nil }
        return text[(scheme.upperBound + 1)...].prefix { $0 == UInt8(ascii: "/") }.count
    }

    /// The names of its own parameters.
    var names: [String] { QueryNames.all(in: url) }
}
