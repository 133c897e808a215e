import CassetteFormat
import CassetteStore
import Platform
import Testing

@Suite struct JournalTailTests {
    /// A whole journal of three exchanges, and the frames in it.
    private func journal(_ folder: TapeFolder) throws -> (bytes: [UInt8], frames: Int) {
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader)
        for number in 1...3 { recorder.exchange(body: Array("body \(number)".utf8)) }
        try recorder.close(at: 9_000)
        let bytes = try FileSystem.read(folder.journal)
        let frames = try FileContent(folder.journal).withBytes { content in
            var reader = JournalReader(content)
            var count = 0
            while case .frame = reader.next() { count += 1 }
            return count
        }
        return (bytes, frames)
    }

    private func grow(_ path: String, by bytes: ArraySlice<UInt8>) throws {
        try File(path, for: .append).write(Array(bytes))
    }

    @Test func `a recording is read as it is written`() throws {
        let folder = try TapeFolder()
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader)
        let tail = try JournalTail(folder.tape)
        var types: [JournalFrameType] = []
        var damages = 0
        func poll() throws { try tail.poll({ types.append($0.type) }, damaged: { _ in damages += 1 }) }
        while types.isEmpty { try poll() }
        #expect(types == [.tapeOpen])
        recorder.exchange(body: [1, 2, 3])
        try recorder.close(at: 9_000)
        #expect(!tail.isOver)
        try poll()
        #expect(types.suffix(2) == [.end, .tapeClose])
        #expect(tail.isOver)
        #expect(damages == 0)
    }

    @Test func `a frame that is there in part is waited for, wherever it is cut`() throws {
        let folder = try TapeFolder()
        let (bytes, count) = try journal(folder)
        for cut in bytes.indices {
            let path = "\(folder.path)/cut-\(cut).fitaj"
            try FileSystem.write(Array(bytes[..<cut]), to: path)
            let tail = try JournalTail(path)
            var frames = 0
            var damages = 0
            func poll() throws { try tail.poll({ _ in frames += 1 }, damaged: { _ in damages += 1 }) }
            try poll()
            #expect(frames < count)
            #expect(!tail.isOver)
            try grow(path, by: bytes[cut...])
            try poll()
            #expect(frames == count && damages == 0 && tail.isOver, "cut at \(cut)")
            try FileSystem.remove(path)
        }
    }

    @Test func `broken bytes between frames are damage at their place`() throws {
        let folder = try TapeFolder()
        let (bytes, count) = try journal(folder)
        var broken = bytes
        let last = bytes.count - JournalFrame.headerBytes - JournalFrame.checksumBytes
        broken.insert(contentsOf: Array("garbage".utf8), at: last)
        let path = "\(folder.path)/broken.fitaj"
        try FileSystem.write(broken, to: path)
        let tail = try JournalTail(path)
        var frames = 0
        var damages: [JournalReader.Damage] = []
        try tail.poll({ _ in frames += 1 }, damaged: { damages.append($0) })
        #expect(frames == count)
        #expect(damages.map(\.offset) == [last])
        #expect(damages.map(\.count) == [7])
    }

    @Test func `a journal whose recorder is no more is over, and its cut frame is damage`() throws {
        let folder = try TapeFolder()
        let (bytes, count) = try journal(folder)
        // The header frame with the number of a process that no system gives.
        var opening = try FileContent(folder.journal).withBytes { content in
            var reader = JournalReader(content)
            guard case .frame(let frame) = reader.next() else { return [UInt8]() }
            return Array(frame.payload)
        }
        withUnsafeBytes(of: Int32.max.littleEndian) { opening.replaceSubrange(1..<5, with: $0) }
        var encoder = JournalEncoder()
        let buffer = FrameBuffer()
        encoder.frame(.tapeOpen, at: 0, payload: opening, to: buffer)
        let first = Array(buffer.bytes[..<buffer.count])
        let path = "\(folder.path)/dead.fitaj"
        try FileSystem.write(first + bytes[first.count..<(bytes.count - 40)], to: path)
        let tail = try JournalTail(path)
        var frames = 0
        var damages: [JournalReader.Damage.Kind] = []
        for _ in 0..<3 { try tail.poll({ _ in frames += 1 }, damaged: { damages.append($0.kind) }) }
        #expect(tail.isOver)
        #expect(frames == count - 2)
        #expect(damages == [.unfinished])
    }

    @Test func `where nothing is recorded, the error says what to do`() throws {
        let folder = try TapeFolder()
        #expect(throws: TapeError.self) { try JournalTail(folder.tape) }
        try FileSystem.write([1], to: folder.tape)
        let error = #expect(throws: TapeError.self) { try JournalTail(folder.tape) }
        #expect(error?.description.contains("fita verify") == true)
    }
}
