import HTTPModel
import HTTPWire
import TestMaterial
import Testing

@testable import ProxyCore

@Suite struct OwnAnswerTests {
    private let origin = ServerOrigin(scheme: .https, host: "ads.test", port: 443)

    @Test(arguments: [
        (OriginFailure.unreachable(code: "resolve", detail: "no such name"), 502, "no such name"),
        (.unreachable(code: "connect", detail: "refused"), 502, "refused"),
        (.unreachable(code: "tls", detail: "not trusted"), 502, "--upstream-ca"),
        (.unreachable(code: "proxy", detail: "gone"), 502, "--upstream-proxy"),
        (.unreachable(code: "timeout", detail: "too long"), 504, "too long"),
        (.aborted(detail: "reset"), 502, "reset"), (.short(detail: "cut"), 502, "cut"),
        (.fault(WireFault(.startLine, at: 7)), 502, "byte 7"), (.headTimeout, 504, "time limit"),
        (.missed(explanation: "Nearest: #1"), 503, "Nearest: #1"),
        (.recordedFailure("the origin broke off"), 502, "broke off"),
    ])
    func `each failure has its status and says what happened`(failure: OriginFailure, status: Int, words: String) throws
    {
        let own = OwnAnswer(failure: failure, origin: origin)
        #expect(own.status == status)
        #expect(!own.closes)
        let message = own.bytes(for: Array("GET".utf8)[...])
        #expect(message.contains(sequence: Array(words.utf8)))
    }

    @Test func `an answer is a whole message, to HEAD without its body`() throws {
        for (closes, method) in [(true, "GET"), (false, "GET"), (true, "HEAD")] {
            let own = OwnAnswer(status: 502, title: "título", text: "words\n", closes: closes)
            let message = own.bytes(for: Array(method.utf8)[...])
            var dialogue = UpstreamDialogue()
            try dialogue.ask(method)
            dialogue.origin(message)
            #expect(dialogue.events.last == .end)
            #expect(dialogue.leftover == 0)
            #expect(dialogue.machine.isReusable == !closes)
            if method == "GET" {
                #expect(Array(dialogue.events.dropLast()) == [.head(502, .length(15)), .body("título\n\nwords\n")])
            }
        }
    }

    @Test func `a refusal closes and names the byte`() {
        let own = OwnAnswer(refusing: WireFault(.fieldsTooLong, at: 12))
        #expect(own.status == 431)
        #expect(own.closes)
        #expect(own.text.contains("byte 12"))
    }
}
