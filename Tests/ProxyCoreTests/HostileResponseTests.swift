import HTTPModel
import HTTPWire
import TestMaterial
import Testing

@testable import ProxyCore

/// The bad inputs' responses at the machine.
@Suite struct HostileResponseTests {
    /// What came of one answer.
    enum Verdict: Equatable {
        /// Whole, and these bytes of it passed.
        case whole([UInt8])
        /// Nothing but interim answers had passed: the client gets 502.
        case refused
        /// The final head had passed: the client's connection is cut.
        case cut
        case waiting
    }

    private func verdict(_ message: HostileMessage, _ pieces: [ArraySlice<UInt8>]) throws -> (Verdict, reusable: Bool) {
        var dialogue = UpstreamDialogue()
        try dialogue.ask(message.requestMethod, fields: "Host: origin.test\r\n")
        for piece in pieces { dialogue.origin(Array(piece)) }
        let hasHead = dialogue.events.contains { if case .head = $0 { true } else { false } }
        if case .fault? = dialogue.events.last { return (hasHead ? .cut : .refused, dialogue.machine.isReusable) }
        if dialogue.events.last == .end {
            return (.whole(dialogue.passed), dialogue.machine.isReusable && dialogue.leftover == 0)
        }
        guard message.serverCloses else { return (.waiting, false) }
        if dialogue.closed() == nil { return (.whole(dialogue.passed), dialogue.machine.isReusable) }
        return (hasHead ? .cut : .refused, dialogue.machine.isReusable)
    }

    /// Where the file leaves the choice.
    private static let choices: [String: Bool] = [
        "resp-cl-and-te": false,  // Dropping the length would change the head.
        "resp-te-in-204": false,  // As above, and the bytes after it belong to no message.
        "resp-status-999": true,  // Three digits: the client's to judge.
        "resp-reason-escape": false,  // A control byte has no place in a reason.
        "resp-204-with-body": true,  // The head is whole; the bytes after it end the connection.
        "resp-field-lf-ends": false,  // Passing them on as they came would need every later reader to agree.
        "resp-field-obs-fold": false,  // A space in place of the fold would change the head.
        "resp-field-space-colon": false,  // Taking the space out would change the head.
        "resp-warning-60k": true,  // Under the limits.
        "resp-trailer-set-cookie": false,  // It holds Content-Length too.
    ]

    @Test(arguments: HostileMessage.responses)
    func `a hostile answer comes to what its row says, whole and cut at every byte`(message: HostileMessage) throws {
        let bytes = message.bytes
        let (whole, reusable) = try verdict(message, [bytes[...]])
        expect(whole, reusable, message)
        for cut in stride(from: 1, to: bytes.count, by: bytes.count <= 256 ? 1 : bytes.count / 8) {
            let (other, _) = try verdict(message, [bytes[..<cut], bytes[cut...]])
            #expect(other == whole, "cut at \(cut)")
        }
    }

    private func expect(_ verdict: Verdict, _ reusable: Bool, _ message: HostileMessage) {
        switch message.action {
        case "accept":
            guard case .whole(let passed) = verdict else {
                Issue.record("\(verdict)")
                return
            }
            // What passed is what came, up to the end of the message.
            #expect(message.bytes.starts(with: passed))
            if passed.count < message.bytes.count { #expect(!reusable) }
        case "reject502":
            #expect(verdict == .refused)
            #expect(!reusable)
        case "either":
            switch verdict {
            case .whole(let passed):
                #expect(Self.choices[message.id] == true)
                #expect(message.bytes.starts(with: passed))
                if passed.count < message.bytes.count { #expect(!reusable) }
            case .refused, .cut: #expect(Self.choices[message.id] == false)
            case .waiting: Issue.record("no verdict")
            }
        case "abort":
            #expect(verdict == .cut || verdict == .refused)
            #expect(!reusable)
        case "timeout504":
            #expect(verdict == .waiting)
        default:
            Issue.record("an action this test does not know: \(message.action)")
        }
    }
}
