import CassetteFormat
import Cryptography
import Foundation
import HTTPModel
import Reports
import SDKContracts
import TestMaterial
import TestTape
import Testing
import Verification

@Suite struct AuditReportTests {
    @Test(arguments: Language.allCases)
    func `every form of the report of a faulty recording`(language: Language) throws {
        let report = AuditForms.report(SampleTapes.faulty)
        for (name, text) in AuditForms.texts(report, language) {
            try expectGolden(text, "audit.\(language.rawValue).\(name)")
        }
    }

    @Test func `the report of three tapes that were judged as one`() throws {
        let report = AuditForms.joined(SampleTapes.lives)
        try expectGolden(AuditText(report, .portuguese).text, "audit-joined.txt")
        let json = AuditJSON(report).bytes
        #expect(try SchemaCheck(AuditSchema.text).faults(in: json) == [])
    }

    @Test func `the JSON is of the published form, whatever the recording`() throws {
        let schema = try SchemaCheck(AuditSchema.text)
        for tape in [SampleTapes.faulty, SampleTapes.clean, TapeBuilder(), TapeBuilder(baseURL: nil)] {
            for language in Language.allCases {
                #expect(try schema.faults(in: AuditJSON(AuditForms.report(tape), language).bytes) == [])
            }
        }
        #expect(try !schema.faults(in: Array(#"{"format":"fita.audit/1"}"#.utf8)).isEmpty)
    }

    @Test func `personal values are tokens in every form unless revealed`() {
        let tape = SampleTapes.faulty
        for report in AuditForms.reports(tape.items, tape.judged()) {
            for (name, text) in AuditForms.texts(report) {
                for value in [TapeBuilder.visitor, TapeBuilder.session] {
                    let isShown = text.contains(value)
                    // Revealed, a form shows the values that it shows at all.
                    #expect(report.reveals || !isShown, "\(name)")
                }
            }
            #expect(HTMLReport(report).text.contains(TapeBuilder.visitor) == report.reveals)
        }
    }

    @Test func `a mark does not give away a click ID, known or not`() {
        var tape = SampleTapes.faulty
        tape.mark("deep_link", "https://shop.example/?a=1&mk_cid=c1a2b3c4")
        tape.mark("deep_link", "https://shop.example/?mk_cid=d5e6f7g8&b=2")
        let judgement = tape.judged()
        for (name, text) in AuditForms.texts(AuditForms.report(tape.items, judgement)) + [
            ("verify", VerificationText(judgement).text),
            ("verify json", String(decoding: VerificationJSON(judgement).bytes, as: UTF8.self)),
        ] {
            #expect(!text.contains("c1a2b3c4") && !text.contains("d5e6f7g8"), "\(name)")
            guard name == "txt" || name.hasSuffix("json") else { continue }
            #expect(text.contains("a=1&mk_cid={mk_cid:1}"), "\(name)")
            #expect(text.contains("?mk_cid={mk_cid:?}&b=2"), "\(name)")
        }
    }

    @Test func `the same recording gives the same bytes, wherever it lies`() {
        let (first, second) = (AuditForms.report(SampleTapes.faulty), AuditForms.report(SampleTapes.faulty))
        for (one, other) in zip(AuditForms.texts(first), AuditForms.texts(second)) {
            #expect(one.1 == other.1)
            #expect(!one.1.contains("/somewhere"))
        }
    }

    @Test func `a page lets nothing in or out`() {
        let page = HTMLReport(AuditForms.report(SampleTapes.faulty)).text
        #expect(page.contains("default-src &#39;none&#39;; style-src &#39;sha256-"))
        for word in ["<script", "http://", "https://", "url(", "@import", "style="] {
            let places = page.ranges(of: word).count
            // A URL may be quoted from the recording; none is a link.
            #expect(places == 0 || word.hasPrefix("http"), "\(word)")
        }
        #expect(MarkupCheck.faults(in: page) == [])
    }

    @Test func `the check of markup can fail`() {
        let page = HTMLReport(AuditForms.report(SampleTapes.clean)).text
        for wrong in ["<script>", "<p onclick=\"x\">", "</p>", "<a href=\"https://x.example\"></a>", "<b>"] {
            #expect(!MarkupCheck.faults(in: page.replacing("<main>", with: "<main>\(wrong)")).isEmpty, "\(wrong)")
        }
        #expect(!MarkupCheck.isXML("<a><b></a>"))
    }

    @Test func `bytes are marked where the finding says`() throws {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://px.example/i?a=1&uid=\(TapeBuilder.visitor)&z=2")
        let page = HTMLReport(AuditForms.report(tape)).text
        #expect(page.contains("GET /i?a=1&amp;uid=<mark>{visitor_id:1}</mark>&amp;z=2"))
        let shown = HTMLReport(AuditForms.report(tape.items, tape.judged(), reveals: true)).text
        #expect(shown.contains("uid=<mark>\(TapeBuilder.visitor)</mark>&amp;z=2"))
    }

    @Test func `a spreadsheet computes with nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://px.example/i?=HYPERLINK=\(TapeBuilder.visitor)")
        let text = CSVReport(AuditForms.report(tape)).text
        for line in text.split(separator: "\r\n") {
            for cell in line.split(separator: ",", omittingEmptySubsequences: false) {
                let bare = cell.drop { $0 == "\"" }
                #expect(!["=", "+", "@"].contains(bare.first), "\(cell)")
            }
        }
    }

    @Test func `rules that could not be judged are skipped in JUnit, not passed`() throws {
        let text = JUnitReport(AuditForms.report(SampleTapes.clean)).text
        #expect(MarkupCheck.isXML(text))
        let judgement = SampleTapes.clean.judged()
        #expect(text.ranges(of: "<skipped").count == judgement.rules.count - judgement.count(.pass))
        #expect(text.ranges(of: "<testcase").count == AllRules.register.count)
    }

    @Test(arguments: ["json.json", "xml.json"])
    func `a hostile answer cannot hurt the reader`(file: String) {
        let inputs = BadInput.cases(of: file).filter { $0.bytes.count < 1 << 16 }
        #expect(inputs.count > 10)
        var tape = TapeBuilder()
        for input in inputs {
            let text = String(decoding: input.bytes, as: UTF8.self)
            tape.serve(answer: text)
            tape.get("\(TapeBuilder.base)/vast/abc?\(tape.query)", xml: text)
            tape.get("https://px.example/i?uid=\(TapeBuilder.visitor)&x=\(PercentCoding.encoded(text))", xml: text)
        }
        let report = AuditForms.report(tape.items, tape.judged(), reveals: true)
        #expect(MarkupCheck.faults(in: HTMLReport(report).text) == [])
        #expect(MarkupCheck.isXML(JUnitReport(report).text))
    }
}
