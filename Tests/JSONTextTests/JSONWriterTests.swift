import JSONText
import Testing

private func text(_ layout: JSONWriter.Layout = .compact, _ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(layout: layout)
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// A small generator whose numbers depend on its seed only.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct JSONWriterTests {
    @Test func `both layouts hold the same values`() {
        func write(_ writer: inout JSONWriter) {
            writer.object { writer in
                writer.field("name", "a\"b")
                writer.field("ports", [80, 443])
                writer.field("none", String?.none)
                writer.field("empty") { $0.object { _ in } }
                writer.field("rows", each: [1, 2]) { writer, row in
                    writer.object { $0.field("row", row) }
                }
            }
        }
        #expect(
            text(.compact, write)
                == #"{"name":"a\"b","ports":[80,443],"none":null,"empty":{},"rows":[{"row":1},{"row":2}]}"#)
        #expect(
            text(.indented, write) == """
                {
                  "name": "a\\"b",
                  "ports": [
                    80,
                    443
                  ],
                  "none": null,
                  "empty": {},
                  "rows": [
                    {
                      "row": 1
                    },
                    {
                      "row": 2
                    }
                  ]
                }
                """)
    }

    @Test func `strings escape only what must be`() {
        #expect(
            text { $0.value("\"\\/\u{8}\t\n\u{C}\r\u{1B}\u{7F}é😀") }
                == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u001b\\u007fé😀\"")
    }

    @Test func `doubles take the shortest digits that read back`() {
        #expect(text { $0.value([0.1, 1.0, -0.0, 1e21, .leastNonzeroMagnitude]) } == "[0.1,1.0,-0.0,1e+21,5e-324]")
        #expect(text { $0.value([Double.infinity, .nan]) } == "[null,null]")
    }

    @Test func `integers at both ends of their range are written whole`() {
        #expect(text { $0.value([Int64.min, .max]) } == "[-9223372036854775808,9223372036854775807]")
        #expect(text { $0.value(UInt64.max) } == "18446744073709551615")
    }

    @Test func `bytes that are not UTF-8 are refused, and Base64 takes them`() throws {
        var writer = JSONWriter()
        #expect(throws: JSONError.self) { try writer.string(utf8: [0x61, 0xFF]) }
        #expect(writer.bytes.isEmpty)
        writer.base64([0x61, 0xFF])
        #expect(writer.bytes == Array("\"Yf8=\"".utf8))
    }

    @Test(
        arguments: zip(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]))
    func `Base64 is that of RFC 4648`(_ plain: String, _ coded: String) {
        #expect(text { $0.base64(Array(plain.utf8)) } == "\"\(coded)\"")
    }

    @Test func `what is written reads back the same, at random`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(state: seed)
        for _ in 0..<300 {
            var writer = JSONWriter(layout: Bool.random(using: &generator) ? .compact : .indented)
            Self.write(depth: 0, to: &writer, using: &generator)
            let document = try JSONParser().parse(writer.bytes)
            var again = JSONWriter(layout: writer.layout)
            again.copy(document.root, of: document)
            #expect(again.bytes == writer.bytes)
        }
    }

    private static func write(depth: Int, to writer: inout JSONWriter, using generator: inout SeededGenerator) {
        switch Int.random(in: 0..<(depth < 5 ? 8 : 6), using: &generator) {
        case 0: writer.null()
        case 1: writer.value(Bool.random(using: &generator))
        case 2: writer.value(Int64.random(in: .min ... .max, using: &generator))
        case 3:
            let double = Double(bitPattern: generator.next())
            writer.value(double)
        case 4, 5: writer.value(string(using: &generator))
        case 6:
            let count = Int.random(in: 0..<5, using: &generator)
            writer.array { writer in
                for _ in 0..<count { write(depth: depth + 1, to: &writer, using: &generator) }
            }
        default:
            let count = Int.random(in: 0..<5, using: &generator)
            writer.object { writer in
                for _ in 0..<count {
                    writer.field(string(using: &generator)) { writer in
                        write(depth: depth + 1, to: &writer, using: &generator)
                    }
                }
            }
        }
    }

    private static func string(using generator: inout SeededGenerator) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<8, using: &generator) {
            let ceilings: [UInt32] = [0x20, 0x80, 0x800, 0x10000, 0x110000]
            let ceiling = ceilings[Int.random(in: 0..<ceilings.count, using: &generator)]
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<ceiling, using: &generator)) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}

@Suite struct JSONWriterTerminalTests {
    @Test(
        arguments: [
            ("\u{7F}", #"\u007f"#), ("\u{9B}31m", #"\u009b31m"#), ("\u{202E}a", #"\u202ea"#),
            ("a\u{200B}", #"a\u200b"#),
            ("\u{E0041}", #"\udb40\udc41"#), ("é😀", "é😀"), ("\u{1B}", #"\u001b"#),
        ] as [(String, String)])
    func `what a terminal would obey or hide is escaped`(text: String, expected: String) throws {
        var writer = JSONWriter()
        try writer.array { (writer) throws(JSONError) in try writer.string(utf8: Array(text.utf8)) }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "[\"\(expected)\"]")
        #expect(try JSONParser().parse(writer.bytes).root.elements.first?.string == text)
    }
}
