/// Dates and times as HAR files write them (ISO 8601, RFC 3339).
enum HARMoment {
    /// Nanoseconds since 1970 in UTC; nil for what is no date and time from 1970 to 2261.
    ///
    /// `T` may be a space, seconds and fraction may be missing, and a missing zone is UTC.
    static func nanoseconds(_ text: some RandomAccessCollection<UInt8>) -> Int64? {
        var reader = Digits(text.prefix(64).map(\.self))
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), (1970...2261).contains(year), (1...12).contains(month), day >= 1,
            day <= days(in: month, of: year), reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.number(2), reader.take(":"), let minute = reader.number(2), hour < 24, minute < 60
        else { return nil }
        var second: Int64 = 0
        var fraction: Int64 = 0
        if reader.take(":") {
            // 60 is a leap second (RFC 3339 §5.7).
            guard let number = reader.number(2), number <= 60 else { return nil }
            second = number
            if reader.take(".") || reader.take(",") {
                guard let number = reader.fraction() else { return nil }
                fraction = number
            }
        }
        guard let zone = reader.zone(), reader.isAtEnd else { return nil }
        let seconds = dayNumber(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - zone
        return seconds < 0 ? nil : seconds * 1_000_000_000 + fraction
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

private struct Digits {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    private var digit: Int64? {
        guard offset < bytes.count, bytes[offset] &- 0x30 < 10 else { return nil }
        return Int64(bytes[offset] & 15)
    }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    mutating func number(_ width: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<width {
            guard let digit else { return nil }
            value = value * 10 + digit
            offset += 1
        }
        return value
    }

    /// In nanoseconds; digits past the ninth are finer than the tape's clock.
    mutating func fraction() -> Int64? {
        guard digit != nil else { return nil }
        var value: Int64 = 0
        var unit: Int64 = 100_000_000
        while let digit {
            value += digit * unit
            unit /= 10
            offset += 1
        }
        return value
    }

    /// Seconds east of UTC.
    mutating func zone() -> Int64? {
        if isAtEnd || take("Z") || take("z") { return 0 }
        let sign: Int64 = take("-") ? -1 : 1
        guard sign == -1 || take("+"), let hours = number(2), hours < 24 else { return nil }
        _ = take(":")
        guard !isAtEnd else { return sign * hours * 3_600 }
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
