import ConsentStrings
import Testing

@Suite struct USPrivacyStringTests {
    @Test(arguments: ["1YNN", "1NYN", "1-Y-", "1---", "1YYY"])
    func `a string of the specification is clean`(_ text: String) {
        let string = USPrivacyString(text.utf8)
        #expect(string.verdicts.problems == [] && string.version == 1)
        #expect(string.verdicts.date == nil)
        #expect(string.optedOutOfSale?.rawValue == Array(text)[2])
    }

    @Test(arguments: ["", "1", "1YN", "1YNNN", "2YNN", "1YXN", "1Y N", "YNNN", "1%2D-"])
    func `another form is an error`(_ text: String) {
        #expect(USPrivacyString(text.utf8).verdicts.structure == .error)
    }

    @Test func `small letters are read and noted`() {
        let string = USPrivacyString("1yNn".utf8)
        #expect(string.notice == .yes && string.limitedServiceProvider == .no)
        #expect(string.verdicts.structure == .note && string.verdicts.problems.count == 2)
    }
}
