/// How much of a value an appearance shows.
package enum MatchStrength: Int, Sendable, Hashable, Comparable {
    /// 32 bits: a hint, found by chance once in four thousand million places.
    case weak
    /// 48 bits, or fragments that make up three quarters of the value.
    case strong
    /// 64 bits or more.
    case proven

    package static func < (a: MatchStrength, b: MatchStrength) -> Bool { a.rawValue < b.rawValue }
}

/// A way in which a value may be written.
package struct DisguiseForm: Sendable, Hashable {
    /// `plain`, `sha256(lower)`, `first-12-digits`.
    package let name: String
    package let strength: MatchStrength
    /// The hexadecimal digits of a UUID that this form shows, where it shows a part alone.
    let fragment: Range<Int>?
    /// It shows what undoing a layer shows better, where that can be done.
    let isFallback: Bool

    init(
        _ name: String, _ strength: MatchStrength = .proven, fragment: Range<Int>? = nil, isFallback: Bool = false
    ) {
        self.name = name
        self.strength = strength
        self.fragment = fragment
        self.isFallback = isFallback
    }
}

/// A layer that was undone on the way to a value.
package struct UndoneLayer: Sendable, Hashable {
    /// `base64`, `gzip`, `protobuf-field`.
    package let name: String
    /// What was undone: a range of the bytes outside this layer.
    package let input: Range<Int>
    /// The part of it that gave the value, where the coding has a place for each byte; else all of it.
    package let place: Range<Int>

    /// The same, where the bytes outside begin so many bytes later.
    package func moved(by count: Int) -> UndoneLayer {
        UndoneLayer(
            name: name, input: input.lowerBound - count..<input.upperBound - count,
            place: place.lowerBound - count..<place.upperBound - count)
    }
}

/// A value found in a surface.
package struct Appearance: Sendable, Hashable {
    /// Its name: `visitor_id:1`.
    package let value: String
    /// Its position among the values that were given; nil for a location.
    package let index: Int?
    /// `plain`, `sha256(lower)`; with the digits shown where a digest is cut.
    package let form: String
    package let strength: MatchStrength
    /// Undone from the outside in; none where the value stands there as it is.
    package let layers: [UndoneLayer]
    /// In the innermost bytes.
    package let innermost: Range<Int>
    let fragment: Range<Int>?

    /// In the surface as sent.
    package var range: Range<Int> { layers.first?.place ?? innermost }

    /// The layers and the form: `percent > base64 > sha256(lower)`.
    package var path: String { (layers.map(\.name) + [form]).joined(separator: " > ") }

    /// Whether anything hides it.
    package var isPlain: Bool { layers.isEmpty && form == "plain" }

    func with(_ strength: MatchStrength, form: String) -> Appearance {
        Appearance(
            value: value, index: index, form: form, strength: strength, layers: layers, innermost: innermost,
            fragment: fragment)
    }

    /// The same, below one more layer that wraps all of so many bytes.
    func under(_ name: String, of size: Int) -> Appearance {
        Appearance(
            value: value, index: index, form: form, strength: strength,
            layers: [UndoneLayer(name: name, input: 0..<size, place: 0..<size)] + layers, innermost: innermost,
            fragment: fragment)
    }
}
