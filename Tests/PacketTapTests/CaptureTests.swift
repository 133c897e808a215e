import Cryptography
import Foundation
import PacketTap
import Testing

@testable import PacketWire

private enum Shared {
    static let corpus: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return ProcessInfo.processInfo.environment["FITA_CORPUS"].map { URL(filePath: $0) }
            ?? root.appending(path: "../shared/corpus")
    }()

    static func rows(_ file: URL, _ key: String) throws -> [[String: Any]]? {
        guard let data = try? Data(contentsOf: file) else {
            print("absent: \(file.lastPathComponent)")
            return nil
        }
        return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?[key] as? [[String: Any]]
    }

    /// The bytes of a bad input, expanded.
    static func bytes(_ item: [String: Any]) throws -> Data {
        let input = try #require(item["input"] as? [String: Any])
        var bytes = Data()
        for part in input["parts"] as? [[String: Any]] ?? [input] {
            if let template = part["each"] as? String {
                let (start, end) = (try #require(part["start"] as? Int), try #require(part["end"] as? Int))
                for number in start..<end { bytes += Data(template.replacing("{i}", with: String(number)).utf8) }
            } else {
                let text = try #require(part["b64"] as? String)
                let piece = try #require(Data(base64Encoded: text))
                for _ in 0..<(part["count"] as? Int ?? 1) { bytes += piece }
            }
        }
        #expect(bytes.count == input["length"] as? Int)
        return bytes
    }

    static func withFile<Result>(_ bytes: Data, _ body: (String) throws -> Result) throws -> Result {
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try bytes.write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        return try body(place.path)
    }

    static func table(_ path: String) throws -> (table: FlowTable, end: CaptureEnd) {
        var table = FlowTable()
        let end = try CaptureFile.read(path: path) { table.add($0) }
        return (table, end)
    }
}

struct CaptureFileTests {
    @Test func `the catalogue of bad captures is read as it says`() throws {
        let file = Shared.corpus.deletingLastPathComponent().appending(path: "badinputs/pcap.json")
        guard let cases = try Shared.rows(file, "cases") else { return }
        for item in cases {
            let id = try #require(item["id"] as? String)
            let expected = try #require(item["expected"] as? [String: Any])
            let packets = expected["packets"] as? Int
            try Shared.withFile(Shared.bytes(item)) { path in
                let action = expected["action"] as? String
                guard let (table, end) = try? Shared.table(path) else {
                    #expect(action == "reject" || action == "either", "\(id)")
                    return
                }
                switch action {
                // libpcap finds a packet that names no interface only when it comes to it.
                case "reject": #expect(end != .complete && table.tally.packets == 0, "\(id)")
                case "accept": #expect(end == .complete && table.tally.packets == packets, "\(id): \(end)")
                case "prefix":
                    guard case .damaged(let offset, let reason) = end else {
                        Issue.record("\(id): \(end)")
                        return
                    }
                    #expect(table.tally.packets == packets, "\(id)")
                    #expect(offset > 24 && !reason.isEmpty, "\(id)")
                case "skip": #expect(end == .complete && table.tally.joined < table.tally.packets, "\(id)")
                default: break
                }
                try flows(id, table)
            }
        }
        #expect(cases.count >= 40)
    }

