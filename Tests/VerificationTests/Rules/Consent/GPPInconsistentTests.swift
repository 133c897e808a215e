import TestTape
import Testing
import Verification

@Suite("MK-199")
struct GPPInconsistentTests {
    private static let string = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"

    private func tape(_ query: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.get("https://px.example/i?\(query)")
        return tape
    }

    @Test(arguments: [
        "gpp=DBABTA~1YNN", "gpp=DBABTA~1YNN&us_privacy=1YNN&gpp_sid=6", "gpp=DBABLA~BVVqAAEABCA.QA&gpp_sid=7",
        "gpp=DBACNYA~\(string)~1YNN&gdpr_consent=\(string)&gpp_sid=2,6", "gpp=DBABTA~1YNN&gpp_sid=-1",
    ])
    func `one signal holds`(query: String) {
        #expect(tape(query).outcome("MK-199") == .pass)
        #expect(tape(query).failing() == [])
    }

    @Test(arguments: [
        "gpp=DBABTA~1YNN&us_privacy=1YYN", "gpp=DBABTA~1YNN&gpp_sid=7", "gpp=DBABTA", "gpp=DBACOeA~~1YNN", "gpp=XYZ",
        "gpp=DBACNYA~\(string)~1YNN&gdpr_consent=CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA",
        "gpp=DBABTA~1YNN&gpp_sid=6,a",
    ])
    func `signals that differ break`(query: String) {
        #expect(tape(query).failing() == ["MK-199"])
    }

    @Test(arguments: ["gpp=", "x=1", "gpp=%24%7BGPP_STRING_1%7D"])
    func `no string shows nothing`(query: String) {
        #expect(tape(query).outcome("MK-199") == .notObserved)
    }
}
