import Platform
import Sockets

/// Runs fita's own verbs as processes of their own, one after the other, while the loop serves what else it has.
struct ChildRun {
    let loop: EventLoop
    let program: String
    /// Takes the output of the next run; replaced at each.
    let logPath: String

    init(_ loop: EventLoop, logPath: String) {
        self.loop = loop
        self.logPath = logPath
        program = CurrentProcess.executablePath
    }

    /// The exit status, and what the process wrote.
    struct Outcome {
        let status: Int32
        let output: String

        var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }
    }

    func run(_ arguments: [String]) throws(VerbFailure) -> Outcome {
        let child = try start(arguments)
        while child.exit == nil { loop.run() }
        return Outcome(status: child.exit.map(ProxySession.status) ?? 0, output: output())
    }

    /// Starts without waiting.
    func start(_ arguments: [String]) throws(VerbFailure) -> Running {
        let running = Running(loop)
        do {
            let log = try File(logPath, for: .replace)
            let environment = Environment.all().map { "\($0.key)=\($0.value)" }.sorted()
            running.process = try ChildProcess(
                loop, [program] + arguments, environment: environment, output: log.descriptor
            ) { exit in running.ended(exit) }
        } catch {
            throw VerbFailure(.environment, "cannot run \(program): \(error)")
        }
        return running
    }

    func output() -> String {
        ((try? FileSystem.read(logPath)) ?? []).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    final class Running {
        private let loop: EventLoop
        fileprivate(set) var exit: ChildProcess.Exit?
        fileprivate var process: ChildProcess?

        fileprivate init(_ loop: EventLoop) { self.loop = loop }

        fileprivate func ended(_ exit: ChildProcess.Exit) {
            self.exit = exit
            process = nil
            loop.stop()
        }

        /// Lets the loop run for a while, or until the process has ended.
        func poll(milliseconds: UInt64) {
            guard exit == nil else { return }
            let timer = Timer(loop, after: milliseconds, keepsLoopAlive: true) { [loop] in loop.stop() }
            loop.run()
            withExtendedLifetime(timer) {}
        }

        func interrupt() { process?.signal(SignalWatch.interrupt) }

        func wait() {
            while exit == nil { loop.run() }
        }
    }
}
