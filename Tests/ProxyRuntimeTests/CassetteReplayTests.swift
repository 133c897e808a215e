import CassetteFormat
import CassetteStore
import Foundation
import HTTP2Wire
import HTTPModel
import LoopbackPeers
import Origins
import Sockets
import Testing

@testable import ProxyRuntime

/// Replay from a cassette that is read again as it is played.
@Suite struct CassetteReplayTests {
    private static func answer(_ framing: String, _ body: [UInt8]) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n".utf8) + body
    }

    private static func get(_ path: String) -> String {
        "GET http://origin.test\(path) HTTP/1.1\r\nHost: origin.test\r\n\r\n"
    }

    /// Records these answers, packs, and gives the path of the cassette.
    private func cassette(_ folder: TemporaryFolder, _ answers: [[UInt8]]) throws -> String {
        let path = folder.path + "/t.fita"
        let server = RawServer(answers: answers.map { RawAnswer($0) })
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: path))
        let client = try bed.client()
        for (index, answer) in answers.enumerated() {
            client.send(Self.get("/\(index)"))
            #expect(client.read(answer.count) == answer)
        }
        bed.stop()
        try TapeFile.pack(path)
        return path
    }

    private static let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }

    private static func chunked(_ body: [UInt8], by size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: size) {
            let piece = body[start..<min(body.count, start + size)]
            bytes += Array("\(String(piece.count, radix: 16));x\r\n".utf8) + piece + [0x0D, 0x0A]
        }
        return bytes + Array("0\r\nX-T: end\r\n\r\n".utf8)
    }

    @Test func `every answer comes back byte for byte, in the cassette or beside it, whatever its framing`() throws {
        let folder = try TemporaryFolder()
        let answers = [
            Self.answer("Content-Length: 5", Array("hello".utf8)),
            Self.answer("Content-Length: 0", []),
            Self.answer("Transfer-Encoding: chunked", Self.chunked(Array("hello, world".utf8), by: 5)),
            Self.answer("Transfer-Encoding: chunked", Self.chunked([], by: 5)),
            Self.answer("Transfer-Encoding: chunked", Self.chunked(Self.large, by: 70_001)),
            Self.answer("Content-Length: \(Self.large.count)", Self.large),
        ]
        let path = try cassette(folder, answers)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client()
        for (index, answer) in answers.enumerated().reversed() {
            client.send(Self.get("/\(index)"))
            #expect(client.read(answer.count) == answer, "answer \(index)")
        }
        #expect(bed.onLoop { $0.tape?.unplayed } == [])
    }

    @Test func `a slow client stops the tape, and memory stays bounded`() throws {
        let folder = try TemporaryFolder()
        let body = [UInt8](repeating: 0x61, count: 24 << 20)
        let path = try cassette(folder, [Self.answer("Content-Length: \(body.count)", body)])
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client(receiveBuffer: 65_536)
        client.send(Self.get("/0"))
        #expect(bed.eventually { $0.server.openClients.contains { $0.answer.isPaused } })
        let pending = bed.onLoop { parts in parts.server.openClients.map(\.stream.pendingBytes).max() ?? 0 } ?? 0
        #expect(pending > 0 && pending < 1 << 20)
        _ = client.read(through: "\r\n\r\n")
        #expect(client.read(body.count) == body)
    }

    @Test func `a slow stream of HTTP/2 stops the tape, and another stream's answer passes it`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/t.fita"
        let body = String(repeating: "a", count: 8 << 20)
        let server = RawServer(
            authority: Authorities.origin,
            answers: ["Content-Length: \(body.utf8.count)", "Content-Length: 2"].map { framing in
                RawAnswer("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n" + (framing.hasSuffix(": 2") ? "ok" : body))
            })
        let live = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let first = try live.http2()
        for target in ["/large", "/small"] { first.answer(first.ask(target)) }
        live.stop()
        try TapeFile.pack(path)

        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let peer = try bed.http2()
        peer.consumes = false
        let large = peer.ask("/large")
        let isStopped = bed.eventually { parts in
            parts.server.openClients.contains { client in
                if case .http2(let connection) = client.mode { connection.session.isCongested(large) } else { false }
            }
        }
        #expect(isStopped)
        let waiting = bed.onLoop { parts in
            parts.server.openClients.compactMap { client -> Int? in
                if case .http2(let connection) = client.mode { connection.session.waiting(large) } else { nil }
            }.max() ?? .max
        }
        #expect((waiting ?? .max) < 1 << 20)
        #expect(peer.answer(peer.ask("/small")).text == "ok")
        peer.consumes = true
        peer.session.consumed(large, peer.answers[large]?.content.count ?? 0)
        peer.flush()
        let answer = peer.answer(large)
        #expect(answer.content == Array(body.utf8))
        #expect(answer.end == .noError)
    }

    @Test func `a client that goes in the middle of an answer leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        let path = try cassette(folder, [Self.answer("Content-Length: \(Self.large.count)", Self.large)])
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client(receiveBuffer: 65_536)
        client.send(Self.get("/0"))
        _ = client.read(through: "\r\n\r\n")
        client.reset()
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    @Test func `an exchange that has changed since is not played, whatever of it has`() throws {
        let folder = try TemporaryFolder()
        let texts = ["one", "two", "three", "fourth"]
        let path = try cassette(folder, texts.map { Self.answer("Content-Length: \($0.utf8.count)", Array($0.utf8)) })
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let tape = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        // One letter of a content, one of another answer's head, and one of a head whose checksum is none any more.
        let changed = tape.replacing("|two\n", with: "|twu\n").replacing("Content-Length: 5", with: "Content-Langth: 5")
            .replacing("Content-Length: 6", with: "Content-Langth: 6").replacing("|fourth\n. ", with: "|fourth\n: ")
        #expect(changed != tape && changed.utf8.count == tape.utf8.count)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(changed.utf8))
        for (index, isThere) in [true, false, false, false].enumerated() {
            let client = try bed.client()
            client.send(Self.get("/\(index)"))
            let answer = String(decoding: client.readMessage() ?? [], as: UTF8.self)
            #expect(answer.hasPrefix(isThere ? "HTTP/1.1 200 " : "HTTP/1.1 502 "), "\(index)")
            #expect(answer.contains("the block is not there any more") != isThere, "\(index)")
        }
    }

    @Test func `a content that has changed since is not played`() throws {
        let folder = try TemporaryFolder()
        let path = try cassette(folder, [Self.answer("Content-Length: \(Self.large.count)", Self.large)])
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let blobs = folder.path + "/t.blobs"
        for name in try FileManager.default.contentsOfDirectory(atPath: blobs) {
            var changed = Self.large
            changed[77] ^= 1
            try Data(changed).write(to: URL(fileURLWithPath: blobs + "/" + name))
        }
        let client = try bed.client()
        client.send(Self.get("/0"))
        let answer = String(decoding: client.readMessage() ?? [], as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 502 "))
        #expect(answer.contains("a content does not match its digest"))
    }

    @Test func `a small blob is read once, a larger one for each answer`() throws {
        let folder = try TemporaryFolder()
        // No text, so that they stand outside the cassette.
        let small = [UInt8](repeating: 0, count: CassetteBlocks.heldBlobSize)
        let large = [UInt8](repeating: 1, count: CassetteBlocks.heldBlobSize + 1)
        let answers = [small, small, large, large].map { Self.answer("Content-Length: \($0.count)", $0) }
        let path = try cassette(folder, answers)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client()
        for index in [0, 2] {
            client.send(Self.get("/\(index)"))
            #expect(client.read(answers[index].count) == answers[index])
        }
        let blobs = folder.path + "/t.blobs"
        let names = try FileManager.default.contentsOfDirectory(atPath: blobs)
        #expect(names.count == 2)
        for name in names { try FileManager.default.removeItem(atPath: blobs + "/" + name) }
        client.send(Self.get("/1"))
        #expect(client.read(answers[1].count) == answers[1])
        client.send(Self.get("/3"))
        #expect(String(decoding: client.readMessage() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 502 "))
    }

    @Test func `small blobs are kept up to a limit`() throws {
        let folder = try TemporaryFolder()
        let count = CassetteBlocks.heldBlobsSize / CassetteBlocks.heldBlobSize
        let bodies = (0...count).map { index in
            [UInt8](repeating: 0, count: CassetteBlocks.heldBlobSize - 2) + [UInt8(index >> 8), UInt8(index & 255)]
        }
        let answers = bodies.map { Self.answer("Content-Length: \($0.count)", $0) }
        // The last but one and the last are asked for twice.
        let path = try cassette(folder, answers + answers.suffix(2))
        let blocks = try CassetteBlocks(path)
        let tape = try TapeFile.open(path)
        var bodiesOnTape: [TapedBody] = []
        while let item = try tape.next() {
            guard case .exchange(let exchange) = item, var body = exchange.response?.body else { continue }
            (body.payload, body.isExternal) = ([], true)
            bodiesOnTape.append(body)
        }
        #expect(bodiesOnTape.count == count + 3)
        for body in bodiesOnTape.prefix(count + 1) { _ = try blocks.content(of: body) }
        try FileManager.default.removeItem(atPath: folder.path + "/t.blobs")
        let held = try blocks.content(of: bodiesOnTape[count + 1])
        #expect(try held.read(at: 0, held.size) == bodies[count - 1])
        #expect(throws: (any Error).self) { try blocks.content(of: bodiesOnTape[count + 2]) }
    }

    @Test func `a tape that was written anew is not played for the one that was opened`() throws {
        let folder = try TemporaryFolder()
        let answers = (0...1).map { Self.answer("Content-Length: 5", Array("body\($0)".utf8)) }
        let path = try cassette(folder, answers)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        var text = try Data(contentsOf: URL(fileURLWithPath: path))
        let first = try #require(text.range(of: Data("@ 1 ".utf8)))
        text.replaceSubrange(first, with: Data("@ 7 ".utf8))
        // With a checksum of its own: from behind the one before, to this one's line.
        let mark = Data("\n. ".utf8)
        let start = try #require(text[..<first.lowerBound].range(of: mark, options: .backwards)).upperBound + 9
        let end = try #require(text[start...].range(of: mark)).lowerBound + 1
        let digits = String(Array(text[start..<end]).withUnsafeBytes { CRC32C.checksum($0) }, radix: 16)
        let padded = String(repeating: "0", count: 8 - digits.count) + digits
        text.replaceSubrange(end + 2..<end + 10, with: Data(padded.utf8))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: text)
        let client = try bed.client()
        client.send(Self.get("/0"))
        let answer = String(decoding: client.readMessage() ?? [], as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 502 "))
        #expect(answer.contains("the tape has changed since it was opened"))
    }
}
