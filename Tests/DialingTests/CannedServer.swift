import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A loopback server of a test: answers each request on one connection with the next canned text, then closes.
final class CannedServer: Sendable {
    let port: UInt16
    private let seen = Mutex<[String]>([])
    private let connections = Mutex(0)

    /// What came in, one text a request, in order.
    var requests: [String] { seen.withLock { $0 } }
    var connectionCount: Int { connections.withLock { $0 } }

    init(answers: [String]) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length)
                listen(listener, 8)
                getsockname(listener, pointer, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { self.serve(listener, answers) }
    }

    private func serve(_ listener: Int32, _ answers: [String]) {
        var left = answers[...]
        while !left.isEmpty {
            let connection = accept(listener, nil, nil)
            connections.withLock { $0 += 1 }
            var pending: [UInt8] = []
            while let answer = left.first, let request = CannedServer.request(from: connection, &pending) {
                seen.withLock { $0.append(request) }
                left.removeFirst()
                answer.utf8.withContiguousStorageIfAvailable { _ = send($0.baseAddress, on: connection, $0.count) }
                if answer.contains("Connection: close") || answer.isEmpty { break }
            }
            close(connection)
        }
        close(listener)
    }

    private func send(_ bytes: UnsafePointer<UInt8>?, on connection: Int32, _ count: Int) -> Int {
        Glibc.send(connection, bytes, count, Int32(MSG_NOSIGNAL))
    }

    private static func request(from connection: Int32, _ pending: inout [UInt8]) -> String? {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let text = String(decoding: pending, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                var wanted = text[..<end.upperBound].utf8.count
                if let field = text.range(of: "Content-Length: ") {
                    wanted += Int(text[field.upperBound...].prefix { $0.isNumber }) ?? 0
                }
                if pending.count >= wanted {
                    defer { pending.removeFirst(wanted) }
                    return String(decoding: pending.prefix(wanted), as: UTF8.self)
                }
            }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            pending += chunk.prefix(count)
        }
    }
}
