import TestTape
import Testing
import Verification

@Suite("MK-022")
struct AppBundleMalformedTests {
    private func tape(_ bundle: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.app[0].1 = bundle
        tape.serve()
        return tape
    }

    @Test(arguments: ["br.com.news", "a.b", "com.Example-1.app"])
    func `a bundle identifier holds`(bundle: String) {
        #expect(tape(bundle).outcome("MK-022") == .pass)
        #expect(tape(bundle).failing() == [])
    }

    @Test(arguments: ["News", "br.com.", ".news", "br..news", "br.com.minha loja"])
    func `another text breaks`(bundle: String) {
        #expect(tape(bundle).failing() == ["MK-022"])
    }
}
