import HTTPModel

/// Where a URL carries the click ID, and how it is damaged where it does not carry it well.
package struct ClickIDReading: Sendable {
    package enum Spot: Sendable, Hashable {
        /// A parameter of the query.
        case query
        /// Behind `#`: no server receives it.
        case fragment
        /// Glued into another parameter's value by a second `?` or the like.
        case swallowed(by: String)
        /// Inside another parameter's value, properly encoded: a nested URL.
        case nested(in: String)
        /// As `amp;mk_cid`: HTML escaping was left in the URL.
        case escaped
        /// Under another case of the name, or with other marks between its words.
        case renamed(String)
    }

    package struct Occurrence: Sendable, Hashable {
        package let spot: Spot
        /// Decoded once.
        package let value: [UInt8]
        /// As sent.
        package let raw: [UInt8]
        /// The value's place in the URL.
        package let range: Range<Int>
        /// How often the nested URL around it was encoded; 0 where there is none.
        package var depth = 0
    }

    /// A nested URL is decoded so often and no more.
    package static let deepest = 3

    package let occurrences: [Occurrence]

    package init(_ url: some Collection<UInt8>, name: String) {
        let parts = URLBytes(url)
        let wanted = Array(name.utf8)
        var found: [Occurrence] = []
        for pair in parts.queryPairs {
            guard let range = pair.value else { continue }
            let own = PercentCoding.decoded(parts.bytes[pair.name], plusIsSpace: true)
            let raw = Array(parts.bytes[range])
            func add(_ spot: Spot, _ value: [UInt8], depth: Int = 0) {
                found.append(Occurrence(spot: spot, value: value, raw: raw, range: range, depth: depth))
            }
            let value = PercentCoding.decoded(raw, plusIsSpace: true)
            if own == wanted {
                add(.query, value)
            } else if own == Array("amp;".utf8) + wanted {
                add(.escaped, value)
            } else if Self.letters(own) == Self.letters(wanted) {
                add(.renamed(String(display: own)), value)
            } else if let inner = Self.value(after: wanted, in: raw) {
                add(.swallowed(by: String(display: own)), inner)
            } else if let (inner, depth) = Self.nested(wanted, in: value) {
                add(.nested(in: String(display: own)), inner, depth: depth)
            }
        }
        if let fragment = parts.fragment, let inner = Self.value(after: wanted, in: Array(parts.bytes[fragment])) {
            found.append(Occurrence(spot: .fragment, value: inner, raw: inner, range: fragment))
        }
        occurrences = found
    }

    /// The values that a server receives as the parameter itself, empty ones included.
    package var values: [[UInt8]] { occurrences.filter { $0.spot == .query }.map(\.value) }

    /// A name without case and without the marks between its words.
    private static func letters(_ name: [UInt8]) -> [UInt8] {
        let marks = [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " ")]
        return name.filter { !marks.contains($0) }.map(ASCII.lowercased)
    }

    private static func nested(_ name: [UInt8], in value: [UInt8]) -> ([UInt8], Int)? {
        var text = value
        for depth in 1...deepest {
            if let inner = Self.value(after: name, in: text) { return (inner, depth) }
            let next = PercentCoding.decoded(text)
            if next == text { return nil }
            text = next
        }
        return nil
    }

    /// What follows `name=` up to the next delimiter.
    private static func value(after name: [UInt8], in bytes: [UInt8]) -> [UInt8]? {
        let needle = name + [UInt8(ascii: "=")]
        guard bytes.count >= needle.count else { return nil }
        for start in 0...(bytes.count - needle.count) where bytes[start...].starts(with: needle) {
            if start > 0, ASCII.lowercased(bytes[start - 1]) &- 0x61 < 26 || bytes[start - 1] == UInt8(ascii: "_") {
                continue
            }
            let rest = bytes[(start + needle.count)...]
            return Array(rest.prefix { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "#") })
        }
        return nil
    }
}
