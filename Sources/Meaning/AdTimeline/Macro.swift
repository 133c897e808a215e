import HTTPModel

/// Macros in a URL: `[NAME]`, `%%NAME%%`, `${NAME}`, and `%5BNAME%5D` or `%24%7BNAME%7D` (VAST 4 §6).
package enum Macro {
    private struct Fence {
        let open: [UInt8]
        let close: [UInt8]
    }

    private static let fences = [
        Fence(open: Array("[".utf8), close: Array("]".utf8)),
        Fence(open: Array("%%".utf8), close: Array("%%".utf8)),
        Fence(open: Array("${".utf8), close: Array("}".utf8)),
        Fence(open: Array("%5B".utf8), close: Array("%5D".utf8)),
        Fence(open: Array("%5b".utf8), close: Array("%5d".utf8)),
        Fence(open: Array("%24%7B".utf8), close: Array("%7D".utf8)),
        Fence(open: Array("%24%7b".utf8), close: Array("%7d".utf8)),
    ]

    /// A macro name is at most this long.
    private static let longestName = 64

    /// The first macro at or after a position, fences included.
    package static func first(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        for position in start..<max(start, bytes.count) {
            // Most bytes open none.
            let byte = bytes[position]
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "$") else { continue }
            for fence in fences where bytes[position...].starts(with: fence.open) {
                let nameStart = position + fence.open.count
                var end = nameStart
                while end < bytes.count, end - nameStart < longestName, isNameByte(bytes[end]) { end += 1 }
                if end > nameStart, end < bytes.count, bytes[end...].starts(with: fence.close) {
                    return position..<end + fence.close.count
                }
            }
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.lowercased(byte) &- 0x61 < 26 || ASCII.isDigit(byte) || byte == UInt8(ascii: "_")
    }

    /// Whether the text is the template with something in each macro's place: the macros and what stands for them.
    package static func match(template: [UInt8], _ text: [UInt8]) -> [([UInt8], Range<Int>)]? {
        var found: [([UInt8], Range<Int>)] = []
        var position = 0
        var start = 0
        while let macro = first(in: template, from: start) {
            let literal = template[start..<macro.lowerBound]
            guard position + literal.count <= text.count,
                text[position..<position + literal.count].elementsEqual(literal)
            else { return nil }
            position += literal.count
            let next = first(in: template, from: macro.upperBound)
            let following = template[macro.upperBound..<(next?.lowerBound ?? template.count)]
            guard let end = end(of: text, from: position, before: following, isLast: next == nil) else { return nil }
            found.append((Array(template[macro]), position..<end))
            position = end
            start = macro.upperBound
        }
        return text[position...].elementsEqual(template[start...]) ? found : nil
    }

    /// Where a macro's value ends: before the literal that follows it.
    private static func end(
        of text: [UInt8], from position: Int, before literal: ArraySlice<UInt8>, isLast: Bool
    ) -> Int? {
        if literal.isEmpty { return isLast ? text.count : position }
        if isLast {
            let end = text.count - literal.count
            return end >= position && text[end...].elementsEqual(literal) ? end : nil
        }
        guard position + literal.count <= text.count else { return nil }
        for end in position...(text.count - literal.count) where text[end...].starts(with: literal) { return end }
        return nil
    }
}
