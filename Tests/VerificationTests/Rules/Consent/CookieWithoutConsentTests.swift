import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-201")
struct CookieWithoutConsentTests {
    private static let none = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    private static let all = "CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA"

    private func tape(_ query: String, sent: String = "", set: String = "", agent: String = "") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: query, answer: #"{"tracking":false}"#)
        tape.exchange("GET https://px.example/i\n\(agent)\(sent)\n", "HTTP/1.1 204 No Content\n\(set)\n")
        return tape
    }

    @Test(arguments: ["&gdpr=1&gdpr_consent=\(none)", "&gdpr=1", "&gdpr=1&gdpr_consent=CPX"])
    func `cookies without consent break, sent and set`(query: String) {
        #expect(tape(query).outcome("MK-201") == .pass)
        let sent = tape(query, sent: "Cookie: uid=7\n").verdict("MK-201")
        #expect(sent?.findings.map(\.cause) == [.cookie])
        #expect(sent?.findings.map(\.exchange) == [2])
        let set = tape(query, set: "Set-Cookie: uid=7; Path=/\n").verdict("MK-201")
        #expect(set?.findings.map(\.cause) == [.serverAnswer])
        #expect(set?.findings.first?.places.first?.name == "set-cookie")
    }

    @Test(arguments: ["&gdpr=1&gdpr_consent=\(all)", "&gdpr=0&gdpr_consent=\(none)", ""])
    func `cookies with consent, or where the law does not apply, are not judged`(query: String) {
        let tape = tape(query, sent: "Cookie: uid=7\n", set: "Set-Cookie: uid=7\n")
        #expect(tape.outcome("MK-201") == .notObserved)
    }

    @Test func `the platform's marks come before what is said on the wire`() {
        var tape = TapeBuilder()
        tape.mark("IABTCF_gdprApplies", "1")
        tape.mark("IABTCF_TCString", Self.none)
        tape.exchange("GET https://px.example/i\nCookie: uid=7\n\n", "HTTP/1.1 204 No Content\n\n")
        tape.mark("IABTCF_TCString", Self.all)
        tape.exchange("GET https://px.example/i\nCookie: uid=7\n\n", "HTTP/1.1 204 No Content\n\n")
        #expect(tape.verdict("MK-201")?.findings.map(\.exchange) == [1])
    }

    @Test func `a cookie that is taken back sets nothing, and the browser's are a remark`() {
        let query = "&gdpr=1&gdpr_consent=\(Self.none)"
        #expect(tape(query, set: "Set-Cookie: uid=; Max-Age=0\n").outcome("MK-201") == .pass)
        let agent = "User-Agent: \(TapeBuilder.safari)\n"
        let verdict = tape(query, set: "Set-Cookie: uid=7\n", agent: agent).verdict("MK-201")
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks == ["#2: cookies of the in-app browser"])
    }
}
