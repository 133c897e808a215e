import Cryptography
import PacketTap
import PacketWire
import Platform

/// A short recording during which one request goes past the proxy, watched on the loopback interface, or, where the
/// right to watch is missing, told by a capture file that is written here from the connections themselves.
final class WitnessedRun {
    private let folder: WorkFolder
    private let runner: ChildRun
    private let standIn: StandInSession
    private(set) var note: String?

    init(_ folder: WorkFolder, _ runner: ChildRun, _ standIn: StandInSession) {
        self.folder = folder
        self.runner = runner
        self.standIn = standIn
    }

    private static let interface: String = {
        #if os(Linux)
        "lo"
        #else
        "lo0"
        #endif
    }()

    func run(tape: String) throws(VerbFailure) -> ChildRun.Outcome {
        let authorityFile = folder.path("bypassed-ca.pem")
        try folder.write(standIn.authority.certificatePEM, to: authorityFile)
        let watcher = ChildRun(runner.loop, logPath: folder.path("witness.txt"))
        let watching = try watcher.start(["witness", WitnessedRun.interface, "--tape", tape])
        let isLive = waitUntilWatching(watcher, watching)
        let record = try runner.run(
            ["record", "-o", tape, "--listen", "127.0.0.1:0", "--ca-dir", folder.path("ca")]
                + standIn.recorderOptions(authorityFile: authorityFile)
                + ["--", runner.program, "reference-sdk", "bypass", "--base-url", "http://\(standIn.http)"])
        guard record.status == 0 else {
            throw VerbFailure(.environment, lines: "fita: a step of the demo failed\n\(record.output)")
        }
        if isLive {
            watching.interrupt()
            watching.wait()
            return ChildRun.Outcome(status: 0, output: watcher.output())
        }
        note = "(from a written capture file: this user may not watch the interface \(WitnessedRun.interface))"
        let capture = folder.path("bypass.pcap")
        try LoopbackCapture.write(capture, tape: tape, bypassTo: "\(standIn.http)", name: "tracker.bypass.test")
        return try runner.run(["witness", capture, "--tape", tape])
    }

    /// The witness says so when it watches; it ends when it may not.
    private func waitUntilWatching(_ watcher: ChildRun, _ watching: ChildRun.Running) -> Bool {
        for _ in 0..<250 {
            if watcher.output().contains("watching") { return true }
            watching.poll(milliseconds: 20)
            if watching.exit != nil { return false }
        }
        return false
    }
}
