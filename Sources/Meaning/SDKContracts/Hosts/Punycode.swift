/// Labels that are not ASCII, in ASCII (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let (tMin, tMax, skew, damp, initialBias, initialN) = (1, 26, 38, 700, 72, 128)

    /// Without `xn--`; nil where a number grows beyond all use.
    static func encoded(_ label: [Unicode.Scalar]) -> [UInt8]? {
        var output = label.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let basic = output.count
        var handled = basic
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var (n, delta, bias) = (initialN, 0, initialBias)
        while handled < label.count {
            guard let next = label.map({ Int($0.value) }).filter({ $0 >= n }).min() else { return nil }
            delta += (next - n) * (handled + 1)
            guard delta < 1 << 30 else { return nil }
            n = next
            for scalar in label {
                let value = Int(scalar.value)
                if value < n { delta += 1 }
                guard value == n else { continue }
                var q = delta
                var k = base
                while true {
                    let t = threshold(k, bias)
                    if q < t { break }
                    output.append(digit(t + (q - t) % (base - t)))
                    q = (q - t) / (base - t)
                    k += base
                }
                output.append(digit(q))
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return output
    }

    /// Of what follows `xn--`; nil where it is no such text.
    static func decoded(_ text: some Collection<UInt8>) -> [Unicode.Scalar]? {
        let text = Array(text)
        guard text.count <= 63 else { return nil }
        let dash = text.lastIndex(of: UInt8(ascii: "-"))
        var output = text[..<(dash ?? 0)].map { Unicode.Scalar($0) }
        var (n, index, bias) = (initialN, 0, initialBias)
        var position = dash.map { $0 + 1 } ?? 0
        while position < text.count {
            let old = index
            var (weight, k) = (1, base)
            while true {
                guard position < text.count, let value = value(of: text[position]) else { return nil }
                position += 1
                index += value * weight
                guard index < 1 << 30, weight < 1 << 30 else { return nil }
                let t = threshold(k, bias)
                if value < t { break }
                weight *= base - t
                k += base
            }
            bias = adapted(index - old, output.count + 1, isFirst: old == 0)
            n += index / (output.count + 1)
            index %= output.count + 1
            guard let number = UInt32(exactly: n), let scalar = Unicode.Scalar(number) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, tMin), tMax) }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
    }

    private static func value(of byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 0x61
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 0x41
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30 + 26
        default: nil
        }
    }
}
