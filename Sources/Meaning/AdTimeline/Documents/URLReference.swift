import CassetteFormat
import HTTPModel
import SDKContracts

/// URLs in the text of answers.
enum URLReference {
    /// The text as an absolute http or https URL, white space around it removed; a scheme-relative one takes the
    /// scheme of the request. Nil for anything else.
    static func absolute(_ text: [UInt8], from sighting: Sighting) -> [UInt8]? {
        let trimmed = trimmed(text)
        if trimmed.starts(with: "//".utf8), trimmed.count > 2 {
            return Array("\(sighting.exchange.origin.scheme.rawValue):".utf8) + trimmed
        }
        let url = URLBytes(trimmed)
        return url.webScheme != nil && url.host != nil ? Array(trimmed) : nil
    }

    static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        var slice = text[...]
        while let byte = slice.first, byte <= 0x20 { slice.removeFirst() }
        while let byte = slice.last, byte <= 0x20 { slice.removeLast() }
        return slice
    }

    /// A Location's destination as a browser asks for it (RFC 9110 §10.2.2); other schemes stay as they are.
    static func resolved(_ reference: ArraySlice<UInt8>, from sighting: Sighting) -> [UInt8] {
        BrowserURL.resolved(reference, base: sighting.url)
    }

    /// Every absolute http or https URL in HTML, `&amp;` resolved.
    static func urls(inMarkup text: [UInt8]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var position = 0
        while position + 8 <= text.count {
            guard text[position] == UInt8(ascii: "h") else {
                position += 1
                continue
            }
            let rest = text[position...]
            guard rest.starts(with: "http://".utf8) || rest.starts(with: "https://".utf8) else {
                position += 1
                continue
            }
            let end = rest.firstIndex(where: isEnd) ?? text.count
            result.append(withoutEntities(Array(text[position..<end])))
            position = max(end, position + 1)
        }
        return result
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">") || byte == UInt8(ascii: ")")
    }

    private static func withoutEntities(_ url: [UInt8]) -> [UInt8] {
        let entity = Array("&amp;".utf8)
        var result: [UInt8] = []
        var position = 0
        while position < url.count {
            result.append(url[position])
            position += url[position...].starts(with: entity) ? entity.count : 1
        }
        return result
    }
}
