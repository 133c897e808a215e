import Foundation

/// The curl of this machine, as a client that nobody here wrote.
enum Curl {
    private static let path = "/usr/bin/curl"

    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs it without anything of the environment; 15 seconds at most.
    static func run(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-q", "-sS", "--max-time", "15"] + arguments
        process.environment = [:]
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
            errors: String(decoding: said, as: UTF8.self))
    }
}
