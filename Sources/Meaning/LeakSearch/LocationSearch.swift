import HTTPModel

/// Finds a place on Earth as a pair of decimal numbers, rounded or not, in either order.
///
/// One number alone stands in any traffic by chance; a pair with both signs within a hundredth of a degree did not in
/// hundreds of real requests.
enum LocationSearch {
    /// Half of the last decimal that the contract lets be sent, in degrees, and a little for binary fractions.
    static let tolerance = 0.0051
    /// Bytes between the two numbers.
    static let reach = 300
    /// Digits before and after the point.
    private static let longestWhole = 3
    private static let longestFraction = 17

    struct Pair {
        let name: String
        let range: Range<Int>
    }

    private struct Number {
        let value: Double
        let range: Range<Int>
    }

    static func pairs(in bytes: UnsafeBufferPointer<UInt8>, of locations: [SoughtLocation]) -> [Pair] {
        guard !locations.isEmpty else { return [] }
        var pairs: [Pair] = []
        // The last number near a latitude or a longitude of each location.
        var latitudes = [Number?](repeating: nil, count: locations.count)
        var longitudes = latitudes
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "."), let number = number(in: bytes, around: index) else { continue }
            index = number.range.upperBound - 1
            for (position, location) in locations.enumerated() {
                if abs(number.value, location.latitude) { latitudes[position] = number }
                if abs(number.value, location.longitude) { longitudes[position] = number }
                guard let latitude = latitudes[position], let longitude = longitudes[position],
                    !latitude.range.overlaps(longitude.range)
                else { continue }
                let start = min(latitude.range.lowerBound, longitude.range.lowerBound)
                let end = max(latitude.range.upperBound, longitude.range.upperBound)
                guard end - start <= reach else { continue }
                pairs.append(Pair(name: location.name, range: start..<end))
                latitudes[position] = nil
                longitudes[position] = nil
            }
        }
        return pairs
    }

    private static func abs(_ number: Double, _ coordinate: Double) -> Bool {
        let difference = number - coordinate
        return difference <= tolerance && difference >= -tolerance
    }

    private static func number(in bytes: UnsafeBufferPointer<UInt8>, around point: Int) -> Number? {
        var start = point
        while start > 0, ASCII.isDigit(bytes[start - 1]), point - start <= longestWhole { start -= 1 }
        var end = point + 1
        while end < bytes.count, ASCII.isDigit(bytes[end]), end - point <= longestFraction + 1 { end += 1 }
        guard point - start >= 1, point - start <= longestWhole, end - point >= 2, end - point <= longestFraction + 1
        else { return nil }
        // The parts of a version or an address are no coordinates.
        if start > 0, bytes[start - 1] == UInt8(ascii: ".") { return nil }
        if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."), ASCII.isDigit(bytes[end + 1]) { return nil }
        var value = 0.0
        for index in start..<point { value = value * 10 + Double(bytes[index] - 0x30) }
        var unit = 1.0
        for index in point + 1..<end {
            unit /= 10
            value += unit * Double(bytes[index] - 0x30)
        }
        if start > 0, bytes[start - 1] == UInt8(ascii: "-") {
            start -= 1
            value = -value
        }
        return Number(value: value, range: start..<end)
    }
}
