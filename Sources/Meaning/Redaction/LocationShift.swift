import HTTPModel

/// Moves places by a multiple of a hundredth of a degree, the same for all of a tape: rounding and moving then give the
/// same in either order.
struct LocationShift: Sendable {
    /// Hundredths of a degree.
    let latitude: Int
    let longitude: Int

    /// How far a number may be from a place and still be it, in degrees.
    private static let reach = 0.0103
    /// At least so many hundredths, and at most.
    private static let distance = 30...700
    private static let mostAttempts = 1_000

    /// Nil where no shift keeps every place on the globe and away from every other place.
    init?(latitudes: [Double], longitudes: [Double], _ pseudonyms: Pseudonyms) {
        let pick = { (name: String, values: [Double], limit: Double) -> Int? in
            for attempt in 0..<Self.mostAttempts {
                let sign = pseudonyms.number("\(name) sign", in: 0...1, attempt: attempt) == 0 ? 1 : -1
                let shift = sign * pseudonyms.number(name, in: Self.distance, attempt: attempt)
                let isFit = values.allSatisfy { value in
                    let moved = value + Double(shift) / 100
                    // Its sign stays, so that texts keep their length but for a digit.
                    return moved.magnitude < limit && (moved < 0) == (value < 0)
                        && values.allSatisfy { ($0 - moved).magnitude > Self.reach }
                }
                if isFit { return shift }
            }
            return nil
        }
        guard let latitude = pick("latitude", latitudes, 90),
            let longitude = pick("longitude", longitudes, 180)
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The decimal number moved, its decimals kept, at least two of them; nil where it is no such number.
    static func moved(_ text: ArraySlice<UInt8>, by hundredths: Int) -> [UInt8]? {
        let isNegative = text.first == UInt8(ascii: "-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...3).contains(parts[0].count), parts[1].count <= 15 else { return nil }
        var fraction = Array(parts[1])
        while fraction.count < 2 { fraction.append(0x30) }
        var number = 0
        for digit in parts[0] + fraction {
            guard ASCII.isDigit(digit) else { return nil }
            let (product, overflows) = number.multipliedReportingOverflow(by: 10)
            guard !overflows, product < Int.max - 9 else { return nil }
            number = product + Int(digit - 0x30)
        }
        var unit = hundredths
        for _ in 2..<max(2, fraction.count) {
            let (product, overflows) = unit.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            unit = product
        }
        let moved = (isNegative ? -number : number) + unit
        var digits = Array(String(moved.magnitude).utf8)
        while digits.count <= fraction.count { digits.insert(0x30, at: 0) }
        digits.insert(UInt8(ascii: "."), at: digits.count - fraction.count)
        return (moved < 0 ? [UInt8(ascii: "-")] : []) + digits
    }

    /// As the search has it, in degrees.
    private static let nearness = 0.0051

    /// A number that stands for a coordinate, moved with it: one of few decimals stands for it still, cut as it was,
    /// and one in millionths of a degree, or tenths of those, moves by as many of them. Nil where it is another number.
    static func moved(_ text: ArraySlice<UInt8>, near degrees: Double, by hundredths: Int) -> [UInt8]? {
        guard let value = value(text) else { return nil }
        guard let point = text.firstIndex(of: UInt8(ascii: ".")) else {
            for (parts, unit) in [(1e6, 10_000), (1e7, 100_000)]
            where (value / parts - degrees).magnitude <= nearness {
                return Int(String(decoding: text, as: UTF8.self)).map { Array(String($0 + hundredths * unit).utf8) }
            }
            return nil
        }
        let distance = (value - degrees).magnitude
        if distance <= nearness { return moved(text, by: hundredths) }
        let decimals = text.endIndex - point - 1
        guard decimals == 1 && distance <= 0.1001 || decimals == 2 && distance <= 0.0101 else { return nil }
        if decimals == 2 { return moved(text, by: hundredths) }
        // Tenths cannot move by hundredths: the moved coordinate is cut to tenths.
        let whole = Int(degrees * 100 + (degrees < 0 ? -0.5 : 0.5)) + hundredths
        let tenths = whole.magnitude / 10
        return (whole < 0 ? [UInt8(ascii: "-")] : []) + Array("\(tenths / 10).\(tenths % 10)".utf8)
    }

    /// The places of the numbers in a range, signs included.
    static func numbers(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard ASCII.isDigit(bytes[index]) else {
                index += 1
                continue
            }
            var start = index
            while index < range.upperBound, ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: ".") {
                index += 1
            }
            if start > 0, bytes[start - 1] == UInt8(ascii: "-") { start -= 1 }
            result.append(start..<index)
        }
        return result
    }

    static func value(_ text: ArraySlice<UInt8>) -> Double? { Double(String(decoding: text, as: UTF8.self)) }
}
