import AdMarkup
import Testing

private func read(_ text: String, _ limits: MarkupLimits = .standard) -> XMLDocument {
    XMLReader(limits: limits).read(Array(text.utf8))
}

private func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

struct Fault: Sendable, CustomStringConvertible {
    let document: String
    let code: MarkupComplaint.Code
    let line: Int
    let column: Int
    var description: String { document }

    init(_ document: String, _ code: MarkupComplaint.Code, _ line: Int, _ column: Int) {
        self.document = document
        self.code = code
        self.line = line
        self.column = column
    }
}

private let faults = [
    Fault("", .empty, 1, 1),
    Fault("{\"a\":1}", .noElement, 1, 1),
    Fault("\u{FEFF}<a/>", .byteOrderMark, 1, 1),
    Fault("\n <?xml version=\"1.0\"?><a/>", .declarationNotFirst, 2, 2),
    Fault("<?xml version=\"1.0\" encoding='UTF-16'?><a/>", .charsetMismatch, 1, 1),
    Fault("<?xml version=\"1.0\" encoding='UTF-7'?><a/>", .unsupportedCharset, 1, 1),
    Fault("<!DOCTYPE a><a/>", .documentType, 1, 1),
    Fault("<!doctype HTML><a/>", .webPage, 1, 1),
    Fault("<a>\n</b></a>", .mismatchedEndTag, 2, 1),
    Fault("<a>\n<b></a>", .mismatchedEndTag, 2, 4),
    Fault("<a>\n<b>", .cut, 2, 4),
    Fault("<a>\n<b", .cut, 2, 1),
    Fault("<a>\n<b c='", .cut, 2, 6),
    Fault("<a>\n<![CDATA[x", .cut, 2, 1),
    Fault("<a/>\n<b/>", .secondRoot, 2, 2),
    Fault("<a/>\nx", .textOutsideRoot, 1, 5),
    Fault("<a>&nbsp;</a>", .undeclaredEntity, 1, 4),
    Fault("<a>&#0;</a>", .invalidReference, 1, 4),
    Fault("<a>&#xD800;</a>", .invalidReference, 1, 4),
    Fault("<a>x?y=1&z=2</a>", .bareAmpersand, 1, 9),
    Fault("<a b='1&2'/>", .bareAmpersand, 1, 8),
    Fault("<a>\u{B}</a>", .controlCharacter, 1, 4),
    Fault("<a>1 < 2</a>", .strayMarkup, 1, 6),
    Fault("<a>]]></a>", .strayMarkup, 1, 4),
    Fault("<a b/>", .malformedAttribute, 1, 4),
    Fault("<a b=c/>", .malformedAttribute, 1, 6),
    Fault("<a b='<'/>", .malformedAttribute, 1, 7),
    Fault("<a b='1'c='2'/>", .malformedTag, 1, 9),
    Fault("<a b='1' b='2'/>", .duplicateAttribute, 1, 10),
    Fault("<a><!-- x -- y --></a>", .malformedComment, 1, 11),
    Fault("<p:a/>", .undeclaredPrefix, 1, 2),
    Fault("<a p:b='1'/>", .undeclaredPrefix, 1, 4),
]

@Suite struct XMLReaderTests {
    @Test(arguments: faults)
    func `a fault is named at its line and column`(_ fault: Fault) throws {
        let complaint = try #require(read(fault.document).complaints.first)
        #expect(complaint.code == fault.code)
        #expect([complaint.line, complaint.column] == [fault.line, fault.column])
    }

    @Test(
        arguments: faults.filter { $0.code.gravity != .refused && ![.empty, .noElement, .webPage].contains($0.code) })
    func `a faulty document still gives its tree, save for what was cut`(_ fault: Fault) {
        #expect(read(fault.document).root?.name.local.isEmpty == false)
    }

