import HTTPModel

/// How a host stands to the base host. A label for people; the verdict is equality alone.
package enum HostRelation: String, Hashable, Sendable, CaseIterable {
    case exact, subdomain, parent, sibling, lookalike, foreign

    /// - Parameters:
    ///   - host: in its normal form.
    ///   - base: likewise.
    package init(_ host: String, to base: String) {
        let (one, other) = (Array(host.utf8), Array(base.utf8))
        if one == other {
            self = .exact
        } else if Self.isAddress(one) || Self.isAddress(other) {
            self = .foreign
        } else if one.count > other.count, one.suffix(other.count + 1).elementsEqual([UInt8(ascii: ".")] + other) {
            self = .subdomain
        } else if let parent = Self.parent(base), host == parent {
            self = .parent
        } else if let parent = Self.parent(base), host.hasSuffix("." + parent) {
            self = .sibling
        } else {
            self = Lookalike.isOne(one, of: other) ? .lookalike : .foreign
        }
    }

    /// The name one label up, where it is still a name that one party owns. Without a public suffix list: two labels
    /// at least, and not of the form `com.br`, `co.uk`.
    private static func parent(_ host: String) -> String? {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 3 else { return nil }
        let parent = labels.dropFirst()
        if parent.count == 2, let last = parent.last, let first = parent.first, last.utf8.count == 2,
            first.utf8.count <= 3
        {
            return nil
        }
        return parent.joined(separator: ".")
    }

    private static func isAddress(_ host: [UInt8]) -> Bool {
        host.contains(UInt8(ascii: ":")) || host.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    }
}

/// Names that a person, or a careless comparison, takes for another.
enum Lookalike {
    static func isOne(_ host: [UInt8], of base: [UInt8]) -> Bool {
        if holds(host, base) { return true }
        // The same name below another suffix.
        if base.count > host.count, base.starts(with: host), base[host.count] == UInt8(ascii: "."),
            host.count(where: { $0 == UInt8(ascii: ".") }) >= 2
        {
            return true
        }
        if isOneEditAway(host, base) { return true }
        return skeleton(host) == skeleton(base)
    }

    private static func holds(_ host: [UInt8], _ name: [UInt8]) -> Bool {
        guard !name.isEmpty, host.count >= name.count else { return false }
        return (0...host.count - name.count).contains { host[$0] == name[0] && host[$0...].starts(with: name) }
    }

    /// Whether one letter more, less, other or two exchanged make one of the other (Damerau).
    static func isOneEditAway(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        let (long, short) = a.count >= b.count ? (a, b) : (b, a)
        guard long.count - short.count <= 1 else { return false }
        let head = zip(long, short).prefix { $0 == $1 }.count
        let (restLong, restShort) = (long[head...], short[head...])
        if long.count > short.count { return restLong.dropFirst().elementsEqual(restShort) }
        if restLong.dropFirst().elementsEqual(restShort.dropFirst()) { return true }
        guard restLong.count >= 2, restLong.dropFirst(2).elementsEqual(restShort.dropFirst(2)) else { return false }
        return restLong[head] == restShort[head + 1] && restLong[head + 1] == restShort[head]
    }

    /// Letters that look alike become one; labels in `xn--` are decoded first.
    static func skeleton(_ host: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        for (index, label) in host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).enumerated() {
            if index > 0 { text.append(UInt8(ascii: ".")) }
            if label.starts(with: "xn--".utf8), let scalars = Punycode.decoded(label.dropFirst(4)) {
                for scalar in scalars { text += plain(scalar) }
            } else {
                text += label
            }
        }
        return folded(text)
    }

    private static func folded(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            let pair = index + 1 < text.count ? (text[index], text[index + 1]) : (text[index], 0)
            switch pair {
            case (UInt8(ascii: "r"), UInt8(ascii: "n")): result.append(UInt8(ascii: "m"))
            case (UInt8(ascii: "v"), UInt8(ascii: "v")): result.append(UInt8(ascii: "w"))
            case (UInt8(ascii: "c"), UInt8(ascii: "l")): result.append(UInt8(ascii: "d"))
            default:
                result.append(one(text[index]))
                index += 1
                continue
            }
            index += 2
        }
        return result
    }

    private static func one(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "1"), UInt8(ascii: "l"): UInt8(ascii: "i")
        case UInt8(ascii: "3"): UInt8(ascii: "e")
        case UInt8(ascii: "4"): UInt8(ascii: "a")
        case UInt8(ascii: "5"): UInt8(ascii: "s")
        default: byte
        }
    }

    /// The Latin letter that a letter of Cyrillic, Greek or of accents is taken for.
    private static func plain(_ scalar: Unicode.Scalar) -> [UInt8] {
        let alike: [UInt32: UInt8] = [
            0x430: 0x61, 0x435: 0x65, 0x43E: 0x6F, 0x440: 0x70, 0x441: 0x63, 0x443: 0x79, 0x445: 0x78, 0x456: 0x69,
            0x458: 0x6A, 0x455: 0x73, 0x4BB: 0x68, 0x501: 0x64, 0x51B: 0x71, 0x51D: 0x77, 0x3B1: 0x61, 0x3BF: 0x6F,
            0x3C1: 0x70, 0x3B9: 0x69, 0x3BD: 0x76, 0x131: 0x69, 0x451: 0x65, 0x43A: 0x6B, 0x43C: 0x6D, 0x442: 0x74,
            0x3BA: 0x6B, 0x3C4: 0x74,
        ]
        if let letter = alike[scalar.value] { return [letter] }
        if scalar.isASCII { return [UInt8(truncatingIfNeeded: scalar.value)] }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .format: return []
        default: break
        }
        // A letter with an accent is the letter.
        switch scalar.value {
        case 0xE0...0xE5: return [0x61]
        case 0xE8...0xEB: return [0x65]
        case 0xEC...0xEF: return [0x69]
        case 0xF2...0xF6: return [0x6F]
        case 0xF9...0xFC: return [0x75]
        case 0xE7: return [0x63]
        case 0xF1: return [0x6E]
        default: return Array(String(scalar).utf8)
        }
    }
}
