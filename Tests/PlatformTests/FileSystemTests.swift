import Platform
import Testing

/// A folder of its own for one test, removed at the end.
final class Folder {
    let path: String

    init() throws {
        let name = try SystemRandom.bytes(8).map { String($0, radix: 16) }.joined()
        path = (Environment.value("TMPDIR") ?? "/tmp") + "/fita-platform-" + name
        try FileSystem.makeFolder(path)
    }

    deinit {
        for name in (try? FileSystem.list(path)) ?? [] { try? FileSystem.remove(path + "/" + name) }
        try? FileSystem.removeEmptyFolder(path)
    }
}

@Suite struct FileSystemTests {
    @Test func `a file written whole is private and replaces the old content`() throws {
        let folder = try Folder()
        let path = folder.path + "/a"
        try FileSystem.write(Array("old".utf8), to: path)
        try FileSystem.write(Array("new content".utf8), to: path)
        #expect(try FileSystem.read(path) == Array("new content".utf8))
        #expect(try FileSystem.status(path).permissions == 0o600)
        #expect(try FileSystem.status(folder.path).permissions == 0o700)
        #expect(try FileSystem.list(folder.path) == ["a"])
    }

    @Test func `reading stops at the limit with an error and at the limit itself without one`() throws {
        let folder = try Folder()
        let path = folder.path + "/a"
        try FileSystem.write([UInt8](repeating: 7, count: 100), to: path)
        #expect(try FileSystem.read(path, limit: 100).count == 100)
        #expect(throws: PlatformError.self) { try FileSystem.read(path, limit: 99) }
    }

    @Test func `an error says what was tried, where and why`() {
        let error = #expect(throws: PlatformError.self) { try FileSystem.read("/nowhere/x") }
        #expect(error?.description == "cannot open /nowhere/x: No such file or directory")
        #expect(error?.isNotFound == true)
    }

    @Test func `a link is refused where links are not followed`() throws {
        #expect(throws: PlatformError.self) { try FileSystem.read("/proc/self/exe", followsLinks: false) }
        #expect(throws: PlatformError.self) { try FileContent("/proc/self/exe", followsLinks: false) }
    }

    @Test func `a second lock on a file is refused until the first is let go`() throws {
        let folder = try Folder()
        let path = folder.path + "/a"
        func locks(_ file: borrowing File) -> Bool { file.lock() }
        let second = try File(path, for: .append)
        do {
            let first = try File(path, for: .append)
            let (mine, others) = (locks(first), locks(second))
            #expect(mine)
            #expect(!others)
        }
        let afterwards = locks(second)
        #expect(afterwards)
    }

    @Test(arguments: [0, 1, 70_000]) func `content is the same copied and mapped`(size: Int) throws {
        let folder = try Folder()
        let path = folder.path + "/a"
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try FileSystem.write(bytes, to: path)
        #expect(try FileContent(path).withBytes { $0.elementsEqual(bytes) })
        #expect(try FileContent(path, copyLimit: 0).withBytes { $0.elementsEqual(bytes) })
    }
}

@Suite struct MonitorTests {
    @Test func `a thread hands over its result through the monitor`() throws {
        let monitor = Monitor([Int]())
        let thread = try Thread {
            for number in 1...100 { monitor.withLock { $0.append(number) } }
            monitor.wakeAll()
        }
        let sum = monitor.wait(until: { $0.count == 100 }) { $0.reduce(0, +) }
        thread.join()
        #expect(sum == 5050)
    }

    @Test func `a wait with a bound ends though nothing is ready`() {
        let monitor = Monitor(0)
        let start = SystemClock.monotonic()
        let value = monitor.wait(upTo: 2_000_000, until: { $0 > 0 }) { $0 }
        #expect(value == 0)
        #expect(SystemClock.monotonic() - start >= 2_000_000)
    }
}
