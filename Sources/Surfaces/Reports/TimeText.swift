package import CassetteFormat

/// Times of a tape as text.
package enum TimeText {
    /// Seconds since the tape's zero with milliseconds: `12.345`.
    package static func seconds(_ time: TapeTime) -> String {
        let milliseconds = time / 1_000_000
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }

    /// Wall clock in UTC with milliseconds (RFC 3339).
    package static func wall(_ time: TapeTime, _ header: TapeHeader) -> String {
        let nanoseconds = UInt64(max(0, header.wallNanoseconds)) &+ time
        let seconds = header.wallSeconds &+ Int64(clamping: nanoseconds / 1_000_000_000)
        let milliseconds = Int(nanoseconds / 1_000_000 % 1000)
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let second = Int(seconds - days * 86_400)
        let (year, month, day) = date(days)
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(digits(second / 3600, 2)):"
            + "\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2)).\(digits(milliseconds, 3))Z"
    }

    /// The Gregorian date of a day counted from 1970-01-01.
    private static func date(_ days: Int64) -> (Int, Int, Int) {
        // Years begin in March here, so that the leap day is a year's last.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), Int(month), Int(day))
    }

    private static func digits(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
