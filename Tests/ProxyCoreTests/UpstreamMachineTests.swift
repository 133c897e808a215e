import HTTPModel
import HTTPWire
import Testing

@testable import ProxyCore

/// Playbooks of an origin's connection.
@Suite struct UpstreamMachineTests {
    typealias Event = UpstreamDialogue.Event

    struct Play: Sendable {
        var method = "GET"
        var fields = ""
        var upgrade = false
        let origin: String
        let sees: [Event]
        /// Whether another request may follow on this connection.
        var reusable = true
        /// Bytes after the answer.
        var leftover = 0
    }

    @Test(arguments: [
        Play(
            origin: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            sees: [.head(200, .length(2)), .body("ok"), .end]),
        Play(
            origin:
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;ext=1\r\nabc\r\n0004\r\ndefg\r\n0\r\nX-T: end\r\n\r\n",
            sees: [.head(200, .chunked), .body("3;ext=1\r\nabc\r\n0004\r\ndefg\r\n0\r\nX-T: end\r\n\r\n"), .end]),
        Play(
            origin:
                "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            sees: [.interim(103), .head(200, .length(2)), .body("ok"), .end]),
        Play(
            origin: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\n\r\nHTTP/1.1 103 E\r\n\r\nHTTP/1.1 204 No\r\n\r\n",
            sees: [.interim(100), .interim(103), .interim(103), .head(204, .none), .end]),
        Play(
            method: "HEAD", origin: "HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n", sees: [.head(200, .none), .end]),
        Play(
            method: "HEAD", origin: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            sees: [.head(200, .none), .end],
            leftover: 5),
        Play(origin: "HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n", sees: [.head(304, .none), .end]),
        Play(origin: "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", sees: [.head(204, .none), .end]),
        Play(
            origin: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n",
            sees: [.head(200, .length(2)), .body("ok"), .end], leftover: 19),
        Play(
            origin: "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            sees: [.head(200, .length(2)), .body("ok"), .end], reusable: false),
        Play(
            origin: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
            sees: [.head(200, .length(2)), .body("ok"), .end],
            reusable: false),
        Play(
            fields: "Connection: close\r\n", origin: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            sees: [.head(200, .length(0)), .end], reusable: false),
        Play(origin: "HTTP/1.1 200 OK\r\n\r\nall", sees: [.head(200, .untilClose), .body("all")], reusable: false),
        Play(
            upgrade: true, origin: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}",
            sees: [.switched], reusable: false, leftover: 2),
        Play(
            upgrade: true, origin: "HTTP/1.1 426 No\r\nContent-Length: 0\r\n\r\n", sees: [.head(426, .length(0)), .end]),
        Play(
            origin: "HTTP/1.1 101 Switching Protocols\r\n\r\n", sees: [.fault(.unaskedSwitch)], reusable: false,
            leftover: 36),
        Play(
            origin: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n",
            sees: [.head(200, .chunked), .fault(.chunkSize)], reusable: false),
        Play(origin: "SSH-2.0-OpenSSH_9.2\r\n", sees: [.fault(.startLine)], reusable: false),
    ])
    func `an answer is read to its end and no further`(play: Play) throws {
        let bytes = Array(play.origin.utf8)
        let ways =
            [[bytes[...]]] + (1..<bytes.count).map { [bytes[..<$0], bytes[$0...]] } + [
                bytes.indices.map { bytes[$0...$0] }
            ]
        for (way, pieces) in ways.enumerated() {
            var dialogue = UpstreamDialogue()
            try dialogue.ask(play.method, fields: play.fields, upgrade: play.upgrade)
            for piece in pieces { dialogue.origin(Array(piece)) }
            if case .fault? = play.sees.last {
                #expect(dialogue.events.last == play.sees.last, "way \(way)")
            } else {
                #expect(dialogue.events == play.sees, "way \(way)")
                #expect(dialogue.leftover == play.leftover, "way \(way)")
            }
            #expect(dialogue.machine.isReusable == play.reusable, "way \(way)")
        }
    }

    @Test(arguments: [
        ("", "aborted"), ("HTTP/1.1 200", "aborted"), ("HTTP/1.1 103 E\r\n\r\n", "aborted"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.", "short"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "short"),
        ("HTTP/1.1 200 OK\r\n\r\nall", "whole"), ("HTTP/1.1 200 OK\r\n\r\n", "whole"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "whole"),
    ])
    func `a close tells whole from cut`(text: String, expected: String) throws {
        var dialogue = UpstreamDialogue()
        try dialogue.ask()
        dialogue.origin(Array(text.utf8))
        let outcome =
            switch dialogue.closed() {
            case nil: "whole"
            case .aborted: "aborted"
            case .short: "short"
            case let other?: "\(other)"
            }
        #expect(outcome == expected)
        #expect(!dialogue.machine.isReusable || text.hasSuffix("ok"))
    }

    @Test func `a second request gets its own answer`() throws {
        var dialogue = UpstreamDialogue()
        try dialogue.ask("HEAD")
        dialogue.origin(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8))
        #expect(dialogue.events == [.head(200, .none), .end])
        dialogue = try {
            var next = dialogue
            try next.ask("GET")
            return next
        }()
        dialogue.origin(Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".utf8))
        #expect(dialogue.events == [.head(200, .length(1)), .body("x"), .end])
    }

    @Test func `bytes that no request asked for are none's`() {
        var dialogue = UpstreamDialogue()
        dialogue.origin(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        #expect(dialogue.events == [.unasked])
    }

    @Test func `as many interim answers as the limit pass and one more is a fault`() throws {
        var limits = WireLimits()
        limits.interimResponses = 2
        for (count, expected) in [(2, Event.end), (3, .fault(.tooManyInterim))] {
            var dialogue = UpstreamDialogue(limits: limits)
            try dialogue.ask()
            for _ in 0..<count { dialogue.origin(Array("HTTP/1.1 103 E\r\n\r\n".utf8)) }
            dialogue.origin(Array("HTTP/1.1 204 N\r\n\r\n".utf8))
            #expect(dialogue.events.last == expected)
        }
    }
}
