import Cryptography
import Testing

@testable import PacketWire

struct FlowTableTests {
    let client = Frames()
    var server: Frames { client.reversed }

    private func table(_ packets: [CapturedPacket], limits: FlowTable.Limits = .init()) -> FlowTable {
        var table = FlowTable(limits: limits)
        for packet in packets { table.add(packet) }
        return table
    }

    @Test func `one connection is one flow with its beginning, bytes and times`() throws {
        let hello = Frames.hello("ads.example")
        let table = try table([
            client.tcp(sequence: 1_000, .syn, at: 10), server.tcp(sequence: 9_000, [.syn, .ack], at: 20),
            client.tcp(hello, sequence: 1_001, at: 30), server.tcp([1, 2, 3], sequence: 9_001, at: 40),
            client.tcp([], sequence: 2_000, [.fin, .ack], at: 50),
        ])
        let flow = try #require(table.flows.first)
        #expect(table.flows.count == 1)
        #expect(flow.initiator.description == "10.0.0.2:50000")
        #expect(flow.responder.description == "203.0.113.9:443")
        #expect((flow.firstSeen, flow.lastSeen) == (10, 50))
        #expect((flow.bytesSent, flow.bytesReceived, flow.packets) == (hello.count, 3, 5))
        #expect(flow.name == FlowName(source: .serverName, bytes: Array("ads.example".utf8)))
        #expect(flow.name?.host?.text == "ads.example")
        #expect(flow.oddities.isEmpty)
        #expect(!flow.isLikelyQUIC)
    }

    @Test func `the same ports again are another flow, a repeated SYN is not`() throws {
        let table = try table([
            client.tcp(sequence: 1, .syn), client.tcp(sequence: 1, .syn), client.tcp([1], sequence: 2),
            client.tcp(sequence: 3, [.fin, .ack]), server.tcp(sequence: 3, [.fin, .ack]),
            client.tcp(sequence: 500, .syn), client.tcp([1], sequence: 501),
            client.tcp(sequence: 900_000, .syn),
        ])
        #expect(table.flows.map(\.packets) == [5, 2, 1])
    }

