import HTTPModel
import Testing

@Suite struct ASCIITests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: [
        ("facebookexternalhit/1.1", "externalHIT", true), ("abc", "abc", true), ("abc", "abcd", false),
        ("aab", "AB", true), ("ab", "", false), ("", "a", false), ("xay", "b", false), ("Zap", "zAp", true),
        ("caf\u{C9}", "caf\u{E9}", false),
    ])
    func `a text is found without case, wherever it stands`(bytes: String, text: String, isThere: Bool) {
        #expect(ASCII.contains(Self.bytes(bytes), ignoringCase: Self.bytes(text)) == isThere)
    }

    /// Arrays take ways of their own, which may not differ from the general one.
    @Test(arguments: [
        ("abc", "abc"), ("ABC", "abc"), ("abd", "abc"), ("ab", "abc"), ("", ""), ("[x]", "{x}"), ("a@", "a`"),
    ])
    func `arrays are compared as any bytes are`(a: String, b: String) {
        let slice = Self.bytes("--" + a).dropFirst(2)
        let expected = ASCII.equalsIgnoringCase(a.utf8, b.utf8)
        #expect(ASCII.equalsIgnoringCase(slice, Self.bytes(b)) == expected)
    }

    @Test(arguments: ["text/html", "TEXT/HTML", "text/htmk", "text/html;", ""])
    func `a slice is compared with a literal as any bytes are`(text: String) {
        let slice = Self.bytes("--" + text).dropFirst(2)
        #expect(ASCII.equalsIgnoringCase(slice, "text/html") == ASCII.equalsIgnoringCase(text.utf8, "text/html"))
    }

    @Test(arguments: ["a%20b", "a+b", "%", "%4", "%zz%41", ""], [false, true])
    func `arrays are decoded as any bytes are`(text: String, plusIsSpace: Bool) {
        let expected = PercentCoding.decoded(text.utf8, plusIsSpace: plusIsSpace)
        #expect(PercentCoding.decoded(Self.bytes(text), plusIsSpace: plusIsSpace) == expected)
        #expect(PercentCoding.decoded(Self.bytes("-" + text).dropFirst(), plusIsSpace: plusIsSpace) == expected)
    }
}
