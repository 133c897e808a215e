import Cryptography
import Foundation
import LoopbackPeers

/// The openssl of this machine as an https server that may be weaker than ours could be.
final class OpenSSLServer {
    static let path = "/usr/bin/openssl"

    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    let port: UInt16
    private let process = Process()

    /// - Parameters:
    ///   - folder: has `cert.pem` and `key.pem`.
    ///   - options: of `s_server`, besides the usual ones.
    init(_ folder: String, _ options: [String]) throws {
        port = ProxyBed.freePort()
        process.executableURL = URL(filePath: Self.path)
        process.arguments =
            ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", folder + "/cert.pem", "-key", folder + "/key.pem"]
            + ["-www", "-quiet"] + options
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<200 {
            if (try? RawConnection(to: port)) != nil { return }
            usleep(20_000)
        }
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    static func run(_ arguments: [String]) throws { _ = try output(arguments) }

    /// What it writes, to standard output.
    static func output(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw RawConnection.Failure(description: "openssl \(arguments.joined(separator: " ")) failed")
        }
        return String(decoding: written, as: UTF8.self)
    }

    /// A certificate for `origin.test` of the origins' authority, whose folder it is put into.
    static func certificate(
        in folder: TemporaryFolder, key: String = "rsa:2048", digest: String = "sha256",
        extensions: String = "subjectAltName=DNS:origin.test\nextendedKeyUsage=serverAuth"
    ) throws {
        let authority = try Authorities.origin.orThrow()
        let path = folder.path
        _ = try folder.file("ca.pem", authority.certificatePEM)
        _ = try folder.file("ca-key.pem", authority.privateKeyPEM)
        _ = try folder.file("extensions", Array(extensions.utf8))
        try run([
            "req", "-newkey", key, "-nodes", "-keyout", path + "/key.pem", "-out", path + "/request.pem", "-subj",
            "/CN=origin.test",
        ])
        try run([
            "x509", "-req", "-in", path + "/request.pem", "-CA", path + "/ca.pem", "-CAkey", path + "/ca-key.pem",
            "-set_serial", "7", "-days", "30", "-\(digest)", "-extfile", path + "/extensions", "-out",
            path + "/cert.pem",
        ])
    }
}
