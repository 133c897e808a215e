import IdentityTrace
import HTTPModel

/// A value that is looked for.
package struct SoughtValue: Sendable, Hashable {
    /// How reports call it, without telling it: `visitor_id:1`.
    package let name: String
    package let bytes: [UInt8]
    /// Also its common disguises alone, for values of which there are many.
    package let isSearchedInFull: Bool

    /// Shorter values stand in any text by chance, and are told by their field's name alone.
    package static let shortest = 8

    package init(_ name: String, _ bytes: [UInt8], isSearchedInFull: Bool = true) {
        self.name = name
        self.bytes = bytes
        self.isSearchedInFull = isSearchedInFull
    }

    /// The sixteen bytes of a UUID, written with hyphens or without; nil of any other value.
    var uuid: [UInt8]? {
        let digits = UUIDText.isValid(bytes) ? bytes.filter { $0 != UInt8(ascii: "-") } : bytes
        guard digits.count == 32 else { return nil }
        var result: [UInt8] = []
        for index in stride(from: 0, to: 32, by: 2) {
            guard let high = ASCII.hexValue(digits[index]), let low = ASCII.hexValue(digits[index + 1]) else {
                return nil
            }
            result.append(high << 4 | low)
        }
        return result
    }
}

/// A place on Earth that is looked for as a pair of numbers.
package struct SoughtLocation: Sendable, Hashable {
    package let name: String
    package let latitude: Double
    package let longitude: Double

    package init(_ name: String, latitude: Double, longitude: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A value that is public or known, and that others may mix into a digest.
package struct KnownSalt: Sendable, Hashable {
    package let name: String
    package let bytes: [UInt8]

    package init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
