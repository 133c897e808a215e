import TestTape
import Testing
import Verification

@Suite("MK-049")
struct IdentityMacroExpandedTests {
    private func tape(_ template: String, _ fired: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i?\(template)"]))
        tape.get("https://px.example/i?\(fired)")
        return tape
    }

    @Test(arguments: ["ifa=-2", "ifa=-1", "ifa=", "ifa=0", "ifa=[IFA]"])
    func `a refused macro holds`(fired: String) {
        #expect(tape("ifa=[IFA]", fired).failing() == [])
    }

    @Test func `an IFA toward a third party breaks`() {
        #expect(tape("ifa=[IFA]", "ifa=6D92078A-8246-4BA4-AE5B-76104861E7DC").failing() == ["MK-049"])
    }

    @Test func `the bundle in place of its macro is graded P2`() {
        let tape = tape("b=[APPBUNDLE]&c=[CACHEBUSTING]", "b=br.com.news&c=1")
        #expect(tape.failing() == ["MK-049"])
        #expect(tape.judged().findings.map(\.severity) == [.p2])
    }

    @Test func `other macros are not identity`() {
        #expect(tape("c=[CACHEBUSTING]", "c=1").outcome("MK-049") == .notObserved)
    }
}
