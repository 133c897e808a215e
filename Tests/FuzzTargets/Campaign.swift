import Foundation

/// Runs targets one after the other, each in a process of its own, and keeps what was found.
struct Campaign {
    struct Row {
        let target: String
        var executions = 0
        var seconds = 0.0
        var findings: [String] = []
    }

    let options: Options
    /// Of one target; a target that breaks at once would else be started for ever.
    private static let findingsAtMost = 20

    func run() throws -> [Row] {
        try FileManager.default.createDirectory(atPath: options.findings, withIntermediateDirectories: true)
        return try options.targets.map(run)
    }

    private func run(_ name: String) throws -> Row {
        var row = Row(target: name)
        let path = NSTemporaryDirectory() + "fita-fuzz-\(getpid())-\(name)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard let page = SharedPage(path, creating: true) else { throw Violation(description: "no page at \(path)") }
        var seed = options.seed
        var told: Set<String> = []
        let start = Date()
        while row.findings.count < Self.findingsAtMost, told.count < Self.findingsAtMost {
            let left = options.seconds.map { $0 - Date().timeIntervalSince(start) }
            if let left, left <= 0 { break }
            if let runs = options.runs, page.executions >= runs { break }
            let (status, words) = try child(name, path, seed: seed, seconds: left)
            if status == 0 { break }
            let what = page.hangs ? "takes over a second" : words
            page.hangs = false
            // The same words at other inputs are the same finding.
            if told.insert(what).inserted {
                let input = page.input
                let file = "\(options.findings)/\(name)-\(String(Pieces.seed(input), radix: 16))"
                try Data(input).write(to: URL(filePath: file))
                row.findings.append("\(file): \(what)")
            }
            seed &+= 1
        }
        row.executions = page.executions
        row.seconds = Date().timeIntervalSince(start)
        return row
    }

    private func child(_ name: String, _ page: String, seed: UInt64, seconds: Double?) throws -> (Int32, String) {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["--target", name, "--page", page, "--seed", String(seed)]
        if let seconds { process.arguments? += ["--seconds", String(seconds)] }
        if let runs = options.runs { process.arguments? += ["--runs", String(runs)] }
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let words = String(decoding: output, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("note:") }
        let status =
            process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
        let telling = words.last { $0.hasPrefix("violation") || $0.contains("Fatal error") } ?? words.last
        return (status, telling.map { String($0.prefix(300)) } ?? "status \(status)")
    }
}
