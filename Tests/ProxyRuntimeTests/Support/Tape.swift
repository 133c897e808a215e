import CassetteFormat
import CassetteStore
import Foundation
import HTTPModel

/// Reads back what a test has recorded.
enum Tape {
    static func exchanges(_ path: String) throws -> [Exchange] {
        try TapeFile.open(path).items().compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    static func requestBytes(_ exchange: Exchange) -> [UInt8] {
        exchange.request.headBytes + exchange.request.body.wireBytes
    }

    /// Interim heads, the head, and the body as on the wire.
    static func answerBytes(_ exchange: Exchange) -> [UInt8] {
        exchange.interim.flatMap(\.head.bytes)
            + (exchange.response.map { $0.head.bytes + $0.body.wireBytes } ?? [])
    }
}

/// A folder of its own for one test, removed at the end.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "fita-proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    /// Writes a file here and gives its path.
    func file(_ name: String, _ content: [UInt8]) throws -> String {
        try Data(content).write(to: URL(filePath: path + "/" + name))
        return path + "/" + name
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
