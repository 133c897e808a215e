import CassetteFormat
import LoopbackPeers
import Origins
import TestMaterial
import Testing

@testable import ProxyRuntime

/// The bad inputs' requests over real sockets: in clear, and over TLS inside a CONNECT.
@Suite struct HostileRequestTests {
    /// A proxy that records, and an origin that answers every whole request.
    private struct Scene {
        let isSecure: Bool
        let server: RawServer
        let bed: ProxyBed
        let folder: TemporaryFolder

        init(isSecure: Bool) throws {
            self.isSecure = isSecure
            folder = try TemporaryFolder()
            server = RawServer(authority: isSecure ? Authorities.origin : nil) { connection, server in
                while let request = connection.readMessage() {
                    server.log(request)
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                }
            }
            // Of an absolute target over TLS, the origin in clear is another one, which must see nothing.
            bed = try ProxyBed(
                ProxyBed.Settings(
                    http: isSecure ? nil : server.port, https: isSecure ? server.port : nil,
                    record: folder.path + "/tape.fita"))
        }

        /// Sends the pieces, each read before the next is sent; gives the statuses that came back.
        func send(_ pieces: [ArraySlice<UInt8>]) throws -> [Int] {
            let client = try isSecure ? bed.secureTunnel() : bed.client()
            for piece in pieces {
                client.send(Array(piece))
                // Twice round the loop: what was there before has been read then.
                if pieces.count > 1 { for _ in 0..<2 { _ = bed.onLoop { _ in } } }
            }
            client.endWriting()
            return Scene.statuses(client.readAll())
        }

        private static func statuses(_ bytes: [UInt8]) -> [Int] {
            String(decoding: bytes, as: UTF8.self).split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
        }
    }

    private func cuts(_ count: Int, isSecure: Bool) -> [Int] {
        // A handshake each makes the cuts over TLS dear; the machine is cut at every byte elsewhere.
        if isSecure { return Array(stride(from: 1, to: count, by: max(1, count / 4))) }
        return count <= 200 ? Array(1..<count) : Array(stride(from: 1, to: count, by: max(1, count / 8)))
    }

    @Test(arguments: HostileMessage.requests, [false, true])
    func `a hostile request gets its row's verdict from the running proxy, whole and cut`(
        message: HostileMessage, isSecure: Bool
    ) throws {
        guard let bytes = isSecure ? message.bytesInTunnel : message.bytes else { return }
        let scene = try Scene(isSecure: isSecure)
        let ways = [[bytes[...]]] + cuts(bytes.count, isSecure: isSecure).map { [bytes[..<$0], bytes[$0...]] }
        for (index, pieces) in ways.enumerated() {
            let before = scene.server.messages.count
            let statuses = try scene.send(pieces)
            let sent = Array(scene.server.messages[before...])
            judge(message, statuses, sent, "way \(index)")
        }
        let isRefused = message.action == "reject" && !HostileChoice.passesAsItCame.contains(message.id)
        if !message.mayReachOrigin, isRefused {
            #expect(scene.bed.onLoop { $0.live.connects } == 0, "the origin was dialled")
        }
        let good = "GET \(isSecure ? "" : "http://origin.test")/good HTTP/1.1\r\nHost: origin.test\r\n\r\n"
        #expect(try scene.send([Array(good.utf8)[...]]) == [200])
        let seen = scene.server.messages.count
        scene.bed.stop()
        let ends = try Tape.exchanges(scene.folder.path + "/tape.fita").map(\.end)
        #expect(ends.count { $0 == .complete } <= seen, "more is recorded as whole than the origin has seen")
        if isRefused {
            let refused = ends.count { if case .refused = $0 { true } else { false } }
            #expect(refused >= ways.count, "a refusal is not on the tape: \(refused) of \(ways.count)")
        }
    }

    private func judge(_ message: HostileMessage, _ statuses: [Int], _ sent: [[UInt8]], _ way: String) {
        let refusal = statuses.last.flatMap { $0 >= 400 ? $0 : nil }
        if HostileChoice.passesAsItCame.contains(message.id) {
            #expect(statuses == [200] && sent.count == 1, "\(way): \(statuses)")
            return
        }
        switch message.action {
        case "accept":
            #expect(refusal == nil, "\(way): \(statuses)")
            #expect(sent.count == message.complete, "\(way)")
            expectBytes(message, sent, way)
        case "reject":
            #expect(refusal.map(message.statuses.contains) == true, "\(way): \(statuses)")
            #expect(sent.isEmpty, "\(way)")
        case "either":
            let choice = refusal.map(HostileChoice.refuse) ?? .pass(statuses.count)
            // Where TLS is asked for in clear, no such origin is there: it must not be asked in clear instead.
            if message.id == "req-target-https-absolute-plain" {
                #expect(sent.isEmpty, "\(way)")
                return
            }
            #expect(choice == HostileChoice.requests[message.id], "\(way)")
            if refusal == nil { expectBytes(message, sent, way) } else { #expect(sent.isEmpty, "\(way)") }
        default:
            #expect(sent.isEmpty, "\(way)")
        }
    }

    private func expectBytes(_ message: HostileMessage, _ sent: [[UInt8]], _ way: String) {
        let all = Array(sent.joined())
        for piece in message.has { #expect(all.contains(sequence: piece), "\(way)") }
        for piece in message.lacks { #expect(!all.contains(sequence: piece), "\(way)") }
    }
}