    @Test func `a complaint reads as a sentence`() {
        #expect(
            read("<a>\n  <b>\n</a>").complaints.map(\.description) == [
                "line 3, column 1: saw \"</a>\"; <b> of line 2 is still open; it was closed here"
            ])
    }

    @Test func `clean documents have no complaint`() {
        let document = """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- a comment --><?target some instruction?>
            <p:a xmlns:p="urn:x" p:b='"' xmlns="urn:y" c=">"><p:d/>t<![CDATA[<&]]>&#233;&lt;</p:a  >

            """
        #expect(read(document).complaints == [])
    }

    @Test func `names, attributes and text keep their places`() throws {
        let source = "<v:Ad id = '1&amp;2' v:x=\"\">a<b/>&lt;<![CDATA[&lt;]]></v:Ad>"
        let document = read(source)
        let root = try #require(document.root)
        #expect(root.name.prefix.map { text($0) } == "v")
        #expect(text(root.name.local) == "Ad")
        #expect(root.attributes.map { text(document.value(of: $0)) } == ["1&2", ""])
        #expect(root.attributes.map { text(document.bytes[$0.valueRange]) } == ["1&amp;2", ""])
        #expect(root.texts.map { text(document.bytes[$0.range]) } == ["a", "&lt;", "&lt;"])
        #expect(root.texts.map(\.isCDATA) == [false, false, true])
        #expect(text(document.trimmedText(of: root).bytes) == "a<&lt;")
        #expect(text(document.bytes[root.range]) == source)
    }

    @Test(arguments: [
        ("<a> x </a>", "x", "x", true),
        ("<a>x</a>", "x", "x", false),
        ("<a>\n<![CDATA[ http://a/?b=1&c=2 ]]>\n</a>", "http://a/?b=1&c=2", "http://a/?b=1&c=2", true),
        ("<a>&#32;u?a=1&amp;b&#x20;</a>", "u?a=1&b", "u?a=1&amp;b", true),
        ("<a>&lt;x&gt;</a>", "<x>", "&lt;x&gt;", false),
        ("<a><![CDATA[a]]]]><![CDATA[>b]]></a>", "a]]>b", "a]]]]><![CDATA[>b", false),
        ("<a>u<!-- c -->v</a>", "uv", "u<!-- c -->v", false),
        ("<a>&#233;é</a>", "éé", "&#233;é", false),
        ("<a> </a>", "", "<a> </a>", true),
        ("<a/>", "", "<a/>", false),
    ])
    func `text is trimmed, and its place covers what it came from`(
        _ source: String, _ expected: String, _ raw: String, _ isPadded: Bool
    ) throws {
        let document = read(source)
        let trimmed = document.trimmedText(of: try #require(document.root))
        #expect(text(trimmed.bytes) == expected)
        #expect(text(document.bytes[trimmed.place]) == raw)
        #expect(trimmed.isPadded == isPadded)
    }

    @Test func `Latin-1 becomes UTF-8 and keeps its place`() throws {
        let bytes = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a> ".utf8) + [0xE9, 0x78] + Array("</a>".utf8)
        let document = XMLReader().read(bytes)
        let trimmed = document.trimmedText(of: try #require(document.root))
        #expect(text(trimmed.bytes) == "éx")
        #expect(Array(bytes[trimmed.place]) == [0xE9, 0x78])
        #expect(document.complaints == [])
    }

    @Test func `bytes that are not UTF-8 are kept and complained of`() throws {
        let document = XMLReader().read(Array("<a>".utf8) + [0xC3, 0x28] + Array("</a>".utf8))
        #expect(document.complaints.map(\.code) == [.invalidUTF8])
        #expect(document.trimmedText(of: try #require(document.root)).bytes == [0xC3, 0x28])
    }

    @Test func `UTF-16 is refused, not misread`() {
        let document = XMLReader().read([0xFF, 0xFE, 0x3C, 0, 0x61, 0])
        #expect(document.complaints.map(\.code) == [.unsupportedCharset])
        #expect(document.root == nil)
    }

    @Test func `each limit passes at its edge and refuses past it`() {
        func codes(_ text: String, _ limits: MarkupLimits = .standard) -> [MarkupComplaint.Code] {
            read(text, limits).complaints.map(\.code)
        }
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        func attributes(_ count: Int) -> String { "<a" + (0..<count).map { " b\($0)=''" }.joined() + "/>" }
        #expect(codes(nested(256)) == [])
        #expect(codes(nested(257)) == [.tooDeep])
        #expect(codes(attributes(256)) == [])
        #expect(codes(attributes(257)) == [.tooManyAttributes])
        #expect(codes("<" + String(repeating: "n", count: 1000) + "/>") == [])
        #expect(codes("<" + String(repeating: "n", count: 1001) + "/>") == [.nameTooLong])
        #expect(codes("<a>x</a>", MarkupLimits(byteCount: 8)) == [])
        #expect(codes("<a>xy</a>", MarkupLimits(byteCount: 8)) == [.documentTooLong])
        #expect(codes("<a>x<b/></a>", MarkupLimits(nodeCount: 3)) == [])
        #expect(codes("<a>x<b/>y</a>", MarkupLimits(nodeCount: 3)) == [.tooManyNodes])
        #expect(codes("<a>&&</a>", MarkupLimits(complaintCount: 2)) == [.bareAmpersand, .bareAmpersand])
        #expect(
            codes("<a>&&&&</a>", MarkupLimits(complaintCount: 2))
                == [.bareAmpersand, .bareAmpersand, .furtherComplaints])
        #expect(
            codes("<a>&&&&<!DOCTYPE a>", MarkupLimits(complaintCount: 2))
                == [.bareAmpersand, .bareAmpersand, .furtherComplaints, .documentType])
    }

    @Test func `a complaint names a long or hostile prefix in short and safely`() throws {
        let prefix = String(repeating: "n\u{80}", count: 300)
        let complaint = try #require(read("<\(prefix):a/>").complaints.first { $0.code == .undeclaredPrefix })
        #expect(complaint.why.hasPrefix("no xmlns:n\\u{80}n\\u{80}"))
        #expect(complaint.why.utf8.count < 300)
        #expect(complaint.why.unicodeScalars.allSatisfy { $0 == "§" || $0 == "…" || (0x20...0x7E).contains($0.value) })
    }

    @Test func `every beginning and every single-byte damage is read to its end`() {
        let source = Array(
            "<?xml version='1.0'?><p:a xmlns:p='u' b='&lt;'>t&#233;<![CDATA[<]]><!-- c --><d/></p:a>".utf8)
        for length in 0..<source.count { #expect(!XMLReader().read(Array(source[..<length])).complaints.isEmpty) }
        for index in source.indices {
            for byte: UInt8 in [0, 0x20, 0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3E, 0x5D, 0xFF] {
                var damaged = source
                damaged[index] = byte
                let document = XMLReader().read(damaged)
                #expect(document.root != nil || !document.complaints.isEmpty)
            }
        }
    }
}