    @Test func `who began is known by the SYN with ACK, else guessed by the ports`() throws {
        let answered = try table([server.tcp(sequence: 5, [.syn, .ack]), client.tcp([1], sequence: 2)])
        #expect(answered.flows.first?.initiator.port == 50_000)
        #expect(answered.flows.first?.oddities.isEmpty == true)
        let midway = try table([server.tcp([1], sequence: 5)])
        #expect(midway.flows.first?.initiator.port == 50_000)
        #expect(midway.flows.first?.oddities == [.joinedMidway])
        let named = try table([client.tcp(Array("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8), sequence: 5)])
        #expect(named.flows.first?.name?.host?.text == "a.example")
    }

    @Test func `HTTP requests give their host by field, absolute target or CONNECT`() throws {
        let cases: [(String, FlowName.Source?, String?)] = [
            ("GET / HTTP/1.1\r\nAccept: x\r\nhOsT:  Ads.Example:8080 \r\n\r\n", .hostField, "ads.example"),
            ("GET http://Cdn.Example/a?b HTTP/1.1\r\nHost: x\r\n\r\n", .absoluteTarget, "cdn.example"),
            ("GET HTTP://bro.org/ HTTP/1.0\n\n", .absoluteTarget, "bro.org"),
            ("CONNECT sdk.example:443 HTTP/1.1\r\n", .connectTarget, "sdk.example"),
            ("CONNECT [::1]:443 HTTP/1.1\r\n", .connectTarget, "0:0:0:0:0:0:0:1"),
            ("GET / HTTP/1.0\r\n\r\n", nil, nil), ("GET / HTTP/1.1\r\nHost:\r\n\r\n", nil, nil),
            ("SSH-2.0-x\r\n", nil, nil), ("\u{1}\u{2}", nil, nil),
            ("GET /u?x=http://other.example/ HTTP/1.1\r\nHost: real.example\r\n\r\n", .hostField, "real.example"),
        ]
        for (text, source, host) in cases {
            let bytes = Array(text.utf8)
            for cut in [bytes.count] + Array(1..<bytes.count) {
                let table = try table([
                    client.tcp(sequence: 0, .syn), client.tcp(Array(bytes[..<cut]), sequence: 1),
                    client.tcp(Array(bytes[cut...]), sequence: 1 + UInt32(cut)),
                ])
                #expect(table.flows[0].name?.source == source, "\(text) at \(cut)")
                #expect(table.flows[0].name?.host?.text == host, "\(text) at \(cut)")
            }
        }
    }

    @Test func `a hello in many segments, in any order, repeated, across the wrap of numbers`() throws {
        let hello = Frames.hello("ads.example", padding: 3_000)
        let start = UInt32.max - 1_000
        let pieces = try stride(from: 0, to: hello.count, by: 700).map { place in
            try client.tcp(
                Array(hello[place..<min(place + 700, hello.count)]), sequence: start &+ 1 &+ UInt32(place))
        }
        let syn = try client.tcp(sequence: start, .syn)
        for order in [
            pieces, pieces.reversed(), pieces + pieces, [pieces[0], pieces[0]] + pieces.dropFirst().reversed(),
        ] {
            let flow = table([syn] + order).flows[0]
            #expect(flow.name?.host?.text == "ads.example")
            #expect(flow.oddities.isEmpty)
        }
        let missing = table([syn] + pieces.dropFirst()).flows[0]
        #expect(missing.name == nil)
    }

    @Test func `bytes repeated with other content are flagged and the first copy counts`() throws {
        let good = Array("GET / HTTP/1.1\r\nHost: good.example\r\n\r\n".utf8)
        let evil = Array("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".utf8)
        let table = try table([
            client.tcp(sequence: 0, .syn), client.tcp(Array(good[..<30]), sequence: 1), client.tcp(evil, sequence: 1),
        ])
        #expect(table.flows[0].oddities == [.contradictedBytes])
        let name = try #require(table.flows[0].name)
        #expect(String(decoding: name.bytes, as: UTF8.self).hasPrefix("good.example".prefix(8)))
    }

    @Test func `a gap far ahead, data after reset and times backwards are flagged`() throws {
        let far = try table([
            client.tcp(sequence: 0, .syn), client.tcp([0x47], sequence: 1), client.tcp([1], sequence: 1 << 30),
        ])
        #expect(far.flows[0].oddities == [.hole])
        let reset = try table([
            client.tcp(sequence: 0, .syn, at: 5), server.tcp(sequence: 1, .rst, at: 4),
            client.tcp([1], sequence: 1, at: 6),
        ])
        #expect(reset.flows[0].oddities == [.dataAfterReset, .timeBackwards])
        #expect((reset.flows[0].firstSeen, reset.flows[0].lastSeen) == (4, 6))
    }

    @Test func `a DNS answer names the address it gave`() throws {
        var resolver = Frames(from: "10.0.0.1", fromPort: 53, to: "10.0.0.2", toPort: 40_000)
        let answer = Frames.answer("Ads.Example", [[203, 0, 113, 9], [UInt8](repeating: 1, count: 16)])
        let named = try table([resolver.udp(answer), client.tcp(sequence: 0, .syn)])
        #expect(named.flows.map(\.resolvedName) == [nil, Array("ads.example".utf8)])
        #expect(named.flows[0].responder.port == 53, "the answer alone shows who asked")
        let version6 = try #require(IPAddress([UInt8](repeating: 1, count: 16)))
        #expect(named.name(of: version6) == Array("ads.example".utf8))
        // From any other port it is no answer.
        resolver.fromPort = 54
        #expect(try table([resolver.udp(answer), client.tcp(sequence: 0, .syn)]).flows[1].resolvedName == nil)
    }

    @Test func `names that DNS was asked for are kept once each, as asked, up to the limit`() throws {
        func question(_ name: String) -> [UInt8] {
            var message = Frames.answer(name, [])
            message[2] = 0x01
            message[7] = 0
            return Array(message.prefix(12 + name.utf8.count + 2 + 4))
        }
        let device = Frames(from: "10.0.0.2", fromPort: 40_000, to: "10.0.0.1", toPort: 53)
        let resolver = Frames(from: "10.0.0.1", fromPort: 53, to: "10.0.0.2", toPort: 40_000)
        let packets = [
            try device.udp(question("Ab.track.Example")), try resolver.udp(Frames.answer("Ab.track.Example", [])),
            try resolver.udp(Frames.answer("b.example", [[1, 2, 3, 4]])), try device.udp(question("c.example")),
        ]
        let asked = ["Ab.track.Example", "b.example", "c.example"]
        #expect(table(packets).askedNames == asked.map { Array($0.utf8) })
        var limits = FlowTable.Limits()
        limits.names = 3
        #expect(table(packets, limits: limits).tally.namesBeyondLimit == 0)
        limits.names = 2
        let cut = table(packets, limits: limits)
        #expect(cut.askedNames.count == 2 && cut.tally.namesBeyondLimit == 1)
        // Another port, a cut message, an update of a zone.
        var other = device
        other.toPort = 54
        #expect(try table([other.udp(question("a.example"))]).askedNames.isEmpty)
        for cut in 0..<question("a.example").count {
            #expect(try table([device.udp(Array(question("a.example").prefix(cut)))]).askedNames.isEmpty)
        }
        var update = question("a.example")
        update[2] = 0x28
        #expect(try table([device.udp(update)]).askedNames.isEmpty)
    }

    @Test func `UDP to port 443 is likely QUIC`() throws {
        #expect(try table([client.udp([1, 2])]).flows[0].isLikelyQUIC)
    }

    @Test func `limits are kept to the flow and what passes them is counted`() throws {
        func syn(_ port: UInt16) throws -> CapturedPacket {
            var other = client
            other.fromPort = port
            return try other.tcp(sequence: 0, .syn)
        }
        var limits = FlowTable.Limits()
        limits.flows = 3
        let flows = try table((1...5).map { try syn($0) } + [syn(1)], limits: limits)
        #expect(flows.flows.count == 3)
        #expect(flows.tally.packetsBeyondLimit == 2)
        #expect(flows.tally.joined == 4)

        limits = FlowTable.Limits()
        limits.heads = 2
        func begun(_ port: UInt16, _ text: String) throws -> [CapturedPacket] {
            var other = client
            other.fromPort = port
            return try [other.tcp(sequence: 0, .syn), other.tcp(Array(text.utf8), sequence: 1)]
        }
        let open = try begun(1, "GET / HT") + begun(2, "GET / HT") + begun(3, "GET / HT")
        #expect(table(open, limits: limits).tally.headsBeyondLimit == 1)
        let freed = try begun(1, "GET / HT") + begun(2, "nothing") + begun(3, "GET / HT")
        #expect(table(freed, limits: limits).tally.headsBeyondLimit == 0)

        limits = FlowTable.Limits()
        limits.names = 2
        let resolver = Frames(from: "10.0.0.1", fromPort: 53, to: "10.0.0.2", toPort: 40_000)
        let many = try resolver.udp(Frames.answer("a.example", [[1, 1, 1, 1], [1, 1, 1, 2], [1, 1, 1, 3]]))
        #expect(table([many], limits: limits).tally.namesBeyondLimit == 1)
        limits.names = 3
        #expect(table([many], limits: limits).tally.namesBeyondLimit == 0)
    }

    @Test func `a head that never ends is given up at its limit`() throws {
        var packets = [try client.tcp(sequence: 0, .syn)]
        let line = Array(("GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 160)).utf8)
        for index in 0..<40 { packets.append(try client.tcp(line, sequence: 1 + UInt32(index * line.count))) }
        var limits = FlowTable.Limits()
        limits.heads = 1
        var other = client
        other.fromPort = 7
        packets.append(try other.tcp(sequence: 0, .syn))
        packets.append(try other.tcp(Array("GET /".utf8), sequence: 1))
        let table = table(packets, limits: limits)
        #expect(table.flows[0].name == nil)
        #expect(table.tally.headsBeyondLimit == 0)
    }
}

struct DNSAnswerTests {
    @Test func `a name that points at itself ends`() {
        var message = Frames.answer("a.example", [[1, 2, 3, 4]])
        #expect(DNSAnswer(message[...])?.addresses.count == 1)
        message[12] = 0xc0
        message[13] = 12
        #expect(DNSAnswer(message[...]) == nil)
    }

    @Test func `pointers are followed to their limit`() {
        func chain(_ count: Int) -> [UInt8] {
            // The question's name is a pointer; the chain lies behind the question.
            var message: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 18, 0, 1, 0, 1]
            for _ in 1..<count { message += [0xc0, UInt8(message.count + 2)] }
            return message + [1, 0x61, 0]
        }
        #expect(DNSAnswer(chain(32)[...])?.name == [0x61])
        #expect(DNSAnswer(chain(33)[...]) == nil)
    }

    @Test func `every cut gives what came before it or nothing`() {
        let message = Frames.answer("ads.example", [[1, 2, 3, 4], [5, 6, 7, 8]])
        for cut in 0..<message.count {
            let answer = DNSAnswer(message[..<cut])
            #expect((answer?.addresses.count ?? 0) < 2)
        }
        #expect(DNSAnswer(message[...])?.addresses.map(\.description) == ["1.2.3.4", "5.6.7.8"])
        // A question is no answer.
        var question = message
        question[2] = 0x01
        #expect(DNSAnswer(question[...]) == nil)
    }
}
