import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Holds a page to the elements and attributes that the report has of its own.
enum MarkupCheck {
    private static let elements: Set<String> = [
        "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "nav", "a", "section", "h1", "h2",
        "h3", "h4", "p", "div", "ul", "li", "b", "span", "dl", "dt", "dd", "article", "figure", "figcaption", "pre",
        "mark", "q", "table", "thead", "tbody", "tr", "th", "td", "details", "summary",
    ]
    private static let void: Set<String> = ["meta"]
    private static let attributes: Set<String> = [
        "lang", "charset", "http-equiv", "content", "name", "id", "class", "href", "scope", "open",
    ]

    /// What is not as it should be: an element or attribute that is not the report's, a tag that is not closed, an
    /// address that leads out of the page.
    static func faults(in html: String) -> [String] {
        var faults: [String] = []
        var open: [String] = []
        var rest = html.dropFirst("<!doctype html>\n".count)
        while let start = rest.firstIndex(of: "<") {
            guard let end = rest[start...].firstIndex(of: ">") else { return faults + ["a tag without an end"] }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let name = String(tag.prefix { $0.isLetter || $0.isNumber || $0 == "/" })
            if name.hasPrefix("/") {
                if open.popLast() != String(name.dropFirst()) { faults.append("\(name) closes another element") }
                continue
            }
            guard elements.contains(name) else {
                faults.append("an element \(tag.prefix(40))")
                continue
            }
            if !void.contains(name) { open.append(name) }
            for attribute in Self.attributes(of: tag.dropFirst(name.count)) {
                if !attributes.contains(attribute.0) { faults.append("an attribute \(attribute.0) of \(name)") }
                if attribute.0 == "href", attribute.1.first != "#" { faults.append("an address \(attribute.1)") }
            }
        }
        return open.isEmpty ? faults : faults + ["\(open) are not closed"]
    }

    private static func attributes(of text: Substring) -> [(String, String)] {
        var result: [(String, String)] = []
        var rest = text.drop { $0 == " " }
        while !rest.isEmpty {
            let name = String(rest.prefix { $0 != "=" && $0 != " " })
            rest = rest.dropFirst(name.count)
            var value = ""
            if rest.first == "=" {
                rest = rest.dropFirst(2)
                value = String(rest.prefix { $0 != "\"" })
                rest = rest.dropFirst(value.count + 1)
            }
            result.append((name, value))
            rest = rest.drop { $0 == " " }
        }
        return result
    }

    static func isXML(_ text: String) -> Bool {
        let parser = XMLParser(data: Data(text.utf8))
        return parser.parse() && parser.parserError == nil
    }
}
