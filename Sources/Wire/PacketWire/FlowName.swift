package import Cryptography
internal import HTTPModel

/// The name of the host a flow was bound for, as its first bytes say it.
package struct FlowName: Hashable, Sendable {
    package enum Source: String, Hashable, Sendable {
        /// Server name of a TLS hello (RFC 6066 §3).
        case serverName = "SNI"
        /// Server name of the hello in a QUIC client's first packets.
        case quicServerName = "QUIC SNI"
        /// Host field of an HTTP/1 request.
        case hostField = "Host"
        /// Authority of an absolute target, sent to a proxy.
        case absoluteTarget = "absolute target"
        /// Target of a CONNECT request.
        case connectTarget = "CONNECT"
    }

    package let source: Source
    /// As written, unchecked; a port may follow.
    package let bytes: [UInt8]

    package init(source: Source, bytes: [UInt8]) {
        self.source = source
        self.bytes = bytes
    }

    /// The host without port and brackets in lower case, when it is a valid one.
    package var host: CertificateName? {
        var name = bytes[...]
        if name.first == UInt8(ascii: "[") {
            guard let end = name.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = name[...end]
        } else if let colon = name.firstIndex(of: UInt8(ascii: ":")),
            name[(colon + 1)...].allSatisfy({ ASCII.isDigit($0) })
        {
            name = name[..<colon]
        }
        return CertificateName(name)
    }

    enum Reading: Equatable {
        case needsMore
        case found(FlowName)
        /// The bytes name no host and never will.
        case none
    }

    /// Looks for a name in the first bytes of a client's stream.
    static func read(_ head: [UInt8]) -> Reading {
        guard let first = head.first else { return .needsMore }
        if first == 22 { return readHello(head) }
        guard first &- 0x41 < 26 else { return .none }
        return readRequest(head)
    }

    private static func readHello(_ head: [UInt8]) -> Reading {
        var reader = ClientHelloReader()
        switch reader.receive(head) {
        case .needsMore: return .needsMore
        case .invalid: return .none
        case .complete(let hello):
            guard let name = hello.serverName else { return .none }
            return .found(FlowName(source: .serverName, bytes: name))
        }
    }

    /// Reads the handshake stream of QUIC, which has no records.
    static func readHandshake(_ bytes: [UInt8]) -> Reading {
        guard let first = bytes.first else { return .needsMore }
        guard first == 1 else { return .none }
        guard bytes.count >= 4 else { return .needsMore }
        let count = Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
        guard bytes.count >= 4 + count else { return .needsMore }
        guard let hello = try? ClientHello(body: bytes[4..<4 + count]), let name = hello.serverName else {
            return .none
        }
        return .found(FlowName(source: .quicServerName, bytes: name))
    }

    private static func readRequest(_ head: [UInt8]) -> Reading {
        let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let complete = lines.dropLast().map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        guard let line = complete.first else { return .needsMore }
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].starts(with: Array("HTTP/1.".utf8)) else { return .none }
        if parts[0].elementsEqual(Array("CONNECT".utf8)) {
            return .found(FlowName(source: .connectTarget, bytes: Array(parts[1])))
        }
        // An origin-form target may hold another URL; it begins with a slash.
        if parts[1].first != UInt8(ascii: "/"), let scheme = parts[1].firstIndex(of: UInt8(ascii: ":")),
            parts[1][scheme...].starts(with: Array("://".utf8))
        {
            let authority = parts[1][(scheme + 3)...].prefix { ![0x2f, 0x3f, 0x23].contains($0) }
            if !authority.isEmpty { return .found(FlowName(source: .absoluteTarget, bytes: Array(authority))) }
        }
        for field in complete.dropFirst() {
            guard !field.isEmpty else { return .none }
            guard let colon = field.firstIndex(of: UInt8(ascii: ":")),
                ASCII.equalsIgnoringCase(field[..<colon], "host")
            else { continue }
            let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
            var value = field[(colon + 1)...].drop(while: isBlank)
            while let last = value.last, isBlank(last) { value.removeLast() }
            return value.isEmpty ? .none : .found(FlowName(source: .hostField, bytes: Array(value)))
        }
        return .needsMore
    }
}
