import CassetteFormat
import CassetteStore
import HTTPModel
import Platform
import Testing

extension TapeFile {
    func exchanges() throws -> [Exchange] {
        try items().compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }
}

@Suite struct TapeFileTests {
    /// Records a small tape with a long text, a binary content that comes twice, and an exchange that ends late.
    private func record(_ folder: TapeFolder, close: Bool = true) throws {
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader)
        recorder.clientOpened(ClientConnectionFacts(id: 1, opened: 1, client: "127.0.0.1:9"))
        let late = Array("GET /late HTTP/1.1\r\nHost: ads.example\r\n\r\n".utf8).withUnsafeBytes {
            recorder.beginExchange(connection: 1, ingress: .connect, origin: testOrigin, head: $0, at: 2)
        }
        recorder.exchange(body: Array("short".utf8))
        recorder.exchange(body: [UInt8](repeating: 0x61, count: 200_000))
        recorder.mark(key: "tracking", value: "off", at: 5)
        recorder.exchange(body: [0, 1, 2])
        recorder.exchange(body: [0, 1, 2])
        Array("HTTP/1.1 204 No Content\r\n\r\n".utf8).withUnsafeBytes {
            recorder.responseHead(late, upstream: nil, $0, at: 9)
        }
        recorder.end(late, .complete, at: 10)
        if close { try recorder.close(at: 20) } else { recorder.flush() }
    }

    @Test func `a journal becomes a cassette that holds the same`() throws {
        let folder = try TapeFolder()
        try record(folder)
        let before = try TapeFile.open(folder.tape)
        #expect(before.kind == .journal)
        let originals = try before.exchanges()
        let report = try TapeFile.pack(folder.journal)
        #expect(report.exchanges == 5)
        #expect(report.cut == 0)
        #expect(report.blobs == 2)
        #expect(report.damage.isEmpty)
        #expect(!FileSystem.exists(folder.journal))
        #expect(try FileSystem.list(folder.path) == ["t.blobs", "t.fita"])
        #expect(try FileSystem.list(folder.blobs).count == 2)
        #expect(try FileSystem.status(folder.tape).permissions == 0o600)
        let tape = try TapeFile.open(folder.tape)
        #expect(tape.kind == .cassette)
        #expect(tape.header == testHeader)
        let read = try tape.exchanges()
        #expect(read.map(\.number) == [1, 2, 3, 4, 5])
        #expect(originals.map(\.number) == [1, 2, 3, 4, 5])
        for (a, b) in zip(read, originals) {
            #expect(a.request.headBytes == b.request.headBytes)
            #expect(a.response?.head.bytes == b.response?.head.bytes)
            #expect(a.response?.body.payload == b.response?.body.payload)
            #expect(a.end == b.end)
        }
        #expect(tape.remarks.isEmpty)
        #expect(try TapeFile.check(folder.tape).isEmpty)
        #expect(try TapeFile.repair(folder.tape).original == nil)
    }

    @Test func `packing gives the same bytes whatever it has to hold back`() throws {
        let folders = [try TapeFolder(), try TapeFolder()]
        for folder in folders { try record(folder) }
        try TapeFile.pack(folders[0].tape)
        try TapeFile.pack(folders[1].tape, heldBytes: 10)
        #expect(try FileSystem.read(folders[0].tape) == FileSystem.read(folders[1].tape))
        #expect(try FileSystem.list(folders[1].path) == ["t.blobs", "t.fita"])
    }

    @Test func `packing that was interrupted after its end is done again, another tape is never replaced`() throws {
        let folder = try TapeFolder()
        try record(folder)
        let journal = try FileSystem.read(folder.journal)
        try TapeFile.pack(folder.tape)
        let text = try FileSystem.read(folder.tape)
        try FileSystem.write(journal, to: folder.journal)
        try TapeFile.pack(folder.tape)
        #expect(try FileSystem.read(folder.tape) == text)

        try FileSystem.write(journal, to: folder.journal)
        try FileSystem.write(Array("fita 1\nsomething else\n".utf8), to: folder.tape)
        let error = #expect(throws: TapeError.self) { try TapeFile.pack(folder.tape) }
        #expect(error?.code == .existing)
        #expect(try FileSystem.read(folder.tape) == Array("fita 1\nsomething else\n".utf8))
        #expect(FileSystem.exists(folder.journal))
    }

    @Test func `a journal that is being written is read and not packed`() throws {
        let folder = try TapeFolder()
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader)
        recorder.exchange(body: [1])
        recorder.flush()
        let error = #expect(throws: TapeError.self) { try TapeFile.pack(folder.tape) }
        #expect(error?.code == .locked)
        try recorder.close(at: 1)
        #expect(try TapeFile.pack(folder.tape).exchanges == 1)
    }

    @Test func `a left-over journal is packed with its open exchange marked as cut`() throws {
        let folder = try TapeFolder()
        try record(folder, close: false)
        let bytes = try FileSystem.read(folder.journal)
        try FileSystem.write(Array(bytes.dropLast(3)), to: folder.journal)
        let report = try TapeFile.pack(folder.tape)
        #expect(report.exchanges == 5)
        #expect(report.cut == 1)
        #expect(report.damage.map(\.code) == [.journalDamage])
        #expect(FileSystem.exists(folder.journal + ".damaged"))
        let read = try TapeFile.open(folder.tape).exchanges()
        #expect(read.map(\.end) == [.recorderDied, .complete, .complete, .complete, .complete])
    }

    @Test func `a journal whose first frame is damaged is packed without its header`() throws {
        let folder = try TapeFolder()
        try record(folder)
        var bytes = try FileSystem.read(folder.journal)
        bytes[40] ^= 1
        try FileSystem.write(bytes, to: folder.journal)
        let report = try TapeFile.repair(folder.journal)
        #expect(report.kept == 5)
        #expect(report.damage.map(\.code) == [.journalDamage, .journalDamage])
        let tape = try TapeFile.open(folder.tape)
        #expect(tape.header?.id == "unknown")
        #expect(try tape.exchanges().map(\.end) == Array(repeating: .complete, count: 5))
        try FileSystem.write(Array("garbage".utf8), to: folder.journal)
        let error = #expect(throws: TapeError.self) { try TapeFile.pack(folder.journal) }
        #expect(error?.code == .notATape)
    }

    @Test func `a damaged cassette is reported, left alone until repair is asked for, and repaired anew`() throws {
        let folder = try TapeFolder()
        try record(folder)
        try TapeFile.pack(folder.tape)
        var text = try FileSystem.read(folder.tape)
        let place = try #require(text.firstRange(of: Array("|short".utf8))).lowerBound
        text[place + 1] = UInt8(ascii: "S")
        text.removeLast(60)
        try FileSystem.write(text, to: folder.tape)
        let damage = try TapeFile.check(folder.tape)
        #expect(damage.map(\.code) == [.checksum, .cut])
        #expect(damage.map(\.exchange) == [2, 5])
        #expect(damage.allSatisfy { $0.path == folder.tape })
        #expect(try FileSystem.read(folder.tape) == text)
        let report = try TapeFile.repair(folder.tape)
        #expect(report.kept == 3)
        #expect(report.cut == [5])
        #expect(report.original == folder.tape + ".damaged")
        #expect(try FileSystem.read(folder.tape + ".damaged") == text)
        let tape = try TapeFile.open(folder.tape)
        let exchanges = try tape.exchanges()
        #expect(exchanges.map(\.number) == [1, 3, 4, 5])
        #expect(exchanges.last?.end == .recorderDied)
        #expect(tape.remarks.map(\.code) == [.gap])
    }

    @Test func `contents that are missing, changed, links or no files are errors and are lost by repair only`() throws {
        for change in 0..<4 {
            let folder = try TapeFolder()
            try record(folder)
            try TapeFile.pack(folder.tape)
            let name = try #require(
                FileSystem.list(folder.blobs).first { name in
                    try FileSystem.status(folder.blobs + "/" + name).size == 3
                })
            let path = folder.blobs + "/" + name
            let expected: TapeError.Code
            switch change {
            case 0:
                try FileSystem.remove(path)
                expected = .blobMissing
            case 1:
                try FileSystem.write([0, 1, 3], to: path)
                expected = .digest
            case 2:
                try FileSystem.write([0, 1, 2, 3], to: path)
                expected = .blobName
            default:
                try FileSystem.remove(path)
                try FileSystem.makeFolder(path)
                expected = .blobName
            }
            #expect(try TapeFile.check(folder.tape).map(\.code) == [expected, expected], "change \(change)")
            let report = try TapeFile.repair(folder.tape)
            #expect(report.kept == 3)
            #expect(report.cut == [4, 5])
            #expect(try TapeFile.check(folder.tape).isEmpty)
            let lost = try TapeFile.open(folder.tape).exchanges()[3]
            #expect(lost.end == .recorderDied)
            #expect(lost.notes.count == 1)
        }
    }

    @Test func `what is no tape is refused with its path`() throws {
        let folder = try TapeFolder()
        try FileSystem.write([], to: folder.tape)
        #expect(throws: TapeError(.empty, "", offset: 0, action: "")) { try TapeFile.open(folder.tape) }
        try FileSystem.write(Array("garbage".utf8), to: folder.tape)
        let error = #expect(throws: TapeError.self) { try TapeFile.open(folder.tape) }
        #expect(error?.path == folder.tape)
        #expect(throws: PlatformError.self) { try TapeFile.open(folder.path) }
        #expect(throws: PlatformError.self) { try TapeFile.open(folder.path + "/absent.fita") }
    }

    @Test func `a long content streams to its blob and stays outside when it is over the limit`() throws {
        let folder = try TapeFolder()
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader)
        let head = Array("GET /big HTTP/1.1\r\nHost: ads.example\r\n\r\n".utf8)
        let number = head.withUnsafeBytes {
            recorder.beginExchange(connection: 1, ingress: .connect, origin: testOrigin, head: $0, at: 0)
        }
        Array("HTTP/1.1 200 OK\r\n\r\n".utf8).withUnsafeBytes {
            recorder.responseHead(number, upstream: nil, $0, at: 1)
        }
        let piece = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for step in 0..<200 {
            piece.withUnsafeBytes { recorder.responseData(number, $0, at: UInt64(step)) }
        }
        recorder.end(number, .complete, at: 300)
        try recorder.close(at: 301)
        try TapeFile.pack(folder.tape)
        let body = try #require(try TapeFile.open(folder.tape).exchanges()[0].response?.body)
        #expect(body.isExternal)
        #expect(body.payloadSize == 200 * 65_536)
        #expect(try FileSystem.status(folder.blobs + "/" + body.digest).size == 200 * 65_536)
        #expect(try FileSystem.list(folder.blobs) == [body.digest])
        var limits = TapeLimits()
        limits.bodyBytes = 200 * 65_536
        let loaded = try #require(try TapeFile.open(folder.tape, limits: limits).exchanges()[0].response?.body)
        #expect(!loaded.isExternal)
        #expect(TapedBody.digest(of: loaded.payload) == body.digest)
        #expect(try TapeFile.check(folder.tape).isEmpty)
    }
}
