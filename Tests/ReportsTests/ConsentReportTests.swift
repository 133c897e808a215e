import Reports
import Testing

@Suite struct ConsentReportTests {
    private let text = "CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA"

    @Test func `a TC string is told field by field, under its three verdicts`() throws {
        let report = ConsentReport(Array(text.utf8), now: 1_795_996_800)
        try expectGolden(report.text, "consent.txt")
        try expectGolden(String(decoding: report.json, as: UTF8.self), "consent.json")
        #expect(report.hasErrors)
    }

    @Test func `a GPP string is told section by section`() throws {
        let report = ConsentReport(Array("DBACOeA~~1YNN".utf8), now: nil)
        #expect(report.hasErrors && report.text.contains("GPP_COUNT"))
        let national = ConsentReport(Array("DBABLA~BVVqAAEABCA.QA".utf8), now: nil)
        #expect(national.text.contains("usnat.SaleOptOut") && !national.hasErrors)
    }

    @Test(arguments: ["1YNN", "1---"])
    func `a US Privacy string has no date`(text: String) {
        let report = ConsentReport(Array(text.utf8), now: 0)
        #expect(report.text.contains("date       none is stated") && !report.hasErrors)
    }

    @Test(arguments: ["", "\u{1B}[31mx", "hello"])
    func `what is none of them is an error, and shown safely`(text: String) {
        let report = ConsentReport(Array(text.utf8), now: 0)
        #expect(report.hasErrors && !report.text.contains("\u{1B}"))
    }
}
