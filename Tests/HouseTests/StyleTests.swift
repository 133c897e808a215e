import Testing

struct StyleTests {
    private func file(_ text: String, path: String = "Sources/Wire/HTTPWire/A.swift") -> [SourceFile] {
        [SourceFile(path: path, text: text)]
    }

    @Test func `no file of code is longer than 600 lines`() throws {
        expectNone(Style.longFiles(try House.own.get().code.filter { $0.path.hasSuffix(".swift") }))
        #expect(Style.longFiles(file(String(repeating: "\n", count: 600))) == [])
        #expect(Style.longFiles(file(String(repeating: "\n", count: 601))).count == 1)
    }

    @Test func `no line of code is wider than 120 columns`() throws {
        expectNone(Style.longLines(try House.own.get().code))
        #expect(Style.longLines(file(String(repeating: "é", count: 120))) == [])
        #expect(Style.longLines(file("\n" + String(repeating: "a", count: 121))).count == 1)
        let message = "HTTP/1.1" + String(repeating: "a", count: 121)
        #expect(Style.longLines(file(message)).count == 1)
        #expect(Style.longLines(file(message, path: "Tests/HTTPWireTests/A.swift")) == [])
    }

    @Test func `code is indented with spaces`() throws {
        expectNone(Style.tabs(try House.own.get().code))
        #expect(Style.tabs(file("a\n\tb")) == ["Sources/Wire/HTTPWire/A.swift:2"])
    }

    @Test func `nothing is left for later and no machine is named`() throws {
        let house = try House.own.get()
        expectNone(Style.words(Style.forbiddenWords, in: house.code + house.texts))
        expectNone(Style.words(Style.forbiddenCode, in: house.code.filter { $0.path.hasSuffix(".swift") }))
        for word in Style.forbiddenWords + Style.forbiddenCode {
            #expect(Style.words([word], in: file("let a = 1\n// \(word)")).count == 1, "\(word)")
        }
    }

    @Test func `types say what they are`() throws {
        expectNone(Style.vagueTypes(try House.own.get().code))
        #expect(Style.vagueTypes(file("package final cl" + "ass TapeManager: Sendable {")).count == 1)
        #expect(Style.vagueTypes(file("struct Informer {}\nenum CommonName {}")) == [])
    }
}
