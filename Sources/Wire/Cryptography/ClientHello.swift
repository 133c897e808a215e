/// What a TLS client says first (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2), as far as it can be told without keys.
package struct ClientHello: Hashable, Sendable {
    /// The host name as the client wrote it (RFC 6066 §3): unchecked bytes, to be turned into a ``CertificateName``.
    package var serverName: [UInt8]?
    /// Application protocols offered, in the client's order (RFC 7301).
    package var applicationProtocols: [[UInt8]] = []
    /// `legacy_version`.
    package var version: UInt16 = 0
    /// Versions of the `supported_versions` extension; empty when it is not there.
    package var supportedVersions: [UInt16] = []
    package var cipherSuites: [UInt16] = []
    /// Extension numbers in the client's order.
    package var extensions: [UInt16] = []

    /// Why bytes are no hello that can be read.
    package enum Problem: Error, Hashable, Sendable {
        /// The first byte is not that of a handshake record.
        case notTLS
        /// A hello of SSL 2.0 (RFC 6176 forbids it).
        case versionTooOld
        /// A record of no bytes, or of over 2^14 bytes.
        case recordLength
        /// Another kind of record came before the hello's end.
        case unexpectedRecord
        /// A handshake message that is not a hello.
        case unexpectedMessage
        /// The hello, or what it is wrapped in, exceeds the limit.
        case tooLarge
        /// Lengths inside the hello contradict each other.
        case malformed
        /// An extension comes twice (RFC 8446 §4.2 forbids it).
        case repeatedExtension
    }

    /// Parses a hello's body, without the handshake header.
    package init(body: some RandomAccessCollection<UInt8>) throws(Problem) {
        var reader = ByteReader(Array(body))
        version = try reader.uint16()
        try reader.skip(32)
        try reader.skip(Int(reader.uint8()))
        var suites = ByteReader(try reader.bytes(Int(reader.uint16())))
        while !suites.isAtEnd { cipherSuites.append(try suites.uint16()) }
        try reader.skip(Int(reader.uint8()))
        // A hello may end here: extensions came later than SSL 3.0.
        guard !reader.isAtEnd else { return }
        var list = ByteReader(try reader.bytes(Int(reader.uint16())))
        guard reader.isAtEnd else { throw .malformed }
        var seen: Set<UInt16> = []
        while !list.isAtEnd {
            let type = try list.uint16()
            let value = ByteReader(try list.bytes(Int(list.uint16())))
            guard seen.insert(type).inserted else { throw .repeatedExtension }
            extensions.append(type)
            switch type {
            case 0: serverName = try Self.serverName(value)
            case 16: applicationProtocols = try Self.protocols(value)
            case 43: supportedVersions = try Self.versions(value)
            default: break
            }
        }
    }

    /// The host name in the content of a `server_name` extension; nil where it holds none or breaks its own lengths.
    static func serverName(extension content: UnsafeRawBufferPointer) -> [UInt8]? {
        (try? serverName(ByteReader(Array(content)))) ?? nil
    }

    private static func serverName(_ value: ByteReader) throws(Problem) -> [UInt8]? {
        var value = value
        var names = ByteReader(try value.bytes(Int(value.uint16())))
        guard value.isAtEnd else { throw .malformed }
        var found: [UInt8]?
        while !names.isAtEnd {
            let type = try names.uint8()
            let name = try names.bytes(Int(names.uint16()))
            guard type == 0 else { continue }
            guard found == nil, !name.isEmpty else { throw .malformed }
            found = name
        }
        return found
    }

    private static func protocols(_ value: ByteReader) throws(Problem) -> [[UInt8]] {
        var value = value
        var list = ByteReader(try value.bytes(Int(value.uint16())))
        guard value.isAtEnd else { throw .malformed }
        var protocols: [[UInt8]] = []
        while !list.isAtEnd {
            let name = try list.bytes(Int(list.uint8()))
            guard !name.isEmpty else { throw .malformed }
            protocols.append(name)
        }
        return protocols
    }

    private static func versions(_ value: ByteReader) throws(Problem) -> [UInt16] {
        var value = value
        var list = ByteReader(try value.bytes(Int(value.uint8())))
        guard value.isAtEnd else { throw .malformed }
        var versions: [UInt16] = []
        while !list.isAtEnd { versions.append(try list.uint16()) }
        return versions
    }
}

/// Big-endian numbers and byte runs, taken from the front.
private struct ByteReader {
    private let source: [UInt8]
    private var place = 0

    init(_ source: [UInt8]) { self.source = source }

    var isAtEnd: Bool { place == source.count }

    mutating func uint8() throws(ClientHello.Problem) -> UInt8 {
        guard place < source.count else { throw .malformed }
        defer { place += 1 }
        return source[place]
    }

    mutating func uint16() throws(ClientHello.Problem) -> UInt16 {
        let high = try uint8()
        return UInt16(high) << 8 | UInt16(try uint8())
    }

    mutating func bytes(_ count: Int) throws(ClientHello.Problem) -> [UInt8] {
        guard count <= source.count - place else { throw .malformed }
        defer { place += count }
        return Array(source[place..<place + count])
    }

    mutating func skip(_ count: Int) throws(ClientHello.Problem) {
        guard count <= source.count - place else { throw .malformed }
        place += count
    }
}