    private func flows(_ id: String, _ table: FlowTable) throws {
        let oddities: [String: Set<Flow.Oddity>] = [
            "pcap-tcp-retransmit": [], "pcap-tcp-gap-1g": [.hole], "pcap-tcp-midstream": [.joinedMidway],
            "pcap-tcp-data-after-rst": [.dataAfterReset], "pcap-tcp-seq-wrap": [],
            "pcap-time-backwards": [.timeBackwards, .joinedMidway],
        ]
        if let wanted = oddities[id] { #expect(table.flows.first?.oddities == wanted, "\(id)") }
        let named = [
            "pcap-tcp-retransmit", "pcap-tcp-seq-wrap", "pcap-tcp-out-of-order", "pcap-tcp-midstream",
            "pcap-time-backwards",
        ]
        if named.contains(id) { #expect(table.flows.first?.name?.host?.text == "origin.test", "\(id)") }
        if id == "pcap-many-flows" { #expect(table.flows.count == 1_500) }
        if id == "pcap-tcp-overlap-conflict" { #expect(table.flows.first?.name?.host?.text == "a") }
    }

    @Test func `the corpus gives its packets, TCP streams and names`() throws {
        guard let rows = try Shared.rows(Shared.corpus.appending(path: "index.json"), "files") else { return }
        var read = 0
        for row in rows {
            guard let file = row["file"] as? String, file.hasPrefix("pcap/"), let answer = row["answer"] as? String,
                file.hasSuffix(".pcap") || file.hasSuffix(".pcapng")
            else { continue }
            func number(_ key: String) -> Int? {
                answer.firstRange(of: key + "=").flatMap { Int(answer[$0.upperBound...].prefix { $0.isNumber }) }
            }
            let path = Shared.corpus.appending(path: file).path
            // Wireless and Token Ring frames and the like are refused by their number.
            guard let (table, end) = try? Shared.table(path) else {
                Issue.record("\(file) was refused")
                continue
            }
            read += 1
            #expect(end == .complete, "\(file)")
            #expect(table.tally.packets == number("packets"), "\(file)")
            #expect(table.flows.filter { $0.transport == .tcp }.count == number("tcpStreams"), "\(file)")
            let names = table.flows.compactMap { $0.name?.host?.text }
            if let range = answer.firstRange(of: "sni=[") {
                for name in answer[range.upperBound...].prefix(while: { $0 != "]" }).split(separator: "; ") {
                    #expect(names.contains(String(name)), "\(file): \(name)")
                }
            }
        }
        #expect(read >= 70)
    }

    @Test func `pcapng files of the generator give their packets or a reason`() throws {
        guard let rows = try Shared.rows(Shared.corpus.appending(path: "index.json"), "files") else { return }
        var complete = 0
        for row in rows {
            guard let file = row["file"] as? String, file.hasPrefix("pcapng/"), file.hasSuffix(".pcapng"),
                let answer = row["answer"] as? String
            else { continue }
            let expected = try #require(Int(answer.filter(\.isNumber).dropFirst(2)))
            // libpcap refuses files whose interfaces differ; tshark reads them.
            guard let (table, end) = try? Shared.table(Shared.corpus.appending(path: file).path) else { continue }
            #expect(table.tally.packets <= expected)
            if end == .complete {
                complete += 1
                // In this one tshark counts the custom blocks as packets.
                if file.contains("test018") { continue }
                #expect(table.tally.packets == expected, "\(file)")
            }
        }
        #expect(complete >= 16)
    }

    @Test func `what is no capture is refused with its path`() throws {
        #expect {
            try CaptureFile.read(path: "/no/such/file.pcap") { _ in }
        } throws: { ($0 as? PacketTapError)?.code == .fileUnreadable }
        try Shared.withFile(Data("text".utf8)) { path in
            let error = #expect(throws: PacketTapError.self) { try CaptureFile.read(path: path) { _ in } }
            #expect(error?.context.contains(path) == true)
        }
    }
}

struct CaptureWriterTests {
    @Test func `what is written is read back`() throws {
        for link in [LinkType.ethernet, .rawIP, .linuxCooked, .linuxCooked2, .loopback] {
            let packets = [
                CapturedPacket(
                    linkType: link, timeNanoseconds: 1_800_000_000_123_456_789, originalLength: 3, bytes: [1, 2, 3]),
                CapturedPacket(linkType: link, timeNanoseconds: 0, originalLength: 1_500, bytes: [7]),
            ]
            let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: path) }
            var writer: CaptureWriter? = try CaptureWriter(path: path, linkType: link)
            for packet in packets { writer?.add(packet) }
            try writer?.flush()
            writer = nil
            var read: [CapturedPacket] = []
            #expect(try CaptureFile.read(path: path) { read.append($0) } == .complete)
            #expect(read == packets)
        }
        #expect(throws: PacketTapError.self) { try CaptureWriter(path: "/no/such/folder/x", linkType: .ethernet) }
    }
}

struct LiveCaptureTests {
    /// Runs only where we may listen on the loopback interface.
    @Test func `a loopback datagram is seen with its ports`() throws {
        #expect(throws: PacketTapError.self) { try LiveCapture(interface: "no-such-interface") }
        #if os(Linux)
        let name = "lo"
        #else
        let name = "lo0"
        #endif
        guard let capture = try? LiveCapture(interface: name, timeout: .milliseconds(20)) else {
            print("no right to listen on \(name)")
            return
        }
        #if os(Linux)
        let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #else
        let socket = socket(AF_INET, SOCK_DGRAM, 0)
        #endif
        defer { close(socket) }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = UInt16(9).bigEndian
        target.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let mark = Array(UUID().uuidString.utf8)
        let sent = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, mark, mark.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(sent == mark.count)
        var seen: TransportPacket?
        var idle = 0
        while seen == nil, idle < 100 {
            switch try capture.next() {
            case .nothing: idle += 1
            case .packet(let packet):
                guard let read = try? TransportPacket(packet), packet.bytes[read.payload].elementsEqual(mark) else {
                    continue
                }
                seen = read
            }
        }
        #expect(seen?.transport == .udp)
        #expect(seen?.destination.description == "127.0.0.1:9")
        #expect(capture.lostPackets != nil)
    }
}
