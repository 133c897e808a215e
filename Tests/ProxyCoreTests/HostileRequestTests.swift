import HTTPModel
import HTTPWire
import TestMaterial
import Testing

@testable import ProxyCore

/// The bad inputs' requests at the machine: nothing that two programs could read differently gets past it.
@Suite struct HostileRequestTests {
    /// What came of one input.
    struct Verdict: Equatable, CustomStringConvertible {
        var refused: Int?
        var isConnected = false
        /// Requests that began, as the origin would see them: the head forwarded and the body.
        var begun: [[UInt8]] = []
        var origins: Set<String> = []
        var complete = 0

        var description: String {
            "\(complete) of \(begun.count) whole, refused: \(refused ?? 0), connected: \(isConnected)"
        }
    }

    private func verdict(
        _ pieces: [ArraySlice<UInt8>], _ place: ServerMachine.Place, limits: WireLimits = WireLimits()
    ) throws -> Verdict {
        var verdict = Verdict()
        var dialogue = ServerDialogue(place, limits: limits)
        var seen = 0
        for piece in pieces {
            dialogue.client(Array(piece))
            // Each whole request is answered at once, so that what was sent ahead is read too.
            while seen < dialogue.events.count {
                let event = dialogue.events[seen]
                seen += 1
                guard event == .end else { continue }
                try dialogue.answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                _ = dialogue.answerEnded()
            }
        }
        for event in dialogue.events {
            switch event {
            case .request(let head, let origin, _):
                verdict.begun.append(head)
                verdict.origins.insert(origin)
            case .body(let bytes): verdict.begun[verdict.begun.count - 1] += bytes
            case .end: verdict.complete += 1
            case .refuse(let status, _): verdict.refused = status
            case .connect: verdict.isConnected = true
            case .toProxyItself: verdict.begun.append([])
            case .hold: break
            }
        }
        return verdict
    }

    @Test(arguments: HostileMessage.requests)
    func `a hostile request comes to what its row says, whole and cut at every byte`(message: HostileMessage) throws {
        try judge(message, message.bytes, ServerDialogue.proxy)
        if let bytes = message.bytesInTunnel { try judge(message, bytes, ServerDialogue.tunnel("origin.test")) }
    }

