import Testing

@testable import Verification

@Suite struct DomainTests {
    @Test(arguments: ["adjust.com", "app.adjust.com", "a.b.adjust.com"])
    func `a domain holds itself and what is below it`(host: String) {
        #expect(Domain("adjust.com").contains(host))
    }

    @Test(arguments: ["notadjust.com", "adjust.com.evil.example", "adjust.co", "com", "", "adjust.org"])
    func `and no other host`(host: String) {
        #expect(!Domain("adjust.com").contains(host))
    }
}
