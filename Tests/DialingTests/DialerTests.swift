import Foundation
import LoopbackPeers
import Sockets
import Testing

@testable import Dialing

@Suite struct DialerTests {
    /// Dials, sends a line and reads one back; runs until nothing is left to wait for.
    private func dial(
        _ host: String, _ port: UInt16, _ configuration: DialerConfiguration, says line: String = "hello\n"
    ) throws -> Result<String, DialFailure> {
        let loop = EventLoop()
        let dialer = Dialer(loop, configuration)
        let taker = LineTaker()
        var result: Result<String, DialFailure>?
        dialer.dial(host, port) { outcome in
            #expect(result == nil)
            switch outcome {
            case .failure(let failure): result = .failure(failure)
            case .success(let stream):
                result = .success("")
                stream.delegate = taker
                stream.startReading()
                if !line.isEmpty { stream.write(Array(line.utf8)) }
            }
        }
        let watchdog = Sockets.Timer(loop, after: 15_000) {
            Issue.record("the loop has not ended")
            loop.stop()
        }
        loop.run()
        withExtendedLifetime((watchdog, dialer)) {}
        return try #require(result).map { _ in taker.text }
    }

    private final class LineTaker: ByteStreamDelegate {
        var text = ""
        func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
            text += String(decoding: bytes, as: UTF8.self)
            if text.hasSuffix("\n") { stream.close() }
        }
        func stream(_ stream: any ByteStream, ended end: StreamEnd) { stream.close() }
        func streamDrained(_ stream: any ByteStream) {}
    }

    /// A socket that libcurl closes while the loop still watches it is reported as ready again and again.
    @Test func `a connection that was dialled and is idle leaves the loop at rest`() throws {
        let server = RawServer { connection, _ in _ = connection.read(through: "\n") }
        defer { server.stop() }
        let loop = EventLoop()
        let dialer = Dialer(loop, DialerConfiguration())
        var connection: TCPStream?
        dialer.dial("127.0.0.1", server.port) { outcome in
            connection = try? outcome.get()
            connection?.startReading()
        }
        let end = Sockets.Timer(loop, after: 400) { loop.stop() }
        var before = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
        loop.run()
        var after = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
        #expect(connection != nil)
        let milliseconds = (after.tv_sec - before.tv_sec) * 1_000 + (after.tv_nsec - before.tv_nsec) / 1_000_000
        #expect(milliseconds < 100, "the loop was busy for \(milliseconds) of 400 ms")
        connection?.close()
        withExtendedLifetime((end, dialer)) {}
    }

    private static func echo() -> RawServer {
        RawServer { connection, server in
            guard let line = connection.read(through: "\n") else { return }
            server.log(line)
            connection.send(line)
        }
    }

    /// A port on which nothing listens.
    private static func closedPort() -> UInt16 {
        let server = RawServer { _, _ in }
        server.stop()
        return server.port
    }

    private func code(_ result: Result<String, DialFailure>) -> String {
        if case .failure(let failure) = result { failure.code } else { "connected" }
    }

    @Test func `a numeric address is dialled`() throws {
        let server = Self.echo()
        #expect(try dial("127.0.0.1", server.port, DialerConfiguration()) == .success("hello\n"))
    }

    @Test(arguments: ["origin.test:80", "origin.test:", ":80", ":"])
    func `a name is dialled where it is mapped to`(place: String) throws {
        let server = Self.echo()
        var configuration = DialerConfiguration()
        configuration.connectTo = ["other.test:80:127.0.0.1:1", "\(place):127.0.0.1:\(server.port)"]
        #expect(try dial("origin.test", 80, configuration) == .success("hello\n"))
    }

    @Test func `a port on which nobody listens is told of`() throws {
        let result = try dial("127.0.0.1", Self.closedPort(), DialerConfiguration())
        #expect(code(result) == "connect")
        guard case .failure(let failure) = result else { return }
        #expect(failure.detail.contains("127.0.0.1"))
    }

    @Test func `a name that cannot be one is told of`() throws {
        // A label over 63 bytes: no resolver is asked.
        let name = String(repeating: "a", count: 64) + ".test"
        #expect(code(try dial(name, 80, DialerConfiguration())) == "resolve")
    }

    @Test func `many connections at once are each made`() throws {
        let server = Self.echo()
        let loop = EventLoop()
        let dialer = Dialer(loop, DialerConfiguration())
        var made = 0
        for _ in 0..<30 {
            dialer.dial("127.0.0.1", server.port) { outcome in
                guard case .success(let stream) = outcome else { return }
                made += 1
                stream.close()
            }
        }
        loop.run()
        #expect(made == 30)
        withExtendedLifetime(dialer) {}
    }

    // MARK: Through a parent proxy

    /// A parent proxy of one connection: answers CONNECT with this, and what stands after it gives lines back.
    private static func parent(_ answer: String) -> RawServer {
        RawServer { connection, server in
            guard let head = connection.read(through: "\r\n\r\n") else { return }
            server.log(head)
            connection.send(answer)
            while let line = connection.read(through: "\n") { connection.send(line) }
        }
    }

    private func through(_ port: UInt16, timeout: Int = 10_000) -> DialerConfiguration {
        var configuration = DialerConfiguration()
        configuration.upstreamProxy = "http://127.0.0.1:\(port)"
        configuration.connectTimeout = timeout
        return configuration
    }

    @Test func `a parent proxy is asked for a tunnel, by the origin's name`() throws {
        let server = Self.parent("HTTP/1.1 200 OK\r\n\r\n")
        #expect(try dial("origin.test", 80, through(server.port)) == .success("hello\n"))
        let head = String(decoding: try #require(server.messages.first), as: UTF8.self)
        #expect(head.hasPrefix("CONNECT origin.test:80 HTTP/1.1\r\nHost: origin.test:80\r\n"))
    }

    @Test func `what a server says first, right after the parent's answer, is not lost`() throws {
        let server = Self.parent("HTTP/1.1 200 OK\r\nX-A: 1\r\n\r\n220 first\n")
        #expect(try dial("origin.test", 25, through(server.port), says: "") == .success("220 first\n"))
    }

    @Test func `a parent proxy that refuses is named as the one who did`() throws {
        let server = Self.parent("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        let result = try dial("origin.test", 80, through(server.port))
        #expect(code(result) == "proxy")
        guard case .failure(let failure) = result else { return }
        #expect(failure.detail.contains("403"))
    }

    @Test func `a parent proxy that is not there is told from an origin that is not`() throws {
        #expect(code(try dial("origin.test", 80, through(Self.closedPort()))) == "proxy")
    }

    @Test func `a parent proxy that never answers is not waited for`() throws {
        let server = RawServer { connection, _ in _ = connection.readAll() }
        let result = try dial("origin.test", 80, through(server.port, timeout: 300))
        #expect(code(result) == "timeout", "\(result)")
    }

    @Test func `the environment's proxies are not taken`() throws {
        let server = Self.echo()
        setenv("http_proxy", "http://127.0.0.1:1", 1)
        setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
        defer {
            unsetenv("http_proxy")
            unsetenv("ALL_PROXY")
        }
        #expect(try dial("127.0.0.1", server.port, DialerConfiguration()) == .success("hello\n"))
    }
}
