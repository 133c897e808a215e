import ContentCoding
import Cryptography
import HTTPModel
import InnerCodings

/// A change of some bytes.
struct Edit {
    let range: Range<Int>
    let bytes: [UInt8]

    /// The bytes with edits made that are in order and do not overlap.
    static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for edit in edits {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.bytes
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }
}

/// Carries changes of decoded bytes out to the bytes that they were decoded from, in the manner of these.
enum LayerWriter {
    /// Bytes that a layer's content may have.
    static let mostBytes = 64 << 20

    /// What was decoded under the layer of this name; nil where the layer cannot be undone here.
    static func decoded(_ name: String, _ outer: [UInt8]) -> [UInt8]? {
        if let coding = InnerCoding(rawValue: name) { return coding.decoded(outer, limit: mostBytes) }
        if isFraming(name) { return outer }
        let decoder = ContentDecoder(limits: ContentCodingLimits(byteCount: mostBytes, freeByteCount: 1 << 20))
        return try? decoder.decode(outer, codings: [ContentCodingName(name.utf8)])
    }

    /// The changes of `outer` that make these changes of what it decodes to; nil where that cannot be written.
    static func edits(_ name: String, _ outer: [UInt8], _ inner: [UInt8], _ edits: [Edit]) -> [Edit]? {
        if isFraming(name) { return edits.allSatisfy { $0.bytes.count == $0.range.count } ? edits : nil }
        guard let coding = InnerCoding(rawValue: name) else {
            let name = ContentCodingName(name.utf8)
            let written = ContentEncoder.encoded(Edit.apply(edits, to: inner), as: name, like: outer)
            return written.map { [Edit(range: 0..<outer.count, bytes: $0)] }
        }
        let written: [Edit]?
        switch coding {
        case .base64, .base32: written = BitText(coding, like: outer).flatMap { $0.edits(outer, inner, edits) }
        case .base58, .ascii85, .lzString: written = nil
        default: written = respelled(coding, outer, edits)
        }
        guard let written,
            coding.decoded(Edit.apply(written, to: outer), limit: mostBytes) == Edit.apply(edits, to: inner)
        else { return nil }
        return written
    }

    /// Their content stands in them as it is, after its length.
    private static func isFraming(_ name: String) -> Bool { name == "protobuf-field" || name == "grpc-message" }

    private static func respelled(_ coding: InnerCoding, _ outer: [UInt8], _ edits: [Edit]) -> [Edit]? {
        var result: [Edit] = []
        for edit in edits {
            let place = outer.withUnsafeBufferPointer { coding.place(of: edit.range, in: $0) }
            let words = Array(outer[place])
            if edit.bytes.count == edit.range.count {
                var text: [UInt8] = []
                for index in edit.bytes.indices {
                    let word = words.withUnsafeBufferPointer { coding.place(of: index..<index + 1, in: $0) }
                    guard let spelled = spelled(edit.bytes[index], coding, Array(words[word])) else { return nil }
                    text += spelled
                }
                result.append(Edit(range: place, bytes: text))
            } else if coding == .percent {
                result.append(Edit(range: place, bytes: PercentCoding.encoded(edit.bytes)))
            } else if coding != .hex, coding != .byteArray, coding != .utf16, edit.bytes.allSatisfy(isUnreserved) {
                result.append(Edit(range: place, bytes: edit.bytes))
            } else {
                return nil
            }
        }
        return result
    }

