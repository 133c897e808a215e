import CassetteFormat
import CassetteStore
import Foundation
import Platform
import Testing

/// Kills a recorder and looks at what it left.
@Suite(.serialized) struct HardStopTests {
    private static let variable = "FITA_TEST_RECORD_TO"

    /// Runs in a child process only: records as a proxy would, and says when each exchange had ended.
    @Test func `a child records until it is killed`() throws {
        guard let folder = Environment.value(Self.variable) else { return }
        let recorder = try TapeRecorder(path: folder + "/t.fita", header: testHeader)
        let log = try Platform.File(folder + "/ended", for: .append)
        var lastFlush = SystemClock.monotonic()
        let deadline = lastFlush + 20_000_000_000
        while SystemClock.monotonic() < deadline {
            let number = recorder.exchange(body: Array(repeating: 0x61, count: 1_000))
            let now = SystemClock.monotonic()
            try log.write(Array("\(number) \(now)\n".utf8))
            if now - lastFlush > 50_000_000 {
                recorder.flush()
                lastFlush = now
            }
        }
    }

    @Test(arguments: 0..<4)
    func `what had ended 200 ms before the recorder is killed is on the tape`(trial: Int) throws {
        guard Environment.value(Self.variable) == nil else { return }
        guard FileSystem.exists("/proc/self/exe") else {
            print("skipped: a program cannot find itself here")
            return
        }
        let folder = try TapeFolder()
        let child = Process()
        child.executableURL = URL(fileURLWithPath: try FileSystem.realPath("/proc/self/exe"))
        child.arguments = [
            "--testing-library", "swift-testing", "--filter", "a child records until it is killed",
        ]
        var environment = Environment.all()
        environment[Self.variable] = folder.path
        child.environment = environment
        child.standardOutput = FileHandle.nullDevice
        child.standardError = FileHandle.nullDevice
        try child.run()
        let ended = folder.path + "/ended"
        let patience = SystemClock.monotonic() + 20_000_000_000
        while (try? FileSystem.status(ended).size) ?? 0 == 0, SystemClock.monotonic() < patience, child.isRunning {}
        let end = SystemClock.monotonic() + 300_000_000 + UInt64(trial) * 37_000_000
        while SystemClock.monotonic() < end {}
        let killed = SystemClock.monotonic()
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()

        var expected = 0
        for line in String(decoding: try FileSystem.read(ended), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let number = Int(parts[0]), let time = UInt64(parts[1]) else { continue }
            if time + 200_000_000 <= killed { expected = number }
        }
        let tape = try TapeFile.open(folder.tape)
        #expect(tape.kind == .journal)
        let complete = try tape.exchanges().filter { $0.end == .complete }
        #expect(expected > 0)
        #expect(complete.count >= expected)
        #expect(complete.map(\.number) == Array(1...max(1, complete.count)))
        print("trial \(trial): \(complete.count) exchanges on the tape, \(expected) had to be")
        let report = try TapeFile.pack(folder.tape)
        #expect(report.exchanges - report.cut == complete.count)
        #expect(try TapeFile.check(folder.tape).isEmpty)
    }
}
