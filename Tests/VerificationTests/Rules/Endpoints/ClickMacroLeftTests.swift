import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-010")
struct ClickMacroLeftTests {
    private func tape(_ html: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"kind":"ext_tag","html":"\#(html)"}"#)
        return tape
    }

    @Test(arguments: [
        "<a href='https://ads.metrike.example/click?ad=1'>", "<script>a[CLICKS]b[1]</script>".lowercased(),
        "<script>let x = `${click}`</script>",
    ])
    func `a tag without a macro holds`(html: String) {
        #expect(tape(html).outcome("MK-010") == .pass)
        #expect(tape(html).failing() == [])
    }

    @Test(arguments: [
        "<a href='${CLICK_URL}'>", "<a href='%%CLICK_URL_UNESC%%'>", "<a href='%%click%%'>", "<a href='[CLICKTAG]'>",
        "<a href='{CLICK}'>", "\\u003ca href='${CLICK_URL:HTML}'>",
    ])
    func `a macro that is left breaks`(html: String) {
        #expect(tape(html).failing() == ["MK-010"])
    }

    @Test func `HTML of another kind than ext_tag is its own, where the pointer finds the kind`() {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":{"type":"htmlzip"},"html":"<a href='${CLICK_URL}'>"}"#)
        #expect(tape.failing() == ["MK-010"])
        let configuration = ContractConfiguration(["serve.kind_pointer": .text("/ad/type")])
        #expect(tape.outcome("MK-010", configuration) == .notObserved)
    }

    @Test func `an answer without HTML shows nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-010") == .notObserved)
    }
}
