import Cryptography
import HTTPModel
import InnerCodings

/// Derives every form of a value and puts it into pattern sets.
struct DisguiseForms {
    let salts: [KnownSalt]
    /// Digits of a digest in hexadecimal, or bytes of it, that are proof: 64 bits.
    static let digestDigits = 16
    static let digestBytes = 8
    /// Spelled values below this length count only where no letter or digit touches them.
    static let shortestUnbounded = 16

    private static let separators = ["", ":", "|", "-", "_", "."]
    private static let common: [DigestName] = [.md5, .sha1, .sha256]

    /// Something of the value that may be digested, with its name.
    struct Input {
        let name: String
        let bytes: [UInt8]
    }

    func add(_ value: SoughtValue, _ index: Int, to set: inout PatternSet, deltas: inout PatternSet) {
        guard value.bytes.count >= SoughtValue.shortest else { return }
        var forms = FormWriter(value: index, set: set)
        set = PatternSet()
        let spellings = Spellings(value)
        spell(spellings, value, &forms)
        let isFull = value.isSearchedInFull
        let algorithms = isFull ? DigestName.allCases : Self.common
        let inputs = isFull ? spellings.inputs : Array(spellings.inputs.prefix(3))
        for input in inputs {
            for algorithm in algorithms {
                forms.add(digest: algorithm.digest(input.bytes), "\(algorithm.rawValue)(\(input.name))")
            }
        }
        if isFull {
            for input in spellings.inputs.prefix(6) { digestOfDigest(input, &forms) }
            for salt in salts where salt.bytes != value.bytes {
                for input in spellings.inputs.prefix(4) { keyed(input, salt, &forms) }
            }
            for input in spellings.inputs.prefix(2) {
                let sum = CRC32.checksum(input.bytes)
                let bytes = (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * $0)) }
                forms.set.add(
                    hexDigits(of: bytes), value: index, form: DisguiseForm("crc32(\(input.name))", .weak),
                    foldsCase: true, isBounded: true)
            }
            for text in spellings.texts {
                let bytes = text.bytes
                guard bytes.count > 12 else { continue }
                let steps = zip(bytes, bytes.dropFirst()).map { $0 ^ $1 }
                deltas.add(steps, value: index, form: DisguiseForm("xor-with-one-byte(\(text.name))"))
            }
        }
        set = forms.set
    }

    private func spell(_ spellings: Spellings, _ value: SoughtValue, _ forms: inout FormWriter) {
        for text in spellings.texts {
            let isBounded = text.bytes.count < Self.shortestUnbounded
            forms.set.add(
                text.bytes, value: forms.value, form: DisguiseForm(text.isCanonical ? "plain" : text.name),
                foldsCase: true, isBounded: isBounded)
            for (phase, piece) in Self.base64Phases(text.bytes) {
                let form = DisguiseForm("base64-\(phase)(\(text.name))", isFallback: true)
                forms.set.add(piece, value: forms.value, form: form)
            }
            guard value.isSearchedInFull, text.foldsAlike else { continue }
            forms.set.add(
                text.bytes.reversed(), value: forms.value, form: DisguiseForm("reversed(\(text.name))"),
                foldsCase: true, isBounded: isBounded)
            for shift in 1...25 as ClosedRange<UInt8> {
                let turned = text.bytes.map { Self.rotated($0, by: shift) }
                guard turned != text.bytes else { continue }
                forms.set.add(
                    turned, value: forms.value, form: DisguiseForm("rot\(shift)(\(text.name))"), foldsCase: true,
                    isBounded: isBounded)
            }
        }
        for piece in spellings.pieces {
            forms.set.add(
                piece.bytes, value: forms.value, form: piece.form, foldsCase: true,
                isBounded: piece.form.strength == .weak)
        }
        for binary in spellings.binaries {
            forms.set.add(binary.bytes, value: forms.value, form: DisguiseForm(binary.name))
        }
    }

    private func digestOfDigest(_ input: Input, _ forms: inout FormWriter) {
        for inner in Self.common {
            let digest = inner.digest(input.bytes)
            let text = hexDigits(of: digest)
            for outer in Self.common {
                let name = "\(outer.rawValue)(\(inner.rawValue)(\(input.name)))"
                forms.add(digest: outer.digest(text), name)
                forms.add(digest: outer.digest(text.map(Self.uppercased)), name)
                forms.add(digest: outer.digest(digest), name)
            }
        }
    }

    private func keyed(_ input: Input, _ salt: KnownSalt, _ forms: inout FormWriter) {
        for algorithm in Self.common {
            for separator in Self.separators {
                let middle = Array(separator.utf8)
                forms.add(
                    digest: algorithm.digest(input.bytes + middle + salt.bytes),
                    "\(algorithm.rawValue)(\(input.name)\(separator)+\(salt.name))")
                forms.add(
                    digest: algorithm.digest(salt.bytes + middle + input.bytes),
                    "\(algorithm.rawValue)(\(salt.name)+\(separator)\(input.name))")
            }
        }
        for algorithm in Self.common + [.sha512] {
            forms.add(
                digest: algorithm.hmac(key: salt.bytes, input.bytes),
                "hmac-\(algorithm.rawValue)(\(salt.name), \(input.name))")
            forms.add(
                digest: algorithm.hmac(key: input.bytes, salt.bytes),
                "hmac-\(algorithm.rawValue)(\(input.name), \(salt.name))")
        }
    }

    /// The characters that base64 surely gives for the bytes, when none, one or two bytes stand before them.
    static func base64Phases(_ bytes: [UInt8]) -> [(Int, [UInt8])] {
        (0..<3).map { phase in
            let text = Base64.encoded([UInt8](repeating: 0, count: phase) + bytes)
            let first = phase == 0 ? 0 : phase + 1
            let last = (phase + bytes.count) * 8 / 6
            return (phase, Array(text[first..<max(first, last)]))
        }
    }

    private static func rotated(_ byte: UInt8, by shift: UInt8) -> UInt8 {
        let letter = ASCII.lowercased(byte) &- 0x61
        return letter < 26 ? (letter + shift) % 26 + 0x61 : byte
    }

    static func uppercased(_ byte: UInt8) -> UInt8 { byte &- 0x61 < 26 ? byte & 0xDF : byte }
}

/// Puts the forms of one value into a pattern set.
struct FormWriter {
    let value: Int
    var set: PatternSet

    /// A digest: its bytes, and its hexadecimal digits in either case.
    mutating func add(digest: [UInt8], _ name: String) {
        let form = DisguiseForm(name)
        set.add(digest, value: value, form: form, minimum: DisguiseForms.digestBytes)
        set.add(
            hexDigits(of: digest), value: value, form: form, minimum: DisguiseForms.digestDigits, foldsCase: true,
            isHex: true)
    }
}