    private func judge(_ message: HostileMessage, _ bytes: [UInt8], _ place: ServerMachine.Place) throws {
        let whole = try verdict([bytes[...]], place)
        try expect(whole, message)
        let step = bytes.count <= 256 ? 1 : bytes.count / 8
        for cut in stride(from: 1, to: bytes.count, by: step) {
            let other = try verdict([bytes[..<cut], bytes[cut...]], place)
            #expect(other.refused == whole.refused, "cut at \(cut)")
            #expect(other.complete == whole.complete, "cut at \(cut)")
            if whole.refused == nil { #expect(other == whole, "cut at \(cut)") }
        }
    }

    private func expect(_ verdict: Verdict, _ message: HostileMessage) throws {
        for request in verdict.begun {
            #expect(throws: Never.self, "the forwarded head is one") { try Self.parseStart(request) }
        }
        if HostileChoice.passesAsItCame.contains(message.id) {
            #expect(verdict.refused == nil && verdict.complete == 1)
            return
        }
        switch message.action {
        case "accept":
            #expect(verdict.refused == nil)
            #expect(verdict.complete == message.complete)
            expectBytes(verdict, message)
        case "reject":
            #expect(verdict.refused.map(message.statuses.contains) == true, "\(verdict)")
            #expect(verdict.complete == 0)
            #expect(!verdict.isConnected)
            if !message.mayReachOrigin { #expect(verdict.begun.isEmpty) }
        case "either":
            let choice = verdict.refused.map(HostileChoice.refuse) ?? .pass(verdict.complete)
            #expect(choice == HostileChoice.requests[message.id])
            if let status = verdict.refused {
                #expect(message.statuses.contains(status))
                #expect(verdict.complete == 0)
            } else if message.id == "req-target-https-absolute-plain" {
                // None may arrive in clear.
                #expect(verdict.origins == ["https://origin.test"])
            } else {
                #expect(verdict.complete <= message.maximum ?? 0)
                expectBytes(verdict, message)
            }
        case "abort":
            #expect(verdict.complete == 0)
        case "close":
            #expect(verdict.begun.isEmpty)
        default:
            Issue.record("an action this test does not know: \(message.action)")
        }
    }

    private func expectBytes(_ verdict: Verdict, _ message: HostileMessage) {
        let sent = Array(verdict.begun.joined())
        for piece in message.has { #expect(sent.contains(sequence: piece), "has \(String(display: piece))") }
        for piece in message.lacks { #expect(!sent.contains(sequence: piece), "lacks \(String(display: piece))") }
    }

    private static func parseStart(_ request: [UInt8]) throws {
        guard !request.isEmpty else { return }
        var scanner = HeadScanner(limits: WireLimits())
        let end = try request.withUnsafeBufferPointer { try scanner.end(in: $0) }
        _ = try HeadParser().request(Array(request[..<(try #require(end))]))
    }

    /// The file's CONNECT rows have no port and are refused for that; with a port, the fault they are about must show.
    @Test(arguments: [
        ("user@origin.test:443", "", WireFault.Reason.targetForm),
        ("origin.test:443", "Content-Length: 7\r\n", .codingWithoutBody),
        ("origin.test:443", "Transfer-Encoding: chunked\r\n", .codingWithoutBody),
        ("origin.test:443\r\n", "", .target),
    ])
    func `a CONNECT with a port is refused for its own fault`(target: String, fields: String, reason: WireFault.Reason)
    {
        let bytes = Array("CONNECT \(target) HTTP/1.1\r\nHost: origin.test\r\n\(fields)\r\nignored".utf8)
        for cut in 0..<bytes.count {
            var dialogue = ServerDialogue(ServerDialogue.proxy)
            dialogue.client(Array(bytes[..<cut]))
            dialogue.client(Array(bytes[cut...]))
            #expect(dialogue.events == [.refuse(400, reason)])
        }
    }

    @Test func `bytes right after a CONNECT belong to the tunnel`() {
        var dialogue = ServerDialogue(ServerDialogue.proxy)
        dialogue.client(
            Array("CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test\r\n\r\nGET / HTTP/1.1\r\n\r\n".utf8))
        #expect(dialogue.events == [.connect("origin.test", 443)])
    }

    /// The figure of decision 0025; the verdicts themselves are judged above.
    @Test func `all requests that the file wishes refused are, but for one that must pass unchanged`() throws {
        let unwanted = HostileMessage.requests.filter { ["reject", "close"].contains($0.action) }
        let passed = try unwanted.filter { message in
            try verdict([message.bytes[...]], ServerDialogue.proxy).complete > 0
        }
        #expect(passed.map(\.id) == ["req-target-high-bytes"])
        let good = HostileMessage.requests.filter { $0.action == "accept" }
        let refused = try good.filter { try verdict([$0.bytes[...]], ServerDialogue.proxy).refused != nil }
        #expect(refused.map(\.id) == [])
        #expect([unwanted.count, good.count] == [120, 18])
    }

    @Test func `where URIs alone are taken all that the file wishes refused are, and the good ones pass`() throws {
        var limits = WireLimits()
        limits.takesURIsOnly = true
        for message in HostileMessage.requests where ["reject", "close", "accept"].contains(message.action) {
            let isGood = message.action == "accept"
            for (bytes, place) in [
                (message.bytes, ServerDialogue.proxy), (message.bytesInTunnel, ServerDialogue.tunnel("origin.test")),
            ] {
                guard let bytes else { continue }
                let verdict = try verdict([bytes[...]], place, limits: limits)
                if isGood {
                    #expect(verdict.refused == nil && verdict.complete == message.complete, "\(message.id)")
                } else {
                    // Noise gets an end without an answer.
                    let isRefused = verdict.refused.map(message.statuses.contains) ?? (message.action == "close")
                    #expect(isRefused && verdict.complete == 0, "\(message.id)")
                }
            }
        }
    }

    @Test func `all cases of the file are there`() {
        #expect(HostileMessage.requests.count == 155)
        #expect(HostileMessage.responses.count == 46)
    }
}
