import HTTPModel

/// Finds a place on Earth as a pair of numbers, rounded or not, in either order.
///
/// One number alone stands in any traffic by chance; a pair with both signs within a hundredth of a degree did not in
/// hundreds of real requests. Within a tenth it did, so such a pair counts only behind a word for a place.
enum LocationSearch {
    /// Half of the last decimal that the contract lets be sent, in degrees, and a little for binary fractions.
    static let tolerance = 0.0051
    /// Bytes between the two numbers.
    static let reach = 300
    /// The same where one of them is known to a tenth alone, and before the first of them up to a word for a place.
    static let nearReach = 24
    /// Digits before and after the point.
    private static let longestWhole = 3
    private static let longestFraction = 17
    /// Digits of a number in millionths of a degree, or in tenths of those.
    private static let scaledDigits = 7...10

    struct Pair {
        let name: String
        let range: Range<Int>
        /// How near the numbers are, and how they are written.
        let form: DisguiseForm
    }

    private struct Number {
        let value: Double
        /// Digits after the point; nil of a whole number of small parts.
        let decimals: Int?
        let range: Range<Int>
    }

    private enum Nearness: Comparable { case exact, rounded, vague }

    private struct Match {
        let number: Number
        let nearness: Nearness
    }

    static func pairs(in bytes: UnsafeBufferPointer<UInt8>, of locations: [SoughtLocation]) -> [Pair] {
        guard !locations.isEmpty else { return [] }
        var pairs: [Pair] = []
        // The last number near a latitude or a longitude of each location.
        var latitudes: [Match?] = []
        var longitudes: [Match?] = []
        var index = 0
        while index < bytes.count {
            guard ASCII.isDigit(bytes[index]) else {
                index += 1
                continue
            }
            let (numbers, end) = numbers(in: bytes, from: index)
            index = end
            if latitudes.isEmpty, !numbers.isEmpty {
                latitudes = Array(repeating: nil, count: locations.count)
                longitudes = latitudes
            }
            for number in numbers {
                for (position, location) in locations.enumerated() {
                    if let match = match(number, location.latitude) { latitudes[position] = match }
                    if let match = match(number, location.longitude) { longitudes[position] = match }
                    guard let latitude = latitudes[position], let longitude = longitudes[position],
                        let pair = pair(latitude, longitude, location, bytes)
                    else { continue }
                    pairs.append(pair)
                    latitudes[position] = nil
                    longitudes[position] = nil
                }
            }
        }
        return pairs
    }

    // MARK: Pairs

    private static func pair(
        _ latitude: Match, _ longitude: Match, _ location: SoughtLocation, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Pair? {
        let (one, other) = (latitude.number, longitude.number)
        guard !one.range.overlaps(other.range), (one.decimals == nil) == (other.decimals == nil) else { return nil }
        let start = min(one.range.lowerBound, other.range.lowerBound)
        let end = max(one.range.upperBound, other.range.upperBound)
        guard end - start <= reach else { return nil }
        let range = start..<end
        let form: DisguiseForm
        if one.decimals == nil {
            form = DisguiseForm("whole-coordinates")
        } else {
            switch max(latitude.nearness, longitude.nearness) {
            case .exact: form = DisguiseForm("coordinates")
            case .rounded: form = DisguiseForm("coordinates-to-hundredths", .strong)
            case .vague:
                let gap = end - start - one.range.count - other.range.count
                guard gap <= nearReach, isPlace(bytes, max(0, start - nearReach)..<end) else { return nil }
                form = DisguiseForm("coordinates-to-tenths", .strong)
            }
        }
        return Pair(name: location.name, range: range, form: form)
    }

    /// Words that stand before a place, in lower case.
    private static let words = ["lat", "lon", "lng", "ll=", "ll\"", "geo", "loc", "coord", "gps", "pos"].map {
        Array($0.utf8)
    }

    private static func isPlace(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        range.contains { start in
            words.contains { word in
                start + word.count <= range.upperBound
                    && word.indices.allSatisfy { ASCII.lowercased(bytes[start + $0]) == word[$0] }
            }
        }
    }

    /// A number of fewer decimals may be the coordinate cut or rounded; the coordinate itself may be rounded.
    private static func match(_ number: Number, _ coordinate: Double) -> Match? {
        let distance = (number.value - coordinate).magnitude
        if distance <= tolerance { return Match(number: number, nearness: .exact) }
        switch number.decimals {
        case 1? where distance <= 0.1001: return Match(number: number, nearness: .vague)
        case 2? where distance <= 0.0101: return Match(number: number, nearness: .rounded)
        default: return nil
        }
    }

    // MARK: Numbers

    /// What the digits that begin here say, and where to go on.
    private static func numbers(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (numbers: [Number], end: Int) {
        let whole = end(ofDigitsIn: bytes, from: start)
        let isSigned = start > 0 && bytes[start - 1] == UInt8(ascii: "-")
        let first = isSigned ? start - 1 : start
        // The parts of a version or an address are no coordinates.
        let isPart = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
        guard whole < bytes.count, bytes[whole] == UInt8(ascii: ".") else {
            let isScaled = !isPart && scaledDigits.contains(whole - start) && !touchesLetter(bytes, start, whole)
            guard isScaled else { return ([], whole) }
            let value = value(bytes, start..<whole, isSigned)
            return ([1e6, 1e7].map { Number(value: value / $0, decimals: nil, range: first..<whole) }, whole)
        }
        let last = end(ofDigitsIn: bytes, from: whole + 1)
        let fraction = last - whole - 1
        let goesOn = last + 1 < bytes.count && bytes[last] == UInt8(ascii: ".") && ASCII.isDigit(bytes[last + 1])
        if goesOn { return ([], endOfParts(bytes, from: last)) }
        guard !isPart, whole - start <= longestWhole, (1...longestFraction).contains(fraction) else {
            return ([], max(last, whole + 1))
        }
        var number = value(bytes, start..<whole, false)
        var unit = 1.0
        for index in whole + 1..<last {
            unit /= 10
            number += unit * Double(bytes[index] - 0x30)
        }
        return ([Number(value: isSigned ? -number : number, decimals: fraction, range: first..<last)], last)
    }

    private static func value(
        _ bytes: UnsafeBufferPointer<UInt8>, _ digits: Range<Int>, _ isNegative: Bool
    ) -> Double {
        let value = digits.reduce(0.0) { $0 * 10 + Double(bytes[$1] - 0x30) }
        return isNegative ? -value : value
    }

    private static func end(ofDigitsIn bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, ASCII.isDigit(bytes[end]) { end += 1 }
        return end
    }

    /// Behind a run of digits and points.
    private static func endOfParts(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, ASCII.isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
        return end
    }

    private static func touchesLetter(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            bytes.indices.contains(index) && ASCII.lowercased(bytes[index]) &- 0x61 < 26
        }
        return isLetter(start - 1) || isLetter(end)
    }
}