    /// The byte in the manner of the word that stood for another.
    private static func spelled(_ byte: UInt8, _ coding: InnerCoding, _ word: [UInt8]) -> [UInt8]? {
        if coding == .byteArray {
            let start = word.prefix { !ASCII.isDigit($0) }
            let rest = word[start.count...].drop { ASCII.isDigit($0) }
            return start.contains(UInt8(ascii: "-")) || byte >= 0x80 ? nil : start + Array(String(byte).utf8) + rest
        }
        if coding == .utf16 { return word.count == 2 ? word.map { $0 == 0 ? 0 : byte } : nil }
        let isUpper = !word.contains { (0x61...0x66).contains($0) }
        let digits = [byte >> 4, byte & 15].map { ($0 < 10 ? 0x30 : isUpper ? 0x37 : 0x57) + $0 }
        if coding == .hex { return digits }
        if word.count == 1 {
            // A byte that stood as it is may not be able to: a digest's bytes are of any kind.
            return word == [byte] || isUnreserved(byte) ? [byte] : escaped(byte, coding)
        }
        if coding == .characterReferences {
            let end = word.last == UInt8(ascii: ";") ? [UInt8(ascii: ";")] : []
            guard word.count > 2, word[1] == UInt8(ascii: "#") else { return nil }
            if word[2] | 0x20 == UInt8(ascii: "x") { return word[..<3] + digits + end }
            return Array("&#\(byte)".utf8) + end
        }
        // `%41`, `=41`, `\\x41`, `%u0041`, `\\u0041`: the sign stays, and what fills up with zeros.
        guard word.suffix(2).allSatisfy({ ASCII.hexValue($0) != nil }) else { return nil }
        return word.dropLast(2) + digits
    }

    private static func escaped(_ byte: UInt8, _ coding: InnerCoding) -> [UInt8]? {
        let digits = Array(Cryptography.hex([byte]).uppercased().utf8)
        switch coding {
        case .percent: return [UInt8(ascii: "%")] + digits
        case .quotedPrintable: return [UInt8(ascii: "=")] + digits
        // The others stand for characters, which above 0x7F are more bytes than one.
        case .stringEscapes where byte < 0x80: return Array("\\u00".utf8) + digits
        case .characterReferences where byte < 0x80: return Array("&#\(byte);".utf8)
        default: return nil
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || ASCII.lowercased(byte) &- 0x61 < 26 || "-._:".utf8.contains(byte)
    }
}

/// Text of so many bits a character, in the alphabet that stood there.
struct BitText {
    private let alphabet: [UInt8]
    private let bits: Int
    /// Bytes and characters that end together.
    private let group: (bytes: Int, characters: Int)

    /// Nil where line ends stand in the text.
    init?(_ coding: InnerCoding, like outer: [UInt8]) {
        guard !outer.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
        if coding == .base64 {
            let isForURLs = outer.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
            alphabet = Array((letters + (isForURLs ? "-_" : "+/")).utf8)
            (bits, group) = (6, (3, 4))
        } else {
            let isLower = outer.contains { $0 &- 0x61 < 26 }
            let letters = isLower ? "abcdefghijklmnopqrstuvwxyz" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            alphabet = Array((letters + "234567").utf8)
            (bits, group) = (5, (5, 8))
        }
    }

    /// Only the groups that change are written anew where the length stays; else all is.
    func edits(_ outer: [UInt8], _ inner: [UInt8], _ edits: [Edit]) -> [Edit]? {
        let new = Edit.apply(edits, to: inner)
        guard edits.allSatisfy({ $0.bytes.count == $0.range.count }) else {
            let fill = outer.last == UInt8(ascii: "=") ? UInt8(ascii: "=") : nil
            var text = encoded(new[...])
            while let fill, text.count % group.characters != 0 { text.append(fill) }
            return [Edit(range: 0..<outer.count, bytes: text)]
        }
        var ranges: [Range<Int>] = []
        for edit in edits {
            let start = edit.range.lowerBound / group.bytes * group.bytes
            let end = min(new.count, (edit.range.upperBound + group.bytes - 1) / group.bytes * group.bytes)
            if let last = ranges.last, start < last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(end, last.upperBound)
            } else {
                ranges.append(start..<end)
            }
        }
        return ranges.map { range in
            let text = encoded(new[range])
            let start = range.lowerBound / group.bytes * group.characters
            return Edit(range: start..<start + text.count, bytes: text)
        }
    }

    /// Without padding.
    private func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var (value, count) = (0, 0)
        for byte in bytes {
            value = (value << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= bits {
                count -= bits
                text.append(alphabet[value >> count & (1 << bits - 1)])
            }
        }
        if count > 0 { text.append(alphabet[value << (bits - count) & (1 << bits - 1)]) }
        return text
    }
}
