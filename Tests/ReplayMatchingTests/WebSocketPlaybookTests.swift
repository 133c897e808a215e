import CassetteFormat
import HTTPModel
import HTTPWire
import ReplayMatching
import Testing

/// When a recorded server speaks, and what is said of a client that speaks otherwise than on the tape.
@Suite struct WebSocketPlaybookTests {
    private static let text: UInt8 = 0x81
    private static let binary: UInt8 = 0x82

    private static func body(_ content: [UInt8]) -> TapedBody {
        TapedBody(
            framing: .length, payload: content, payloadSize: content.count, isExternal: false, digest: "",
            wireSize: content.count, arrivals: [])
    }

    private static func server(_ content: String, _ first: UInt8 = text) -> WebSocketFrame {
        WebSocketFrame(isFromClient: false, time: 0, first: first, mask: nil, body: body(Array(content.utf8)))
    }

    private static func client(_ content: String, _ first: UInt8 = text) -> WebSocketFrame {
        client(Array(content.utf8), first)
    }

    private static func client(_ content: [UInt8], _ first: UInt8) -> WebSocketFrame {
        WebSocketFrame(isFromClient: true, time: 0, first: first, mask: 7, body: body(content))
    }

    private static func head(_ fields: String = "") throws -> ResponseHead {
        let text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\(fields)\r\n"
        return try HeadParser().response(Array(text.utf8))
    }

    /// A playbook under test, and what it has done so far.
    private struct Play: ~Copyable {
        var book: WebSocketPlaybook
        /// Recorded frames as the tape's places, others as their opcode and size.
        var done: [String] = []

        init(
            _ frames: [WebSocketFrame], _ fields: String = "", limits: WebSocketReplayLimits = WebSocketReplayLimits()
        ) throws {
            book = WebSocketPlaybook(frames, try WebSocketPlaybookTests.head(fields), limits: limits)
            settle()
        }

        mutating func settle() {
            while true {
                switch book.next() {
                case .recorded(let place): done.append("\(place)")
                case .own(let first, let payload): done.append("own \(first) \(payload)")
                case .wait: return
                case .end: return done.append("end")
                }
            }
        }

        mutating func say(_ bytes: [UInt8]) {
            bytes.withUnsafeBufferPointer { book.read($0) { _ in nil } }
            settle()
        }

        mutating func say(_ first: UInt8, _ content: String) {
            say(first, Array(content.utf8))
        }

        mutating func say(_ first: UInt8, _ content: [UInt8]) {
            say(WebSocketWriter.frame(first, mask: 0x0102_0304, content))
        }

        mutating func leave() {
            book.clientEnded()
            settle()
        }
    }

    @Test func `a server that speaks first does so at once, and then keeps its turns`() throws {
        var play = try Play([
            Self.server("hi"), Self.client("a"), Self.server("b"), Self.server("c"), Self.client("d"), Self.client("e"),
            Self.server("f"),
        ])
        #expect(play.done == ["0"])
        play.say(Self.text, "a")
        #expect(play.done == ["0", "2", "3"])
        play.say(Self.text, "d")
        #expect(play.done == ["0", "2", "3"])
        play.say(Self.text, "e")
        #expect(play.done == ["0", "2", "3", "6"])
        #expect(play.book.heard == 3 && play.book.differing == 0 && play.book.firstDifference == nil)
        play.leave()
        #expect(play.done.last == "end")
    }

    @Test func `a message counts when its last frame is whole, however its bytes come`() throws {
        var play = try Play([Self.client("hello"), Self.server("x")])
        let bytes =
            WebSocketWriter.frame(0x01, mask: 5, Array("hel".utf8)) + WebSocketWriter.frame(0x89, mask: 5, [])
            + WebSocketWriter.frame(0x80, mask: 6, Array("lo".utf8))
        for byte in bytes.dropLast() { play.say([byte]) }
        #expect(play.done == ["own 138 []"])
        play.say([bytes[bytes.count - 1]])
        #expect(play.done == ["own 138 []", "1"])
        #expect(play.book.differing == 0)
    }

    @Test func `a message in fragments is sent whole, though its client spoke in between`() throws {
        var play = try Play([
            Self.server("he", 0x01), Self.client("a"), Self.server("", 0x89), Self.server("y", 0x80), Self.server("z"),
        ])
        #expect(play.done == ["0", "2", "3"])
        play.say(Self.text, "a")
        #expect(play.done == ["0", "2", "3", "4"])
    }

