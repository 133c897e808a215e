import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-067")
struct OtherIdentifierWhileOptedOutTests {
    private func configuration(session: String? = nil, click: String? = nil) -> ContractConfiguration {
        var values: [String: ConfigurationValue] = [:]
        if let session { values["off.forbid_session_id"] = .text(session) }
        if let click { values["off.forbid_mk_cid"] = .text(click) }
        return ContractConfiguration(values)
    }

    private func tape(_ state: String = "off", session: String? = nil, extra: String = "") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("tracking", state)
        tape.visitor = state == "off" ? nil : TapeBuilder.visitor
        tape.session = session
        tape.serve(with: extra)
        return tape
    }

    @Test func `by default both are remarks`() {
        let verdict = tape(session: TapeBuilder.session, extra: "&mk_cid=c1a2b3c4").verdict("MK-067")
        #expect(verdict?.outcome == .pass)
        #expect(
            verdict?.remarks == [
                "#1: mk_cid is sent while tracking is off (off.forbid_mk_cid: info)",
                "#1: session_id is sent while tracking is off (off.forbid_session_id: info)",
            ])
    }

    @Test func `neither of them holds as configured`() {
        #expect(tape().outcome("MK-067", configuration(session: "fail", click: "fail")) == .pass)
        #expect(tape().verdict("MK-067")?.remarks == [])
    }

    @Test func `a session ID breaks where it is forbidden`() {
        let tape = tape(session: TapeBuilder.session)
        #expect(tape.failing(configuration(session: "fail")) == ["MK-067"])
        #expect(tape.judged(configuration(session: "fail")).findings.map(\.severity) == [.p1])
        #expect(tape.judged(configuration(session: "warn")).findings.map(\.severity) == [.p3])
        #expect(tape.failing(configuration(click: "fail")) == [])
    }

    @Test func `a click ID breaks where it is forbidden`() {
        let tape = tape(extra: "&mk_cid=c1a2b3c4")
        #expect(tape.failing(configuration(click: "fail")) == ["MK-067"])
        #expect(tape.failing(configuration(session: "fail")) == [])
    }

    @Test func `with tracking on nothing is judged`() {
        let tape = tape("on", session: TapeBuilder.session, extra: "&mk_cid=c1a2b3c4")
        #expect(tape.outcome("MK-067", configuration(session: "fail", click: "fail")) == .notObserved)
    }

    @Test func `with both ignored it does not apply, and without a mark it asks for one`() {
        #expect(tape().outcome("MK-067", configuration(session: "ignore", click: "ignore")) == .notApplicable)
        var unmarked = TapeBuilder()
        unmarked.serve()
        #expect(unmarked.outcome("MK-067") == .needsConfig)
    }

    @Test func `a remark names the first exchanges and counts the rest`() {
        var tape = tape(session: TapeBuilder.session)
        for _ in 0..<5 { tape.serve() }
        #expect(tape.verdict("MK-067")?.remarks.first?.hasPrefix("#1, #2, #3 and 3 more: session_id") == true)
    }
}
