import Testing

@testable import ProxyCore

/// The opening of a SOCKS connection, byte by byte.
@Suite struct SOCKSHandshakeTests {
    /// What came of an opening: all that was written, and how it ended.
    private struct Outcome: Equatable {
        var written: [UInt8] = []
        var target: String?
        var asked: [UInt8] = []
        var reason: String?
        /// Bytes behind the request, which belong to the server.
        var rest: [UInt8] = []
    }

    /// Feeds pieces the way a connection does: what is not used up comes again with the next piece.
    private func feed(_ pieces: [[UInt8]], credentials: ProxyCredentials? = nil) -> Outcome {
        var handshake = SOCKSHandshake(credentials: credentials)
        var outcome = Outcome()
        var carry: [UInt8] = []
        for piece in pieces {
            carry += piece
            reading: while outcome.target == nil, outcome.reason == nil {
                switch carry.withUnsafeBufferPointer({ handshake.read($0) }) {
                case .needMore:
                    #expect(carry.count < SOCKSHandshake.longestMessage)
                    break reading
                case .reply(let reply, let consumed):
                    outcome.written += reply
                    carry.removeFirst(consumed)
                case .connect(let host, let port, let asked, let consumed):
                    outcome.target = "\(host) \(port)"
                    outcome.asked = asked
                    carry.removeFirst(consumed)
                case .refuse(let reply, let reason, let asked):
                    outcome.written += reply
                    outcome.reason = reason
                    outcome.asked = asked
                    carry = []
                }
            }
        }
        outcome.rest = carry
        return outcome
    }

    private static let greeting: [UInt8] = [5, 1, 0]
    private static let port: [UInt8] = [0x01, 0xBB]

    private static func name(_ text: String) -> [UInt8] {
        [5, 1, 0, 3, UInt8(text.utf8.count)] + Array(text.utf8) + port
    }

