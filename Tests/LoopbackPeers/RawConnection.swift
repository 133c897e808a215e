package import Cryptography
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// One end of a loopback connection of a test: blocking, with a time limit on every wait, in clear or over TLS.
///
/// Belongs to one thread at a time.
package final class RawConnection: @unchecked Sendable {
    /// How a wait for bytes ended.
    package enum End: Equatable, Sendable {
        case finished, reset, timedOut
        /// TLS: the stream ended without close_notify.
        case cut
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    private let descriptor: Int32
    private var tls: TLSSession?
    private var isClosed = false
    /// Received and not yet read.
    private var pending: [UInt8] = []
    /// Set once no more will come.
    package private(set) var end: End?

    /// Seconds that any wait for the peer may last.
    private static let patience = 10

    /// A peer that has gone shows as an error, not as a signal, to the code under test too.
    private static let ignoresBrokenPipes: Void = {
        signal(SIGPIPE, SIG_IGN)
    }()

    init(_ descriptor: Int32) {
        _ = RawConnection.ignoresBrokenPipes
        self.descriptor = descriptor
        var limit = timeval(tv_sec: RawConnection.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Connects to a port of the loopback address.
    ///
    /// - Parameter receiveBuffer: the kernel's receive buffer, for peers that are to seem slow; nil for its own choice.
    package convenience init(to port: UInt16, receiveBuffer: Int32? = nil) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let status = LoopbackAddress.with(port: port) { connect(descriptor, $0, $1) }
        guard status == 0 else {
            Glibc.close(descriptor)
            throw Failure(description: "connecting to port \(port): \(String(cString: strerror(errno)))")
        }
        self.init(descriptor)
    }

    deinit { close() }

    // MARK: TLS

    /// Takes up TLS; throws when the handshake fails.
    package func startTLS(_ session: TLSSession) throws {
        if !pending.isEmpty {
            pending.withUnsafeBytes { session.receive(ciphertext: $0) }
            pending = []
        }
        while true {
            let state = session.handshake()
            flush(session)
            switch state {
            case .finished:
                tls = session
                return
            case .failed(let failure): throw Failure(description: "TLS: \(failure)")
            case .underWay:
                switch receiveRaw() {
                case .success(let bytes): bytes.withUnsafeBytes { session.receive(ciphertext: $0) }
                case .failure(let ended):
                    throw Failure(description: "TLS: the stream ended (\(ended)) in the handshake")
                }
            }
        }
    }

    /// The application protocol agreed on, nil where none was.
    package var agreed: String? { tls?.facts?.applicationProtocol }

    private func flush(_ session: TLSSession) {
        session.drainCiphertext { bytes in
            sendRaw(bytes)
            return bytes.count
        }
    }

    // MARK: Sending

    package func send(_ bytes: [UInt8]) {
        guard let tls else { return bytes.withUnsafeBytes { sendRaw($0) } }
        _ = bytes.withUnsafeBytes { tls.write(plaintext: $0) }
        flush(tls)
    }

    package func send(_ text: String) { send(Array(text.utf8)) }

    private func sendRaw(_ bytes: UnsafeRawBufferPointer) {
        var sent = 0
        while sent < bytes.count, let base = bytes.baseAddress {
            let count = Glibc.send(descriptor, base + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return }
            sent += count
        }
    }

    // MARK: Receiving

    private func receiveRaw() -> Result<[UInt8], Failure> {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 { return .success(Array(chunk[..<count])) }
        end = count == 0 ? .finished : errno == ECONNRESET ? .reset : .timedOut
        return .failure(Failure(description: end.map { "\($0)" } ?? ""))
    }

    /// Waits for more bytes; false at the end.
    private func fill() -> Bool {
        guard end == nil else { return false }
        guard let tls else {
            guard case .success(let bytes) = receiveRaw() else { return false }
            pending += bytes
            return true
        }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            switch buffer.withUnsafeMutableBytes({ tls.readPlaintext(into: $0) }) {
            case .bytes(let count):
                pending += buffer[..<count]
                return true
            case .wouldBlock:
                flush(tls)
                guard case .success(let bytes) = receiveRaw() else {
                    if end == .finished { end = .cut }
                    return false
                }
                bytes.withUnsafeBytes { tls.receive(ciphertext: $0) }
            case .closed(let clean):
                end = clean ? .finished : .cut
                return false
            case .failed:
                end = .reset
                return false
            }
        }
    }

    /// Exactly this many bytes, or fewer where the stream ends before.
    package func read(_ count: Int) -> [UInt8] {
        while pending.count < count, fill() {}
        defer { pending.removeFirst(min(count, pending.count)) }
        return Array(pending.prefix(count))
    }

    /// What has come or comes first, at least one byte; empty at the end.
    package func readSome() -> [UInt8] {
        if pending.isEmpty { _ = fill() }
        defer { pending = [] }
        return pending
    }

    /// Everything up to the end of the stream.
    package func readAll() -> [UInt8] {
        while fill() {}
        defer { pending = [] }
        return pending
    }

    /// Up to and including these bytes; nil where the stream ends before.
    package func read(through mark: String) -> [UInt8]? {
        let mark = Array(mark.utf8)
        var searched = 0
        while true {
            while searched + mark.count <= pending.count {
                if pending[searched...].starts(with: mark) {
                    defer { pending.removeFirst(searched + mark.count) }
                    return Array(pending[..<(searched + mark.count)])
                }
                searched += 1
            }
            if !fill() { return nil }
        }
    }

    /// A head and the body that its Content-Length or chunked coding announces; nil where the stream ends before.
    package func readMessage() -> [UInt8]? {
        guard let head = read(through: "\r\n\r\n") else { return nil }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        if text.contains("\r\ntransfer-encoding: chunked\r\n") {
            var body: [UInt8] = []
            while let line = read(through: "\r\n") {
                body += line
                let size =
                    Int(String(decoding: line.prefix { $0 != 0x0D && $0 != 0x3B }, as: UTF8.self), radix: 16) ?? 0
                if size == 0 { break }
                body += read(size + 2)
            }
            while let line = read(through: "\r\n") {
                body += line
                if line.count == 2 { return head + body }
            }
            return nil
        }
        guard let field = text.range(of: "\r\ncontent-length:") else { return head }
        let digits = text[field.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
        let count = Int(digits) ?? 0
        let body = read(count)
        return body.count == count ? head + body : nil
    }

    // MARK: Ending

    /// Ends this side's half; over TLS with close_notify unless `cutting`.
    package func endWriting(cutting: Bool = false) {
        if let tls, !cutting {
            tls.shutdown()
            flush(tls)
        }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes; over TLS with close_notify unless `cutting`.
    package func close(cutting: Bool = false) {
        guard !isClosed else { return }
        isClosed = true
        if let tls, !cutting {
            tls.shutdown()
            flush(tls)
        }
        Glibc.close(descriptor)
    }

    /// Closes so that the peer sees a reset.
    package func reset() {
        guard !isClosed else { return }
        isClosed = true
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        Glibc.close(descriptor)
    }
}

enum LoopbackAddress {
    static func with<T>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
