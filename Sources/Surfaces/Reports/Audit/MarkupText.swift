import HTTPModel

/// Builds HTML and XML text. Whatever is put in is text: never an element, an attribute's end, or a hidden character.
struct MarkupText {
    private(set) var text = ""

    /// Markup of our own.
    mutating func raw(_ markup: StaticString) { text += "\(markup)" }

    /// A style sheet of our own: it holds no markup.
    mutating func style(_ sheet: String) { text += sheet }

    /// Text that may come from anywhere.
    mutating func shown(_ string: String, keepsLines: Bool = false) {
        text += Self.escaped(string, keepsLines: keepsLines)
    }

    /// `<name class="style">…</name>`, its inside text.
    mutating func element(_ name: StaticString, _ style: StaticString = "", _ content: String) {
        open(name, style)
        shown(content)
        close(name)
    }

    mutating func element(_ name: StaticString, _ style: StaticString = "", _ inside: (inout MarkupText) -> Void) {
        open(name, style)
        inside(&self)
        close(name)
    }

    private mutating func open(_ name: StaticString, _ style: StaticString) {
        text += style.utf8CodeUnitCount == 0 ? "<\(name)>" : "<\(name) class=\"\(style)\">"
    }

    private mutating func close(_ name: StaticString) { text += "</\(name)>" }

    /// ` name="value"`.
    mutating func attribute(_ name: StaticString, _ value: String) {
        text += " \(name)=\"\(Self.escaped(value, keepsLines: false))\""
    }

    static func escaped(_ string: String, keepsLines: Bool) -> String {
        var result: [UInt8] = []
        // XML 1.0 §2.2 knows no U+FFFE and U+FFFF.
        let string = string.replacing("\u{FFFE}", with: "\\u{fffe}").replacing("\u{FFFF}", with: "\\u{ffff}")
        for byte in SafeText.text(Array(string.utf8), keepsLines: keepsLines).utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += Array("&amp;".utf8)
            case UInt8(ascii: "<"): result += Array("&lt;".utf8)
            case UInt8(ascii: ">"): result += Array("&gt;".utf8)
            case UInt8(ascii: "\""): result += Array("&quot;".utf8)
            case UInt8(ascii: "'"): result += Array("&#39;".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
