import CassetteFormat
import IdentityTrace
import LeakSearch
import SDKContracts
import TestTape
import Testing
import Verification

struct RedactionCheckTests {
    private func state(_ items: [TapeItem]) -> RedactionState {
        let report = LeakAudit.search { _, take in for item in items { take(item) } }
        var check = RedactionCheck(ContractConfiguration())
        for item in items { check.see(item) }
        return check.finish(report.learned)
    }

    /// The items with a header that says that they were redacted just so.
    private func sealed(_ items: [TapeItem]) -> [TapeItem] {
        var seal = TapeSeal()
        for item in items { seal.add(item) }
        return items.map { item in
            guard case .header(var header) = item else { return item }
            header.redacted = seal.rootBehindHeader
            return .header(header)
        }
    }

    @Test func `an identity at the first party may not be shown, and is told by name and place`() {
        var tape = TapeBuilder()
        tape.get("https://px.example/i?x=1")
        tape.serve()
        tape.visitor = TapeBuilder.otherVisitor
        tape.serve()
        let state = state(tape.items)
        #expect(!state.mayBeShown)
        #expect(state.manner == .unredacted)
        #expect(state.exposures.map(\.name) == ["visitor_id", "session_id"])
        #expect(state.exposures.first?.valueCount == 2)
        #expect(state.exposures.first?.exchange == 2)
        #expect(state.exposures.first?.request == "GET ads.metrike.example/serve")
    }

    @Test(arguments: [
        "?visitor_id=8f14e45f-ceea-467f-a9d1-3c1b9a6e0001", "?mk_cid=ccrdjbsyb9vunqistz4x", "?lat=-23.56&lon=-46.65",
        "?idfa=8f14e45f-ceea-467f-a9d1-3c1b9a6e0001",
    ])
    func `without a first party names are known at anybody`(query: String) {
        var tape = TapeBuilder(baseURL: nil)
        tape.get("https://anybody.example/x\(query)")
        #expect(!state(tape.items).mayBeShown)
    }

    @Test func `cookies that could be identifiers are told, words are not`() {
        var tape = TapeBuilder(baseURL: nil)
        tape.get("https://anybody.example/x", fields: "Cookie: theme=dark; lang=portuguese-of-brazil\n")
        #expect(state(tape.items).mayBeShown)
        tape.get("https://anybody.example/x", fields: "Cookie: sid=0123456789abcdef\n")
        #expect(state(tape.items).exposures.map(\.name) == ["cookie"])
    }

    @Test func `a click ID that an answer alone shows is told`() {
        var tape = TapeBuilder()
        tape.visitor = nil
        tape.session = nil
        tape.click(to: "https://shop.example/?mk_cid=ccrdjbsyb9vunqistz4x")
        #expect(state(tape.items).exposures.map(\.name) == ["mk_cid"])
    }

    @Test func `nobody's identity may be shown`() {
        var tape = TapeBuilder()
        tape.visitor = "00000000-0000-0000-0000-000000000000"
        tape.session = nil
        tape.serve()
        #expect(state(tape.items).manner == .unredacted)
        #expect(state(tape.items).exposures.isEmpty)
        #expect(state(tape.items).mayBeShown)
    }

    @Test func `what was redacted may be shown as long as it is what it was`() {
        var tape = TapeBuilder()
        tape.serve()
        let items = sealed(tape.items)
        #expect(state(items).manner == .redacted)
        #expect(state(items).mayBeShown)
        tape.serve()
        let longer = Array(items) + [tape.items[tape.items.count - 1]]
        #expect(state(longer).manner == .changed)
        #expect(!state(longer).mayBeShown)
        #expect(state(Array(items.dropLast())).manner == .changed)
    }

    @Test func `asked whether it may be shown, a redacted recording leaks only what was given`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://px.example/i?uid=\(TapeBuilder.visitor.uppercased())")
        tape.get("https://px.example/i?key=pub-9c2e7f51d0a84b36")
        var given = LeakAudit.Given()
        given.forbidden = [SoughtValue("secret:1", Array("pub-9c2e7f51d0a84b36".utf8))]
        func report(_ given: LeakAudit.Given, _ items: [TapeItem], asks: Bool = true) -> LeakReport {
            var report = LeakAudit.search(given: given) { _, take in for item in items { take(item) } }
            if asks {
                var check = RedactionCheck(ContractConfiguration())
                for item in items { check.see(item) }
                report.redaction = check.finish(report.learned)
            }
            return report
        }
        let redacted = sealed(tape.items)
        let shown = report(LeakAudit.Given(), redacted)
        #expect(shown.leakCount == 0 && shown.fakeLeakCount == 1 && shown.leaks.isEmpty)
        #expect(report(given, redacted).leaks.map(\.value) == ["secret:1"])
        #expect(report(given, redacted).leakCount == 1 && report(given, redacted).fakeLeakCount == 1)
        given.identities = [(.visitorID, Array(TapeBuilder.visitor.utf8))]
        #expect(Set(report(given, redacted).leaks.map(\.value)) == ["secret:1", "visitor_id:1"])
        #expect(report(LeakAudit.Given(), redacted, asks: false).leakCount == 1)
        #expect(report(LeakAudit.Given(), tape.items).leakCount == 1)
    }

    @Test func `values beyond the limit are not counted`() {
        func tape(_ count: Int) -> [TapeItem] {
            var tape = TapeBuilder()
            for number in 0..<count { tape.get("https://anybody.example/x?mk_cid=value\(number)") }
            return tape.items
        }
        #expect(state(tape(RedactionCheck.valueLimit)).exposures.first?.valueCount == RedactionCheck.valueLimit)
        #expect(state(tape(RedactionCheck.valueLimit + 1)).exposures.first?.valueCount == RedactionCheck.valueLimit)
    }
}
