import Reports
import SDKContracts
import TestTape
import Testing
import Verification

@Suite struct VerificationReportTests {
    @Test func `the text of a faulty recording`() throws {
        try expectGolden(VerificationText(SampleTapes.faulty.judged()).text, "faulty.txt")
    }

    @Test func `the text of a clean recording`() throws {
        try expectGolden(VerificationText(SampleTapes.clean.judged()).text, "clean.txt")
    }

    @Test func `the JSON of a faulty recording`() throws {
        let json = VerificationJSON(SampleTapes.faulty.judged()).bytes
        try expectGolden(String(decoding: json, as: UTF8.self), "faulty.json")
    }

    @Test func `the report of three tapes that were judged as one`() throws {
        let (tapes, judgement) = TapeBuilder.joined(SampleTapes.lives)
        try expectGolden(VerificationText(judgement, tapes: tapes).text, "joined.txt")
        let json = VerificationJSON(judgement, tapes: tapes).bytes
        try expectGolden(String(decoding: json, as: UTF8.self), "joined.json")
        #expect(try SchemaCheck(VerificationSchema.text).faults(in: json) == [])
    }

    @Test func `the JSON is of the published form, whatever the recording`() throws {
        let schema = try SchemaCheck(VerificationSchema.text)
        var ambiguous = TapeBuilder(baseURL: nil)
        ambiguous.serve()
        ambiguous.get("https://two.example/serve?\(ambiguous.query)")
        for tape in [SampleTapes.faulty, SampleTapes.clean, TapeBuilder(), TapeBuilder(baseURL: nil), ambiguous] {
            #expect(try schema.faults(in: VerificationJSON(tape.judged()).bytes) == [])
        }
    }

    @Test func `a finding under codings tells the bytes at each layer, in a form of the published ones`() throws {
        // base64 of {"id":"8f14e45f-ceea-467f-a9d1-3c1b9a6e0001"}.
        let hidden = "eyJpZCI6IjhmMTRlNDVmLWNlZWEtNDY3Zi1hOWQxLTNjMWI5YTZlMDAwMSJ9"
        var tape = TapeBuilder()
        tape.serve()
        tape.webSocket("https://px.example/live", [(true, 0x81, Array("{\"u\":\"\(hidden)\"}".utf8))])
        let judgement = tape.judged()
        let way = "base64 of bytes 6–66, there bytes 15–64; the value in bytes 7–43 of the innermost"
        #expect(VerificationText(judgement).text.contains("\n  decoded \(way)\n"))
        let json = VerificationJSON(judgement).bytes
        #expect(try SchemaCheck(VerificationSchema.text).faults(in: json) == [])
        #expect(String(decoding: json, as: UTF8.self).contains("\"innermost\""))
        let report = AuditForms.report(tape)
        #expect(try SchemaCheck(AuditSchema.text).faults(in: AuditJSON(report, .portuguese).bytes) == [])
        for (name, text) in AuditForms.texts(report) where name != "csv" && name != "sarif" && name != "json" {
            #expect(text.contains("base64 dos bytes 6–66, ali os bytes 15–64"), "\(name)")
            #expect(name == "html" || text.contains("Mensagem de WebSocket nº 1 do cliente, bytes 15–64"), "\(name)")
        }
    }

    @Test func `the schema's check can fail`() throws {
        let schema = try SchemaCheck(VerificationSchema.text)
        #expect(try !schema.faults(in: Array(#"{"format":"fita.verification/1"}"#.utf8)).isEmpty)
        var json = String(decoding: VerificationJSON(SampleTapes.clean.judged()).bytes, as: UTF8.self)
        json.replace("\"verdict\": \"pass\"", with: "\"verdict\": \"ok\"")
        #expect(try !schema.faults(in: Array(json.utf8)).isEmpty)
    }

    @Test func `personal values are tokens unless revealed`() {
        let judgement = SampleTapes.faulty.judged()
        for reveals in [false, true] {
            let text = VerificationText(judgement, reveals: reveals).text
            let json = String(decoding: VerificationJSON(judgement, reveals: reveals).bytes, as: UTF8.self)
            for value in [TapeBuilder.visitor, TapeBuilder.session] {
                #expect(text.contains(value) == reveals)
                #expect(json.contains(value) == reveals)
            }
        }
    }

    @Test func `the same recording gives the same bytes`() {
        let first = VerificationJSON(SampleTapes.faulty.judged()).bytes
        #expect(first == VerificationJSON(SampleTapes.faulty.judged()).bytes)
    }

    @Test func `a host that was inferred is said to be`() {
        var tape = TapeBuilder(baseURL: nil)
        tape.serve()
        let text = VerificationText(tape.judged()).text
        #expect(
            text.contains("Base host: ads.metrike.example (inferred: the only host asked for ads with app identity)"))
    }

    @Test func `without a base host every rule asks for it`() {
        var tape = TapeBuilder(baseURL: nil)
        tape.get("https://px.example/i")
        let judgement = tape.judged()
        #expect(judgement.count(.needsConfig) == judgement.rules.count)
        #expect(VerificationText(judgement).answer == "Answer: nothing could be judged.")
    }
}