    @Test func `pings are answered as they come, the last one at least, and recorded pongs are not sent`() throws {
        var play = try Play([Self.server("p", 0x89), Self.client("p", 0x8A), Self.server("q", 0x8A), Self.client("a")])
        #expect(play.done == ["0"])
        play.say(WebSocketWriter.frame(0x89, mask: 1, [1]) + WebSocketWriter.frame(0x89, mask: 1, [2]))
        #expect(play.done == ["0", "own 138 [2]"])
        play.say(0x8A, "p")
        #expect(play.done == ["0", "own 138 [2]"] && play.book.heard == 0)
    }

    @Test func `a close waits for the client's where that came first, and else is sent at its turn`() throws {
        let bye = Self.server("\u{3}\u{68}", 0x88)
        var answered = try Play([Self.client("a"), Self.client([3, 0xE8], 0x88), bye])
        answered.say(Self.text, "a")
        #expect(answered.done == [])
        answered.say(0x88, [3, 0xE8])
        #expect(answered.done == ["2", "end"])

        var first = try Play([Self.client("a"), bye, Self.client([3, 0xE8], 0x88)])
        first.say(Self.text, "a")
        #expect(first.done == ["1"])
        first.say(0x88, [3, 0xE8])
        #expect(first.done == ["1", "end"])

        var unanswered = try Play([Self.client("a"), bye])
        unanswered.say(Self.text, "a")
        #expect(unanswered.done == ["1", "end"])
    }

    @Test func `an early close gets the recorded one, or its own code back`() throws {
        let frames = [Self.client("a"), Self.server("b"), Self.client("", 0x88), Self.server("", 0x88)]
        var early = try Play(frames)
        early.say(0x88, [3, 0xE9, 0x78])
        #expect(early.done == ["3", "end"])
        var own = try Play(Array(frames.prefix(2)))
        own.say(WebSocketWriter.frame(0x88, mask: 1, [3, 0xE9, 0x78]) + WebSocketWriter.frame(0x81, mask: 1, [0x61]))
        #expect(own.done == ["own 136 [3, 233]", "end"])
        #expect(own.book.heard == 0)
    }

    @Test func `what was due before a close is sent before it is answered`() throws {
        var play = try Play([
            Self.client("a"), Self.server("b"), Self.client("", 0x88), Self.server("c"), Self.server("", 0x88),
        ])
        play.say(WebSocketWriter.frame(0x81, mask: 1, [0x61]) + WebSocketWriter.frame(0x88, mask: 1, []))
        #expect(play.done == ["1", "3", "4", "end"])
    }

    @Test func `a tape without a close keeps the connection open until the client leaves`() throws {
        var play = try Play([Self.server("a")])
        #expect(play.done == ["0"])
        play.leave()
        #expect(play.done == ["0", "end"])
    }

    private static let others: [(String, UInt8, String?)] = [
        ("a", text, nil),
        ("aXc", text, "client message 1 differs from the tape at byte 1 (3 bytes, recorded 1)"),
        ("b", text, "client message 1 differs from the tape at byte 0 (1 bytes, recorded 1)"),
        ("", text, "client message 1 differs from the tape at byte 0 (0 bytes, recorded 1)"),
        ("a", binary, "client message 1 is binary, and was not on the tape"),
    ]

    @Test(arguments: others)
    func `a message that differs is counted and told by its place, and the conversation goes on`(
        said: String, first: UInt8, told: String?
    ) throws {
        var play = try Play([Self.client("a"), Self.server("b"), Self.client("c")])
        play.say(first, said)
        #expect(play.book.firstDifference == told)
        #expect(play.book.differing == (told == nil ? 0 : 1))
        #expect(play.done == ["1"])
        play.say(Self.text, "c")
        #expect(play.book.differing == (told == nil ? 0 : 1))
        play.say(Self.text, "d")
        #expect(play.book.differing == (told == nil ? 1 : 2))
        #expect(play.book.firstDifference == told ?? "client message 3 is one more than the 2 on the tape")
    }

