import Foundation
import LoopbackPeers
import Platform
import TestMaterial
import Testing

#if canImport(Glibc)
import Glibc
#endif

@testable import ProxyRuntime

/// What hostile HTTP/2 costs in resident memory, each input in a process of its own that is a proxy and its client.
@Suite(.serialized) struct HTTP2MemoryTests {
    private static let variable = "FITA_TEST_HOSTILE_INPUT"
    private static let told = "FITA_TEST_HOSTILE_GROWTH"
    private static let bound = "memory_growth_max_bytes"
    static let inputs = BadInput.cases(of: "http2.json").filter { $0.bounds[bound] != nil }

    /// Bytes that were resident at most since ``forgetPeak()``.
    private static func peak() throws -> Int {
        let lines = String(decoding: try FileSystem.read("/proc/self/status"), as: UTF8.self).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 1_024
    }

    /// Gives back what is free, so that it hides no growth, and lets the peak be what is resident now.
    private static func forgetPeak() throws {
        // The C library's module does not have it.
        if let trim = dlsym(nil, "malloc_trim") {
            _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
        }
        try #require(FileManager.default.fileExists(atPath: "/proc/self/clear_refs"))
        let file = try #require(FileHandle(forWritingAtPath: "/proc/self/clear_refs"))
        try file.write(contentsOf: Data("5".utf8))
    }

    /// Runs in a child process only.
    @Test func `a child takes one hostile input and tells its growth`() throws {
        guard let id = Environment.value(Self.variable), let path = Environment.value(Self.told) else { return }
        let input = try #require(Self.inputs.first { $0.id == id })
        let pieces = stride(from: 0, to: input.bytes.count, by: 16_000).map {
            Array(input.bytes[$0..<min(input.bytes.count, $0 + 16_000)])
        }
        let server = RawServer(authority: Authorities.origin, host: "good.test") { connection, _ in
            while connection.readMessage() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        // The origin is asked and says nothing, so that only the proxy's side of it counts.
        let silent = SilentServer()
        let bed = try ProxyBed(
            ProxyBed.Settings(https: silent.port, connectTo: ["good.test:443:127.0.0.1:\(server.port)"]))
        // What a first connection needs stays.
        let good = try bed.secureTunnel("good.test")
        func isServed() -> Bool {
            good.send("GET / HTTP/1.1\r\nHost: good.test\r\n\r\n")
            return good.readMessage()?.suffix(2) == Array("ok".utf8)[...]
        }
        #expect(isServed())
        let client = try bed.tunnel()
        try client.startTLS(Clients.session("origin.test", protocols: ["h2"]))
        try Self.forgetPeak()
        let before = try Self.peak()
        for piece in pieces { client.send(piece) }
        client.endWriting()
        while !client.readSome().isEmpty {}
        #expect(isServed())
        try FileSystem.write(Array("\(try Self.peak() - before)".utf8), to: path)
    }

    @Test(arguments: inputs)
    func `a hostile input costs no more memory than its row allows`(input: BadInput) throws {
        guard Environment.value(Self.variable) == nil else { return }
        guard FileSystem.exists("/proc/self/clear_refs") else {
            return print("note: this system does not tell a process's peak of memory; none is held to it")
        }
        let folder = try TemporaryFolder()
        let child = Process()
        child.executableURL = URL(fileURLWithPath: try FileSystem.realPath("/proc/self/exe"))
        child.arguments = [
            "--testing-library", "swift-testing", "--filter", "a child takes one hostile input and tells its growth",
        ]
        var environment = Environment.all()
        environment[Self.variable] = input.id
        environment[Self.told] = folder.path + "/growth"
        child.environment = environment
        child.standardOutput = FileHandle.nullDevice
        child.standardError = FileHandle.nullDevice
        try child.run()
        child.waitUntilExit()
        #expect(child.terminationStatus == 0)
        let text = String(decoding: try FileSystem.read(folder.path + "/growth"), as: UTF8.self)
        let growth = try #require(Int(text))
        #expect(growth <= input.bounds[Self.bound] ?? 0, "\(growth)")
    }
}
