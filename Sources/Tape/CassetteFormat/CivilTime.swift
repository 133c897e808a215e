/// Date and time of the Gregorian calendar in UTC, as ISO 8601 text.
package enum CivilTime {
    /// The seconds whose years have four digits.
    package static let years: Range<Int64> = -62_167_219_200..<253_402_300_800

    /// `2026-11-30T06:41:48.123456789Z`; the fraction without trailing zeros, left out when it is zero.
    package static func text(seconds: Int64, nanoseconds: Int32 = 0) -> String {
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        let (year, month, day) = date(days)
        var text = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
        text += "T" + padded(rest / 3_600, 2) + ":" + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2)
        if nanoseconds > 0 {
            var fraction = padded(Int64(nanoseconds), 9)
            while fraction.hasSuffix("0") { fraction.removeLast() }
            text += "." + fraction
        }
        return text + "Z"
    }

    /// Reads what ``text(seconds:nanoseconds:)`` gives; nil for any other form.
    package static func parse(_ text: String) -> (seconds: Int64, nanoseconds: Int32)? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
        for (place, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] {
            guard bytes[place] == mark.utf8.first else { return nil }
        }
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for byte in bytes[range] {
                guard byte &- 0x30 < 10 else { return nil }
                value = value * 10 + Int64(byte & 15)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        var nanoseconds: Int64 = 0
        if bytes.count > 20 {
            let digits = bytes.count - 21
            guard bytes[19] == UInt8(ascii: "."), (1...9).contains(digits),
                let fraction = number(20..<bytes.count - 1)
            else { return nil }
            nanoseconds = fraction
            for _ in digits..<9 { nanoseconds *= 10 }
        }
        let seconds = dayNumber(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
        return (seconds, Int32(nanoseconds))
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value.magnitude)
        return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    // Both by H. Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, eras have 400 years.

    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
