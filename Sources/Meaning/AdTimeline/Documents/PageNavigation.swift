import CassetteFormat
import HTTPModel
package import SDKContracts

/// Where a page sends its reader on its own: a refresh, or a script with the URL as a literal.
///
/// A bounded reading of HTML: no document is built, no script is run. A URL that a script puts together is not seen.
package struct PageNavigation: Sendable {
    package enum Mechanism: String, Sendable, Hashable {
        /// `<meta http-equiv="refresh">`.
        case metaRefresh = "meta-refresh"
        /// The field `Refresh`, which browsers take for the same.
        case refreshField = "refresh-field"
        /// `location` assigned, or its `assign` or `replace` called.
        case script
        case windowOpen = "window-open"
    }

    package let mechanism: Mechanism
    /// The reference as its reader takes it: character references and string escapes resolved.
    package let link: [UInt8]
    package let place: EvidencePlace

    /// Bytes of a page that are read; a redirecting page is short.
    package static let pageSize = 64 << 10
    /// A longer literal is no URL.
    package static let linkSize = 16 << 10

    /// What the answer does, where it is a page that moves on; nil for any other.
    package init?(_ sighting: Sighting) {
        guard let head = sighting.exchange.response?.head, !(300..<400).contains(head.status) else { return nil }
        for field in head.fields where head.isField(field, "refresh") {
            guard let range = Self.refreshURL(head.bytes, field.value) else { continue }
            self.init(
                mechanism: .refreshField, link: Array(head.bytes[range]),
                place: EvidencePlace(part: .responseHead, surface: .header, name: "refresh", range: range))
            return
        }
        guard Self.isPage(sighting) else { return nil }
        self.init(page: Array(sighting.answer.bytes.prefix(Self.pageSize)))
    }

    /// Whether the answer is HTML, by what it says of itself: many a page begins with neither `<html` nor a doctype.
    package static func isPage(_ sighting: Sighting) -> Bool {
        guard let type = sighting.exchange.response?.head.first("content-type") else { return false }
        return ASCII.equalsIgnoringCase(type.prefix(9), "text/html")
    }

    /// The first navigation of a script, else the first refresh: where scripts run, a refresh is for those without.
    package init?(page: [UInt8]) {
        guard let found = Self.script(page) ?? Self.meta(page) else { return nil }
        self.init(
            mechanism: found.mechanism, link: found.link,
            place: EvidencePlace(
                part: .responseContent, surface: .body, name: found.mechanism.rawValue, range: found.range))
    }

    private init(mechanism: Mechanism, link: [UInt8], place: EvidencePlace) {
        self.mechanism = mechanism
        self.link = link
        self.place = place
    }

    private typealias Found = (mechanism: Mechanism, link: [UInt8], range: Range<Int>)

    // MARK: Refresh

    private static func meta(_ page: [UInt8]) -> Found? {
        var position = 0
        while let start = find("<meta", in: page, from: position) {
            let end = page[start...].firstIndex(of: UInt8(ascii: ">")) ?? page.count
            position = end
            let tag = start + 5..<end
            guard let kind = attribute("http-equiv", page, tag), ASCII.equalsIgnoringCase(page[kind], "refresh"),
                let content = attribute("content", page, tag), let range = refreshURL(page, content)
            else { continue }
            return (.metaRefresh, withoutReferences(Array(page[range])), range)
        }
        return nil
    }

    /// The value of an attribute, without its quotes.
    private static func attribute(_ name: StaticString, _ page: [UInt8], _ tag: Range<Int>) -> Range<Int>? {
        var position = tag.lowerBound
        while position < tag.upperBound {
            while position < tag.upperBound, page[position] <= 0x20 || page[position] == UInt8(ascii: "/") {
                position += 1
            }
            let start = position
            while position < tag.upperBound, page[position] > 0x20, page[position] != UInt8(ascii: "=") {
                position += 1
            }
            let isWanted = ASCII.equalsIgnoringCase(page[start..<position], name)
            position = skipSpace(page, position, tag.upperBound)
            guard position < tag.upperBound, page[position] == UInt8(ascii: "=") else {
                if position == start { position += 1 }
                continue
            }
            position = skipSpace(page, position + 1, tag.upperBound)
            guard position < tag.upperBound else { return nil }
            let quote = page[position]
            let value: Range<Int>
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let end = page[(position + 1)..<tag.upperBound].firstIndex(of: quote) ?? tag.upperBound
                value = position + 1..<end
                position = min(end + 1, tag.upperBound)
            } else {
                let end = page[position..<tag.upperBound].firstIndex { $0 <= 0x20 } ?? tag.upperBound
                value = position..<end
                position = end
            }
            if isWanted { return value }
        }
        return nil
    }

    /// The URL of `0; url=...` (HTML §4.2.5.3, shared declarative refresh steps); nil for a reload of the page itself.
    private static func refreshURL(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        var position = skipSpace(bytes, range.lowerBound, range.upperBound)
        let start = position
        while position < range.upperBound, ASCII.isDigit(bytes[position]) || bytes[position] == UInt8(ascii: ".") {
            position += 1
        }
        guard position > start else { return nil }
        position = skipSpace(bytes, position, range.upperBound)
        if position < range.upperBound, bytes[position] == UInt8(ascii: ";") || bytes[position] == UInt8(ascii: ",") {
            position = skipSpace(bytes, position + 1, range.upperBound)
        }
        if position + 3 <= range.upperBound, ASCII.equalsIgnoringCase(bytes[position..<position + 3], "url") {
            let equals = skipSpace(bytes, position + 3, range.upperBound)
            if equals < range.upperBound, bytes[equals] == UInt8(ascii: "=") {
                position = skipSpace(bytes, equals + 1, range.upperBound)
            }
        }
        guard position < range.upperBound else { return nil }
        let quote = bytes[position]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let end = bytes[(position + 1)..<range.upperBound].firstIndex(of: quote) ?? range.upperBound
            return position + 1 < end ? position + 1..<end : nil
        }
        var end = range.upperBound
        while end > position, bytes[end - 1] <= 0x20 { end -= 1 }
        return position..<end
    }

    private static func withoutReferences(_ text: [UInt8]) -> [UInt8] {
        let references: [(StaticString, UInt8)] = [
            ("&amp;", UInt8(ascii: "&")), ("&#38;", UInt8(ascii: "&")), ("&#x26;", UInt8(ascii: "&")),
            ("&quot;", UInt8(ascii: "\"")), ("&#39;", UInt8(ascii: "'")),
        ]
        var result: [UInt8] = []
        var position = 0
        while position < text.count {
            let match = references.first { name, _ in
                position + name.utf8CodeUnitCount <= text.count
                    && ASCII.equalsIgnoringCase(text[position..<position + name.utf8CodeUnitCount], name)
            }
            result.append(match?.1 ?? text[position])
            position += match?.0.utf8CodeUnitCount ?? 1
        }
        return result
    }

    // MARK: Script

    /// `location = "…"`, `location.href = "…"`, `location.assign("…")`, `location.replace("…")`,
    /// `window.open("…")`.
    private static func script(_ page: [UInt8]) -> Found? {
        var position = 0
        while let start = find("<script", in: page, from: position) {
            guard let open = page[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let end = find("</script", in: page, from: open) ?? page.count
            if let found = navigation(page, open + 1..<end) { return found }
            position = max(end, open + 1)
        }
        return nil
    }

    private static func navigation(_ page: [UInt8], _ code: Range<Int>) -> Found? {
        var position = code.lowerBound
        while position < code.upperBound {
            let rest = page[position..<code.upperBound]
            if rest.starts(with: "location".utf8), !isWord(page, position - 1),
                let literal = afterLocation(page, position + 8, code.upperBound),
                let (link, range) = string(page, literal, code.upperBound)
            {
                return (.script, link, range)
            }
            if rest.starts(with: "window.open".utf8), !isWord(page, position - 1),
                let literal = argument(page, position + 11, code.upperBound),
                let (link, range) = string(page, literal, code.upperBound)
            {
                return (.windowOpen, link, range)
            }
            position += 1
        }
        return nil
    }

    /// Where the literal begins that `location` is given; nil where it is only read.
    private static func afterLocation(_ page: [UInt8], _ start: Int, _ end: Int) -> Int? {
        if page[start..<end].starts(with: ".assign".utf8) { return argument(page, start + 7, end) }
        if page[start..<end].starts(with: ".replace".utf8) { return argument(page, start + 8, end) }
        let position = skipSpace(page, page[start..<end].starts(with: ".href".utf8) ? start + 5 : start, end)
        guard position + 1 < end, page[position] == UInt8(ascii: "="), page[position + 1] != UInt8(ascii: "=") else {
            return nil
        }
        return skipSpace(page, position + 1, end)
    }

    private static func argument(_ page: [UInt8], _ start: Int, _ end: Int) -> Int? {
        let position = skipSpace(page, start, end)
        guard position < end, page[position] == UInt8(ascii: "(") else { return nil }
        return skipSpace(page, position + 1, end)
    }

    /// A string literal (ECMA-262 §12.9.4), its escapes resolved; nil where it is none, or a part of a sum.
    private static func string(_ page: [UInt8], _ start: Int, _ end: Int) -> ([UInt8], Range<Int>)? {
        guard start < end, [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains(page[start]) else {
            return nil
        }
        var text: [UInt8] = []
        var position = start + 1
        while position < end, page[position] != page[start], text.count < linkSize {
            if page[position] == UInt8(ascii: "\\"), position + 1 < end {
                let (byte, length) = escape(page, position + 1, end)
                text.append(byte)
                position += 1 + length
            } else if page[position] == UInt8(ascii: "$"), page[start] == UInt8(ascii: "`") {
                return nil
            } else {
                text.append(page[position])
                position += 1
            }
        }
        guard position < end, page[position] == page[start], !text.isEmpty else { return nil }
        let next = skipSpace(page, position + 1, end)
        if next < end, page[next] == UInt8(ascii: "+") { return nil }
        return (text, start + 1..<position)
    }

    /// `\x26`, `\u0026`, `\/`: the byte, and how many bytes of the page it took.
    private static func escape(_ page: [UInt8], _ start: Int, _ end: Int) -> (UInt8, Int) {
        let digits = page[start] == UInt8(ascii: "x") ? 2 : page[start] == UInt8(ascii: "u") ? 4 : 0
        guard digits > 0, start + digits < end else { return (page[start], 1) }
        var value = 0
        for byte in page[(start + 1)...(start + digits)] {
            guard let digit = ASCII.hexValue(byte) else { return (page[start], 1) }
            value = value << 4 | Int(digit)
        }
        return UInt8(exactly: value).map { ($0, digits + 1) } ?? (UInt8(ascii: "?"), digits + 1)
    }

    // MARK: Text

    private static func isWord(_ page: [UInt8], _ position: Int) -> Bool {
        guard page.indices.contains(position) else { return false }
        let byte = page[position]
        return ASCII.lowercased(byte) &- 0x61 < 26 || ASCII.isDigit(byte) || byte == UInt8(ascii: "_")
    }

    private static func skipSpace(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        var position = start
        while position < end, bytes[position] <= 0x20 { position += 1 }
        return position
    }

    private static func find(_ word: StaticString, in page: [UInt8], from start: Int) -> Int? {
        let count = word.utf8CodeUnitCount
        guard start >= 0, page.count - start >= count else { return nil }
        for position in start...(page.count - count)
        where ASCII.equalsIgnoringCase(page[position..<position + count], word) {
            return position
        }
        return nil
    }
}
