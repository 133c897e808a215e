import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-020")
struct AppIdentityMissingTests {
    @Test func `requests of every kind with the four fields hold`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.beacon()
        tape.click(to: "https://shop.example/?mk_cid=c1a2b3c4")
        tape.conversion(with: #","mk_cid":"c1a2b3c4""#)
        #expect(tape.outcome("MK-020") == .pass)
        #expect(tape.failing() == [])
    }

    @Test(arguments: 0..<4)
    func `a beacon without one of the fields breaks`(field: Int) {
        var tape = TapeBuilder()
        tape.serve()
        tape.app.remove(at: field)
        tape.beacon()
        #expect(tape.failing() == ["MK-020"])
        #expect(tape.judged().findings.map(\.exchange) == [2])
    }

    @Test func `what a web view fetches from the base host is not the SDK's request`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.exchange(
            "GET \(TapeBuilder.base)/creative.png\nUser-Agent: \(TapeBuilder.browser)\n\n",
            "HTTP/1.1 200 OK\nContent-Type: image/png\n\nx")
        #expect(tape.outcome("MK-020") == .pass)
    }

    @Test func `a body in an unknown coding is not taken as empty`() {
        var tape = TapeBuilder()
        tape.exchange(
            "POST \(TapeBuilder.base)/beacon\nUser-Agent: \(TapeBuilder.agent)\nContent-Encoding: x-secret\n\nx",
            "HTTP/1.1 204 No Content\n\n")
        #expect(tape.outcome("MK-020") == .notObserved)
        #expect(tape.judged().coverage.unread.map(\.exchange) == [1])
    }

    @Test func `what asks a path that nobody knows and says nothing of the SDK may be the app's own`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/v2/profile")
        tape.post("\(TapeBuilder.base)/v2/profile", json: #"{"app_version":"2.1.0","name":"x"}"#)
        #expect(tape.outcome("MK-020") == .notObserved)
        tape.serve()
        #expect(tape.failing() == [])
        #expect(tape.verdict("MK-020")?.remarks.count == 1)
    }

    @Test(arguments: ["sdk_version=metrike-ios%2F0.1.1", "visitor_id=\(TapeBuilder.visitor)"])
    func `an unknown path with a field of the SDK's lacks the others`(query: String) {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/v2/profile?\(query)")
        #expect(tape.failing() == ["MK-020"])
    }

    @Test func `a path that the configuration knows lacks them`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/telemetry")
        var configuration = ContractConfiguration()
        configuration.knownPaths = ["/telemetry"]
        #expect(tape.failing(configuration) == ["MK-020"])
    }
}
