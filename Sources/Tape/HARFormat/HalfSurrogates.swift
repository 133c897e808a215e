/// Half surrogates U+DC80 to U+DCFF, by which some writers tell bytes that are not UTF-8 (Python's surrogateescape).
///
/// JSON text has no way for them, so they travel as characters of the private use area and are taken back afterwards.
enum HalfSurrogates {
    /// Writes each `\udc80`…`\udcff` that is not the second half of a pair as `\uf780`…`\uf7ff`; nil without any.
    static func escaped(_ json: [UInt8]) -> [UInt8]? {
        var result = json
        var index = 0
        var isChanged = false
        while index + 6 <= json.count {
            guard json[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard json[index + 1] == UInt8(ascii: "u") else {
                index += 2
                continue
            }
            let digits = json[index + 2..<index + 6].map { $0 | 0x20 }
            guard digits[0] == UInt8(ascii: "d") else {
                index += 6
                continue
            }
            if "89ab".utf8.contains(digits[1]) {
                index += 12
                continue
            }
            let isByte = digits[2] >= UInt8(ascii: "8")
            if digits[1] == UInt8(ascii: "c"), isByte {
                result[index + 2] = UInt8(ascii: "f")
                result[index + 3] = UInt8(ascii: "7")
                isChanged = true
            }
            index += 6
        }
        return isChanged ? result : nil
    }

    /// Such characters turned into the bytes they stand for.
    static func restored(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            // U+F780 to U+F7FF are EF 9E 80 to EF 9F BF.
            if text[index] == 0xEF, index + 2 < text.count, text[index + 1] & 0xFE == 0x9E {
                result.append(0x80 | (text[index + 1] & 1) << 6 | text[index + 2] & 0x3F)
                index += 3
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }
}
