/// Writes ASN.1 values in the distinguished encoding (X.690), inner values before outer ones.
struct DERWriter {
    private(set) var bytes: [UInt8] = []

    enum Tag {
        static let boolean: UInt8 = 0x01
        static let integer: UInt8 = 0x02
        static let bitString: UInt8 = 0x03
        static let octetString: UInt8 = 0x04
        static let objectIdentifier: UInt8 = 0x06
        static let utf8String: UInt8 = 0x0c
        static let utcTime: UInt8 = 0x17
        static let generalizedTime: UInt8 = 0x18
        static let sequence: UInt8 = 0x30
        static let set: UInt8 = 0x31

        /// A context-specific tag whose content is itself encoded, or not.
        static func context(_ number: UInt8, constructed: Bool) -> UInt8 { (constructed ? 0xa0 : 0x80) | number }
    }

    static func encode(_ body: (inout DERWriter) -> Void) -> [UInt8] {
        var writer = DERWriter()
        body(&writer)
        return writer.bytes
    }

    mutating func raw(_ encoded: [UInt8]) { bytes += encoded }

    mutating func value(_ tag: UInt8, _ content: [UInt8]) {
        bytes.append(tag)
        let count = content.count
        if count < 0x80 {
            bytes.append(UInt8(count))
        } else {
            let octets = (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }.drop { $0 == 0 }
            bytes.append(0x80 | UInt8(octets.count))
            bytes += octets
        }
        bytes += content
    }

    mutating func nested(_ tag: UInt8, _ body: (inout DERWriter) -> Void) {
        value(tag, DERWriter.encode(body))
    }

    mutating func sequence(_ body: (inout DERWriter) -> Void) { nested(Tag.sequence, body) }

    mutating func boolean(_ value: Bool) { self.value(Tag.boolean, [value ? 0xff : 0x00]) }

    /// An unsigned integer in big-endian bytes.
    mutating func integer(_ magnitude: [UInt8]) {
        var content = [UInt8](magnitude.drop { $0 == 0 })
        if content.first.map({ $0 >= 0x80 }) ?? true { content.insert(0, at: 0) }
        value(Tag.integer, content)
    }

    mutating func bitString(_ content: [UInt8], unusedBits: UInt8 = 0) {
        value(Tag.bitString, [unusedBits] + content)
    }

    /// An object identifier by its content bytes.
    mutating func object(_ identifier: ObjectIdentifier) { value(Tag.objectIdentifier, identifier.content) }

    /// A time: `UTCTime` before 2050, `GeneralizedTime` from then on (RFC 5280 §4.1.2.5).
    mutating func time(_ seconds: Int64) {
        let date = CalendarTime(seconds)
        let rest = [date.month, date.day, date.hour, date.minute, date.second].map { DERWriter.digits($0, 2) }.joined()
        if (1950..<2050).contains(date.year) {
            value(Tag.utcTime, DERWriter.digits(date.year % 100, 2) + rest + [0x5a])
        } else {
            value(Tag.generalizedTime, DERWriter.digits(date.year, 4) + rest + [0x5a])
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> [UInt8] {
        var rest = number
        var text = [UInt8](repeating: 0x30, count: count)
        for index in text.indices.reversed() {
            text[index] += UInt8(rest % 10)
            rest /= 10
        }
        return text
    }

    struct ObjectIdentifier {
        let content: [UInt8]

        static let commonName = Self(content: [0x55, 0x04, 0x03])
        static let organization = Self(content: [0x55, 0x04, 0x0a])
        static let subjectKeyIdentifier = Self(content: [0x55, 0x1d, 0x0e])
        static let keyUsage = Self(content: [0x55, 0x1d, 0x0f])
        static let subjectAlternativeName = Self(content: [0x55, 0x1d, 0x11])
        static let basicConstraints = Self(content: [0x55, 0x1d, 0x13])
        static let nameConstraints = Self(content: [0x55, 0x1d, 0x1e])
        static let revocationListNumber = Self(content: [0x55, 0x1d, 0x14])
        static let revocationListPlaces = Self(content: [0x55, 0x1d, 0x1f])
        static let authorityKeyIdentifier = Self(content: [0x55, 0x1d, 0x23])
        static let extendedKeyUsage = Self(content: [0x55, 0x1d, 0x25])
        static let serverAuthentication = Self(content: [0x2b, 6, 1, 5, 5, 7, 3, 1])
        static let clientAuthentication = Self(content: [0x2b, 6, 1, 5, 5, 7, 3, 2])
        static let ecdsaWithSHA256 = Self(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])
        static let sha256WithRSA = Self(content: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b])
    }
}

/// The Gregorian date and time in UTC of a count of seconds since 1970.
struct CalendarTime: Equatable {
    let year, month, day, hour, minute, second: Int

    /// Seconds outside the years 0 to 9999 become the nearest second inside.
    init(_ seconds: Int64) {
        let clamped = Int(min(max(seconds, -62_167_219_200), 253_402_300_799))
        let days = (clamped - (clamped % 86_400 + 86_400) % 86_400) / 86_400
        let rest = clamped - days * 86_400
        // Days are counted from 1 March of year 0, so that the leap day is the last of its year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }
}
