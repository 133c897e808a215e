import CassetteFormat
import Foundation
import Platform
import Testing

@testable import CassetteStore

@Suite struct TapeRecorderTests {
    private func items(_ path: String) throws -> (items: [TapeItem], damages: Int) {
        try FileContent(path).withBytes { bytes in
            var reader = JournalReader(bytes)
            var assembler = JournalAssembler()
            var items: [TapeItem] = []
            var damages = 0
            while let event = reader.next() {
                if case .frame(let frame) = event { assembler.feed(frame, into: &items) } else { damages += 1 }
            }
            assembler.finish(into: &items)
            return (items, damages)
        }
    }

    private func exchanges(_ path: String) throws -> [Exchange] {
        try items(path).items.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    @Test func `a closed journal holds what was recorded and nobody else may read it`() throws {
        let folder = try TapeFolder()
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader)
        recorder.clientOpened(ClientConnectionFacts(id: 1, opened: 5, client: "127.0.0.1:9"))
        recorder.clientTLS(connection: 1, tls: "TLSv1.3", serverName: "ads.example", failure: nil, at: 6)
        recorder.mark(key: "tracking", value: "off", at: 7)
        for number in 1...1_000 { recorder.exchange(body: Array("body \(number)".utf8)) }
        try recorder.close(at: 9_000)
        #expect(try FileSystem.status(folder.journal).permissions == 0o600)
        let (items, damages) = try items(folder.journal)
        #expect(damages == 0)
        let bodies = try exchanges(folder.journal).map { $0.response?.body.payload }
        #expect(bodies == (1...1_000).map { Array("body \($0)".utf8) })
        guard case .header(let header) = items.first else {
            Issue.record("no header")
            return
        }
        #expect(header == testHeader)
        #expect(!items.contains { if case .note = $0 { true } else { false } })
    }

    @Test func `a second recorder on the same tape is refused and told who holds it`() throws {
        let folder = try TapeFolder()
        let first = try TapeRecorder(path: folder.tape, header: testHeader)
        first.flush()
        let error = #expect(throws: TapeError.self) { try TapeRecorder(path: folder.tape, header: testHeader) }
        #expect(error?.code == .locked)
        first.exchange(body: [1])
        try first.close(at: 1)
        #expect(try exchanges(folder.journal).count == 1)
    }

    @Test func `a tape or a journal that has content is never touched`() throws {
        let folder = try TapeFolder()
        try FileSystem.write(Array("something".utf8), to: folder.tape)
        let tape = #expect(throws: TapeError.self) { try TapeRecorder(path: folder.tape, header: testHeader) }
        #expect(tape?.code == .existing)
        #expect(!FileSystem.exists(folder.journal))
        try FileSystem.write([], to: folder.tape)
        try FileSystem.write(Array("old".utf8), to: folder.journal)
        let journal = #expect(throws: TapeError.self) { try TapeRecorder(path: folder.tape, header: testHeader) }
        #expect(journal?.code == .existing)
        #expect(try FileSystem.read(folder.journal) == Array("old".utf8))
    }

    @Test(arguments: [true, false]) func `a name that is a link is no place for a tape`(isDangling: Bool) throws {
        let folder = try TapeFolder()
        let target = folder.path + "/elsewhere"
        if !isDangling { try FileSystem.write([], to: target) }
        try #require(symlink(target, folder.tape) == 0)
        let tape = #expect(throws: TapeError.self) { try TapeRecorder(path: folder.tape, header: testHeader) }
        #expect(tape?.code == .existing)
        #expect(tape?.saw == "a symbolic link")
        #expect(!FileSystem.exists(folder.journal))
        #expect(FileSystem.exists(target) == !isDangling)
    }

    @Test func `a journal's name that is a link is refused`() throws {
        let folder = try TapeFolder()
        try #require(symlink(folder.path + "/elsewhere", folder.journal) == 0)
        #expect(throws: PlatformError.self) { try TapeRecorder(path: folder.tape, header: testHeader) }
        #expect(!FileSystem.exists(folder.path + "/elsewhere"))
    }

    @Test func `what is pending is bounded and nothing of it is lost`() throws {
        let folder = try TapeFolder()
        var limits = TapeRecorderLimits()
        limits.batchBytes = 1_000
        limits.pendingBytes = 4_000
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader, limits: limits)
        let body = [UInt8](repeating: 0x61, count: 900)
        for _ in 0..<2_000 { recorder.exchange(body: body) }
        try recorder.close(at: 1)
        #expect(try exchanges(folder.journal).filter { $0.end == .complete }.count == 2_000)
    }

    @Test func `a full disk stops the recording with its reason`() throws {
        guard FileSystem.exists("/dev/full") else {
            print("skipped: no /dev/full here")
            return
        }
        var limits = TapeRecorderLimits()
        limits.pendingBytes = 100_000
        let writer = JournalWriter(JournalFileMedium(try File("/dev/full", for: .update)), limits: limits)
        let thread = try Thread { writer.run() }
        var batch = FrameBuffer()
        var encoder = JournalEncoder()
        // Handing over never blocks for ever, though nothing is written.
        var refused = 0
        for _ in 0..<100 {
            encoder.frame(.note, at: 0, payload: [UInt8](repeating: 0, count: 20_000), to: batch)
            if let next = writer.submit(batch) { batch = next } else { refused += 1 }
        }
        writer.close()
        thread.join()
        #expect(refused > 0)
        #expect(!writer.takeLost().isEmpty)
        #expect(writer.progress.failure?.isNoSpace == true)
        #expect(writer.progress.failure?.description == "cannot write /dev/full: No space left on device")
    }

    @Test func `an observer sees every frame that is written`() throws {
        let folder = try TapeFolder()
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader)
        let observed = Observed()
        recorder.onFrame = { frame in observed.assembler.feed(frame, into: &observed.items) }
        recorder.exchange(requestBody: Array("".utf8), body: Array("live".utf8))
        recorder.onFrame = nil
        try recorder.close(at: 1)
        guard case .exchange(let exchange) = observed.items.last else {
            Issue.record("no exchange was seen")
            return
        }
        #expect(exchange.response?.body.payload == Array("live".utf8))
        #expect(exchange.end == .complete)
    }

    private final class Observed {
        var assembler = JournalAssembler()
        var items: [TapeItem] = []
    }
}
