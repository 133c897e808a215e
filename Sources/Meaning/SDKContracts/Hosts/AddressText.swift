import HTTPModel

/// IPv4 addresses as URLs may write them: decimal, octal and hexadecimal, with fewer than four parts (WHATWG URL §3.5).
enum IPv4Text {
    enum Reading: Equatable {
        case name
        case address(String)
        /// It ends in a number, and is no address.
        case broken
    }

    static func reading(_ labels: [ArraySlice<UInt8>]) -> Reading {
        guard let last = labels.last, last.allSatisfy(ASCII.isDigit) || number(last) != nil else { return .name }
        guard labels.count <= 4 else { return .broken }
        var numbers: [UInt64] = []
        for label in labels {
            guard let number = number(label) else { return .broken }
            numbers.append(number)
        }
        let tail = numbers.removeLast()
        guard numbers.allSatisfy({ $0 < 256 }), tail < 1 << UInt64(8 * (4 - numbers.count)) else { return .broken }
        var value = tail
        for (index, number) in numbers.enumerated() { value += number << UInt64(8 * (3 - index)) }
        return .address([24, 16, 8, 0].map { "\(value >> UInt64($0) & 255)" }.joined(separator: "."))
    }

    private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
        guard !label.isEmpty else { return nil }
        var digits = label
        var radix: UInt64 = 10
        if label.first == UInt8(ascii: "0"), label.count > 1 {
            digits = label.dropFirst()
            radix = 8
            if ASCII.lowercased(digits[digits.startIndex]) == UInt8(ascii: "x") {
                digits = digits.dropFirst()
                radix = 16
            }
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = ASCII.hexValue(byte), UInt64(digit) < radix else { return nil }
            value = value * radix + UInt64(digit)
            guard value < 1 << 40 else { return nil }
        }
        return value
    }
}

/// IPv6 addresses in the form of RFC 5952; without zone.
enum IPv6Text {
    static func canonical(_ bytes: [UInt8]) -> String? {
        guard bytes.count <= 45, let groups = groups(bytes) else { return nil }
        var best = 0..<0
        var start: Int?
        for index in 0...8 {
            if index < 8, groups[index] == 0 {
                start = start ?? index
            } else if let begun = start {
                if index - begun > max(best.count, 1) { best = begun..<index }
                start = nil
            }
        }
        func text(_ range: Range<Int>) -> String {
            groups[range].map { String($0, radix: 16) }.joined(separator: ":")
        }
        return best.isEmpty ? text(0..<8) : "\(text(0..<best.lowerBound))::\(text(best.upperBound..<8))"
    }

    private static func groups(_ bytes: [UInt8]) -> [UInt16]? {
        let text = bytes[...]
        guard let gap = firstGap(text) else {
            guard let groups = run(text), groups.count == 8 else { return nil }
            return groups
        }
        let rest = text[(gap + 2)...]
        guard firstGap(rest) == nil, rest.first != UInt8(ascii: ":"), let head = run(text[..<gap]),
            let tail = run(rest), head.count + tail.count < 8
        else { return nil }
        return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func firstGap(_ text: ArraySlice<UInt8>) -> Int? {
        text.indices.dropLast().first { text[$0] == UInt8(ascii: ":") && text[$0 + 1] == UInt8(ascii: ":") }
    }

    /// Groups between single colons; the last may be an IPv4 address.
    private static func run(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                let numbers = part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
                    $0.count <= 3 ? UInt16(String(decoding: $0, as: UTF8.self)) : nil
                }
                guard numbers.count == 4 else { return nil }
                let bytes = numbers.compactMap { $0 }.filter { $0 < 256 }
                guard bytes.count == 4 else { return nil }
                groups += [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
                continue
            }
            guard (1...4).contains(part.count), part.allSatisfy({ ASCII.hexValue($0) != nil }),
                let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
            else { return nil }
            groups.append(group)
        }
        return groups
    }
}