    private static let targets: [([UInt8], String)] = [
        (name("Ads.example"), "ads.example 443"), (name("192.0.2.7"), "192.0.2.7 443"),
        (name("2001:db8::1"), "2001:db8::1 443"), (name("a_b.example"), "a_b.example 443"),
        ([5, 1, 0, 1, 127, 0, 0, 1] + port, "127.0.0.1 443"),
        ([5, 1, 0, 4, 0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [1] + port, "2001:db8::1 443"),
        ([5, 1, 0, 4] + [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 10, 0, 0, 1] + port, "10.0.0.1 443"),
    ]

    @Test(arguments: targets)
    func `a target is a name or an address, whole and split at each byte`(request: [UInt8], target: String) {
        let all = Self.greeting + request + [0x16, 3, 1]
        var wanted = Outcome(written: [5, 0], target: target, asked: request, reason: nil, rest: [0x16, 3, 1])
        #expect(feed([all]) == wanted)
        #expect(feed(all.map { [$0] }) == wanted)
        for cut in 1..<all.count { #expect(feed([Array(all[..<cut]), Array(all[cut...])]) == wanted) }
        wanted.rest = []
        #expect(feed([Self.greeting, request]) == wanted)
    }

    @Test(
        arguments: [
            ([5, 2, 0] + port, UInt8(7), "BIND"), ([5, 3, 0] + port, 7, "UDP"), ([5, 9, 0] + port, 7, "command 9"),
        ] as [([UInt8], UInt8, String)])
    func `only CONNECT is served`(opening: [UInt8], reply: UInt8, word: String) {
        let request = Array(opening[..<3]) + [1, 127, 0, 0, 1] + Self.port
        let outcome = feed([Self.greeting + request])
        #expect(outcome.written == [5, 0, 5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
        #expect(outcome.reason?.contains(word) == true)
        #expect(outcome.asked == request)
    }

    @Test(arguments: [
        name(""), name("a b"), name("a\u{0}b"), name("a:80"), name("é.example"), name("[::1]"),
        name(String(repeating: "a", count: 254)), [5, 1, 0, 1, 127, 0, 0, 1, 0, 0],
    ])
    func `what is no target is refused`(request: [UInt8]) {
        let outcome = feed([Self.greeting + request])
        #expect(outcome.written == [5, 0, 5, 1, 0, 1, 0, 0, 0, 0, 0, 0])
        #expect(outcome.reason?.contains("neither") == true)
    }

    @Test func `an unknown kind of address, an older version and another protocol are refused`() {
        #expect(feed([Self.greeting + [5, 1, 0, 2, 1, 1]]).written.suffix(10) == [5, 8, 0, 1, 0, 0, 0, 0, 0, 0])
        let older = feed([[4, 1, 0, 80, 127, 0, 0, 1, 0]])
        #expect(older.written == [0, 91, 0, 0, 0, 0, 0, 0])
        #expect(older.reason?.contains("SOCKS 4") == true)
        #expect(feed([Array("GET / HTTP/1.1\r\n".utf8)]).reason == "this is not SOCKS 5")
        #expect(feed([Self.greeting + [4, 1, 0, 1, 1]]).reason == "this is not SOCKS 5")
    }

    @Test func `a name and password are asked for, and told right from wrong`() throws {
        let credentials = try #require(ProxyCredentials(name: Array("qa".utf8), password: Array("s3cret".utf8)))
        let greeting: [UInt8] = [5, 2, 0, 2]
        let right = [1, 2] + Array("qa".utf8) + [6] + Array("s3cret".utf8)
        let request = Self.name("ads.example")
        let all = greeting + right + request
        let wanted = Outcome(written: [5, 2, 1, 0], target: "ads.example 443", asked: request)
        #expect(feed([all], credentials: credentials) == wanted)
        #expect(feed(all.map { [$0] }, credentials: credentials) == wanted)
        for wrong in [
            [1, 2] + Array("qa".utf8) + [6] + Array("S3cret".utf8),
            [1, 2] + Array("qb".utf8) + [6] + Array("s3cret".utf8),
            [1, 2] + Array("qa".utf8) + [0], [1, 0, 0], [1, 2] + Array("qa".utf8) + [7] + Array("s3crets".utf8),
            [2, 2] + Array("qa".utf8) + [6] + Array("s3cret".utf8),
        ] as [[UInt8]] {
            let outcome = feed([greeting + wrong], credentials: credentials)
            #expect(outcome.written == [5, 2, 1, 1])
            #expect(outcome.asked == [], "credentials are not kept, not even wrong ones")
        }
        let none = feed([Self.greeting], credentials: credentials)
        #expect(none.written == [5, 0xFF])
        #expect(none.reason == "no name and password")
    }

    @Test func `without credentials of ours a client may still give some, or must have a way that is known`() {
        let all: [UInt8] = [5, 1, 2, 1, 1, 0x61, 1, 0x62] + Self.name("ads.example")
        #expect(feed([all]).target == "ads.example 443")
        #expect(feed([[5, 1, 1]]).written == [5, 0xFF])
        #expect(feed([[5, 0]]).written == [5, 0xFF])
    }

    @Test func `the longest messages are read`() throws {
        let long = [UInt8](repeating: 0x61, count: 255)
        let credentials = try #require(ProxyCredentials(name: long, password: long))
        let message = [1, 255] + long + [255] + long
        #expect(message.count == SOCKSHandshake.longestMessage)
        #expect(feed([[5, 1, 2]] + message.map { [$0] }, credentials: credentials).written == [5, 2, 1, 0])
        #expect(ProxyCredentials(name: long + [0x61], password: long) == nil)
        let methods = [5, 255] + [UInt8](repeating: 9, count: 254) + [0]
        #expect(feed([methods]).written == [5, 0])
        let host = Self.name(String(repeating: "a", count: 253))
        #expect(feed([Self.greeting + host]).target?.utf8.count == 257)
    }
}
