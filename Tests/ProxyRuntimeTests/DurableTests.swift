import CassetteStore
import Dispatch
import HTTP2Wire
import LoopbackPeers
import Platform
import Synchronization
import Testing

@testable import ProxyRuntime

/// Recording where answers wait for the disk.
@Suite struct DurableTests {
    /// A medium whose syncs wait until they are let through.
    private final class GatedMedium: JournalMedium {
        let gate = DispatchSemaphore(value: 1)
        let isSyncing = DispatchSemaphore(value: 0)

        func write(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) {}
        func sync() throws(PlatformError) {
            isSyncing.signal()
            gate.wait()
        }
        func truncate(to size: Int) throws(PlatformError) {}
        func unlock() {}
    }

    private static let answers: [(answer: String, atOnce: String)] = [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell"),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r"
        ),
        ("HTTP/1.1 204 No Content\r\n\r\n", ""),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
    ]

    @Test(arguments: 0..<4)
    func `the end of an answer waits for the medium, and nothing before it does`(index: Int) throws {
        let (answer, atOnce) = Self.answers[index]
        let server = RawServer { connection, _ in
            while connection.read(through: "\r\n\r\n") != nil { connection.send(answer) }
        }
        let folder = try TemporaryFolder()
        let medium = GatedMedium()
        let bed = try ProxyBed(
            ProxyBed.Settings(http: server.port, record: folder.path + "/t.fita", medium: medium))
        medium.isSyncing.wait()  // the header's
        let client = try bed.client()
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        // A first sync may be for a part of the exchange; the last one is not let through before the bytes are here.
        medium.isSyncing.wait()
        #expect(client.read(atOnce.utf8.count) == Array(atOnce.utf8))
        let isOpen = bed.eventually { $0.server.openClients.contains { $0.hasExchange } }
        #expect(isOpen)
        for _ in 0..<8 { medium.gate.signal() }
        let rest = answer.utf8.dropFirst(atOnce.utf8.count)
        #expect(client.read(rest.count) == Array(rest))
        // The connection goes on.
        for _ in 0..<8 { medium.gate.signal() }
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(client.read(answer.utf8.count) == Array(answer.utf8))
        for _ in 0..<100 { medium.gate.signal() }
    }

    @Test(arguments: [0, 1])
    func `over HTTP/2 the end of a stream waits for the medium`(index: Int) throws {
        let server = RawServer(authority: Authorities.origin, answers: [RawAnswer(Self.answers[index].answer)])
        let folder = try TemporaryFolder()
        let medium = GatedMedium()
        let bed = try ProxyBed(
            ProxyBed.Settings(https: server.port, record: folder.path + "/t.fita", medium: medium))
        medium.isSyncing.wait()  // the header's
        let peer = try bed.http2()
        let id = peer.ask("/")
        while (peer.answers[id]?.content.count ?? 0) < 4, let event = peer.next() { peer.note(event) }
        let isOpen = bed.eventually { $0.server.openClients.contains { $0.hasExchange } }
        #expect(isOpen)
        #expect(peer.answers[id]?.end == nil)
        for _ in 0..<100 { medium.gate.signal() }
        let answer = peer.answer(id)
        #expect(answer.text == "hello")
        #expect(answer.end == .noError)
    }

    @Test(arguments: [2, 3])
    func `over HTTP/2 a head that ends its stream waits for the medium`(index: Int) throws {
        let server = RawServer(authority: Authorities.origin, answers: [RawAnswer(Self.answers[index].answer)])
        let folder = try TemporaryFolder()
        let medium = GatedMedium()
        let bed = try ProxyBed(
            ProxyBed.Settings(https: server.port, record: folder.path + "/t.fita", medium: medium))
        medium.isSyncing.wait()
        let peer = try bed.http2()
        let id = peer.ask("/")
        // The first sync has what came before the end, or all; the exchange stays open in either case.
        medium.isSyncing.wait()
        #expect(bed.eventually { $0.recorder?.begun == 1 })
        let isOpen = bed.eventually { $0.server.openClients.contains { $0.hasExchange } }
        #expect(isOpen)
        for _ in 0..<100 { medium.gate.signal() }
        #expect(peer.answer(id).end == .noError)
    }

    @Test func `a client that goes while its answer waits is let go`() throws {
        let server = RawServer { connection, _ in
            _ = connection.read(through: "\r\n\r\n")
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        }
        let folder = try TemporaryFolder()
        let medium = GatedMedium()
        let bed = try ProxyBed(
            ProxyBed.Settings(http: server.port, record: folder.path + "/t.fita", medium: medium))
        let client = try bed.client()
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        _ = client.read(through: "hell")
        client.reset()
        #expect(bed.eventually { $0.server.openConnections == 0 })
        for _ in 0..<100 { medium.gate.signal() }
        bed.stop()
    }
}
