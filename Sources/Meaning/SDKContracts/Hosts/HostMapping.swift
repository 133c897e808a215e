/// The part of UTS 46's mapping that can be told without its tables.
enum HostMapping {
    /// What a scalar becomes; nothing where it is dropped.
    static func mapped(
        _ scalar: Unicode.Scalar, _ remarks: inout Set<HostName.Remark>
    ) throws(HostFault) -> [Unicode.Scalar] {
        let value = scalar.value
        if scalar.isASCII { return Array(scalar.properties.lowercaseMapping.unicodeScalars) }
        switch value {
        case 0x3002, 0xFF0E, 0xFF61:
            remarks.insert(.mapped)
            return ["."]
        case 0xFF01...0xFF5E:
            remarks.insert(.mapped)
            guard let plain = Unicode.Scalar(value - 0xFEE0) else { throw .unmapped(value) }
            return Array(plain.properties.lowercaseMapping.unicodeScalars)
        case 0xAD, 0x34F, 0x180B...0x180D, 0x180F, 0x200B, 0x2060, 0x2064, 0xFE00...0xFE0F, 0xFEFF:
            remarks.formUnion([.mapped, .invisible])
            return []
        default: break
        }
        guard isPlain(scalar) else { throw .unmapped(value) }
        let lower = Array(scalar.properties.lowercaseMapping.unicodeScalars)
        if lower != [scalar] { remarks.insert(.mapped) }
        return lower
    }

    /// Whether the scalar, but for its case, is its own mapping: a letter, mark or digit of none of the blocks of
    /// compatibility characters. The Kelvin and the Ångström sign are told by their case.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x212A, 0x212B: return true
        case 0x80...0xBF, 0x2000...0x2BFF, 0x3000...0x303F, 0x3130...0x318F, 0x3200...0x33FF, 0xA69C...0xA69D,
            0xAB5C...0xAB5F, 0xF900...0xFAFF, 0xFB00...0xFB4F, 0xFB50...0xFDFF, 0xFE10...0xFEFF, 0xFF00...0xFFFF,
            0x10780...0x107BF, 0x1D000...0x1D7FF, 0x1E030...0x1E06D, 0x1EE00...0x1EEFF, 0x1F000...0x10FFFF,
            0x0132...0x0133, 0x013F...0x0140, 0x0149, 0x017F, 0x01C4...0x01CC, 0x01F1...0x01F3, 0x02B0...0x02B8,
            0x02D8...0x02DD, 0x02E0...0x02E4, 0x1D2C...0x1D6A, 0x1E9A...0x1E9B:
            return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber:
            return true
        default: return false
        }
    }
}
