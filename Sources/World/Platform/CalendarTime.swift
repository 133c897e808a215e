/// A moment in UTC by the Gregorian calendar (the civil-from-days algorithm; no time zones, no leap seconds).
package struct CalendarTime: Hashable, Sendable {
    package let year: Int64
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int

    package init(secondsSince1970 seconds: Int64) {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = Int(seconds - days * 86_400)
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest % 3_600 / 60
        second = rest % 60
    }

    /// `2026-11-30T06:41:48Z`.
    package var iso8601: String {
        "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))Z"
    }

    /// `20261130-064148`, for names of files.
    package var compact: String {
        "\(year)\(two(month))\(two(day))-\(two(hour))\(two(minute))\(two(second))"
    }

    private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