    private static let deflate = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
    /// "Hello" (RFC 7692 §7.2.3.1), and again with a look back (§7.2.3.2).
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    private static let again: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]

    @Test func `compressed messages are compared by what they say, not by how it was compressed`() throws {
        let frames = [Self.client(Self.hello, 0xC1), Self.client(Self.again, 0xC1), Self.client(Self.again, 0xC1)]
        var play = try Play(frames, Self.deflate)
        play.say(0xC1, Self.hello)
        play.say(0x81, "Hello")
        play.say(0xC1, Self.again)
        #expect(play.book.heard == 3 && play.book.differing == 0)
        var other = try Play(frames, Self.deflate)
        other.say(0xC1, Self.hello)
        other.say(0x81, "Help!")
        #expect(other.book.firstDifference == "client message 2 differs from the tape at byte 3 (5 bytes, recorded 5)")
    }

    @Test func `a message is compared up to a limit, and a longer one counts as another`() throws {
        var limits = WebSocketReplayLimits()
        limits.messageBytes = 4
        var edge = try Play([Self.client("abcd")], limits: limits)
        edge.say(Self.text, "abcd")
        #expect(edge.book.heard == 1 && edge.book.differing == 0)
        var over = try Play([Self.client("abcd"), Self.server("x")], limits: limits)
        over.say(Self.text, "abcde")
        #expect(over.book.firstDifference == "client message 1 cannot be compared: too large")
        #expect(over.done == ["1"])
        var recorded = try Play([Self.client("abcde")], limits: limits)
        recorded.say(Self.text, "abcd")
        #expect(
            recorded.book.firstDifference == "client message 1 cannot be compared with the recorded one: too large")
    }

    @Test func `a content that is kept outside is asked for, and told where it is not to be had`() throws {
        var frame = Self.client("outside")
        (frame.body.payload, frame.body.isExternal) = ([], true)
        for isThere in [true, false] {
            var book = WebSocketPlaybook([frame], try Self.head())
            WebSocketWriter.frame(Self.text, mask: 1, Array("outside".utf8)).withUnsafeBufferPointer {
                book.read($0) { _ in isThere ? Array("outside".utf8) : nil }
            }
            #expect(book.heard == 1 && book.differing == (isThere ? 0 : 1))
        }
    }

    /// Bytes that no client may send, and the answer's extensions.
    private static let hostile: [(String, [UInt8], String)] = [
        ("no mask", [0x81, 1, 0x61], ""),
        ("a reserved bit", WebSocketWriter.frame(0xC1, mask: 1, [0x61]), ""),
        ("another reserved bit", WebSocketWriter.frame(0xA1, mask: 1, [0x61]), deflate),
        ("a compressed control frame", WebSocketWriter.frame(0xC9, mask: 1, [0x61]), deflate),
        (
            "a compressed continuation",
            WebSocketWriter.frame(0x01, mask: 1, []) + WebSocketWriter.frame(0xC0, mask: 1, []), deflate
        ),
        ("a data opcode that is none", WebSocketWriter.frame(0x83, mask: 1, []), ""),
        ("a control opcode that is none", WebSocketWriter.frame(0x8B, mask: 1, []), ""),
        ("a continuation of nothing", WebSocketWriter.frame(0x80, mask: 1, []), ""),
        (
            "a message in a message",
            WebSocketWriter.frame(0x01, mask: 1, []) + WebSocketWriter.frame(0x81, mask: 1, []), ""
        ),
        ("a ping in fragments", WebSocketWriter.frame(0x09, mask: 1, []), ""),
        ("a long ping", WebSocketWriter.frame(0x89, mask: 1, [UInt8](repeating: 0, count: 126)), ""),
        ("a length in a longer form", [0x81, 0xFE, 0, 1, 0, 0, 0, 0, 0x61], ""),
        ("a length beyond all", [0x82, 0xFF] + [UInt8](repeating: 0xFF, count: 8) + [0, 0, 0, 0], ""),
        ("half a close code", WebSocketWriter.frame(0x88, mask: 1, [3]), ""),
        ("a close code that is never sent", WebSocketWriter.frame(0x88, mask: 1, [3, 0xED]), ""),
        ("text of HTTP", Array("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n".utf8), ""),
    ]

    @Test(arguments: hostile.indices)
    func `bytes that no client may send close the connection with 1002`(index: Int) throws {
        let (name, bytes, fields) = Self.hostile[index]
        for cut in [bytes.count, 1] {
            var play = try Play([Self.client("a"), Self.server("b")], fields)
            for start in stride(from: 0, to: bytes.count, by: cut) {
                play.say(Array(bytes[start..<min(bytes.count, start + cut)]))
            }
            #expect(play.done.first == "own 136 [3, 234]", "\(name)")
            #expect(play.done.dropFirst().allSatisfy { $0 == "end" } && play.done.count > 1, "\(name)")
            let before = play.book.heard
            play.say(Self.text, "a")
            #expect(play.book.heard == before && !play.done.contains("1"), "\(name)")
        }
    }

    private static let marked: [(String, UInt8)] = [
        ("", 0x81), (deflate, 0xC1), ("Sec-WebSocket-Extensions: x-other\r\n", 0xF1),
    ]

    @Test(arguments: marked)
    func `reserved bits have the meaning that was agreed on`(fields: String, first: UInt8) throws {
        var play = try Play([], fields)
        play.say(first, Self.hello)
        #expect(play.book.heard == 1 && play.done == [])
    }
}
