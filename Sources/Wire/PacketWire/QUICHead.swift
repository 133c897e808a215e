internal import Cryptography

/// The hello of a QUIC client, gathered from its first datagrams (RFC 9000 §17.2.2, RFC 9001 §5).
struct QUICHead {
    struct Limits {
        /// Datagrams looked at before the flow is given up.
        var datagrams = 8
        /// Packets looked at in one datagram.
        var packets = 4
        /// Pieces of the hello kept that came before their turn: browsers scatter them on purpose.
        var waiting = 64
    }

    private let limits: Limits
    private var keys: QUICInitialKeys?
    private var head: StreamHead
    private var datagrams = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
        var stream = StreamHead.Limits()
        stream.waiting = limits.waiting
        head = StreamHead(start: 0, limits: stream)
    }

    /// The datagram begins like an Initial packet of a version that can be read.
    static func mayBegin(with datagram: ArraySlice<UInt8>) -> Bool {
        InitialHeader(datagram) != nil
    }

    /// Looks at the client's next datagram.
    mutating func add(_ datagram: ArraySlice<UInt8>) -> FlowName.Reading {
        datagrams += 1
        var rest = datagram
        for _ in 0..<limits.packets {
            guard let header = InitialHeader(rest), let payload = open(header, rest) else { break }
            gather(payload)
            rest = rest.dropFirst(header.end)
        }
        let reading = FlowName.readHandshake(head.bytes)
        return reading == .needsMore && (datagrams >= limits.datagrams || head.isFull) ? .none : reading
    }

    /// Later packets carry another destination, but are sealed with the first one's keys; after a Retry both change.
    private mutating func open(_ header: InitialHeader, _ packet: ArraySlice<UInt8>) -> [UInt8]? {
        let own = QUICInitialKeys(version: header.version, connectionID: header.destination)
        for candidate in [keys, own].compactMap({ $0 }) {
            if let payload = header.open(packet, candidate) {
                keys = candidate
                return payload
            }
        }
        return nil
    }

    /// Takes the pieces of the hello out of a payload; other frames of an Initial packet are passed over.
    private mutating func gather(_ payload: [UInt8]) {
        var reader = VariableReader(payload[...])
        while let type = reader.number() {
            switch type {
            case 0, 1: continue
            case 2, 3:
                guard reader.number() != nil, reader.number() != nil, let ranges = reader.number(),
                    reader.number() != nil, ranges <= 64
                else { return }
                for _ in 0..<(ranges * 2 + (type == 3 ? 3 : 0)) where reader.number() == nil { return }
            case 6:
                guard let offset = reader.number(), let count = reader.number(), let piece = reader.bytes(count) else {
                    return
                }
                guard let place = UInt32(exactly: offset), place < 1 << 24 else { continue }
                head.add(piece, sequence: place)
            default: return
            }
        }
    }
}

/// The part of an Initial packet before its number.
private struct InitialHeader {
    let version: UInt32
    let destination: ArraySlice<UInt8>
    /// Counted from the packet's first byte.
    let numberPlace: Int
    let end: Int

    init?(_ packet: ArraySlice<UInt8>) {
        guard let first = packet.first, first & 0x80 != 0, packet.count >= 7 else { return nil }
        let version = packet.dropFirst().prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        // Version 2 has other numbers for the same types of packets.
        let type: UInt8 = version == 1 ? 0 : 1
        guard version == 1 || version == 0x6b33_43cf, first >> 4 & 3 == type else { return nil }
        var reader = VariableReader(packet.dropFirst(5))
        guard let destination = reader.sized(), destination.count <= 20, let source = reader.sized(),
            source.count <= 20, let token = reader.number(), reader.bytes(token) != nil, let count = reader.number()
        else { return nil }
        let place = reader.rest.startIndex - packet.startIndex
        guard count >= 20, count <= UInt64(packet.count - place) else { return nil }
        self.version = version
        self.destination = destination
        numberPlace = place
        end = place + Int(count)
    }

    /// Takes the protection off the header and decrypts the payload.
    func open(_ packet: ArraySlice<UInt8>, _ keys: QUICInitialKeys) -> [UInt8]? {
        var bytes = Array(packet.prefix(end))
        guard let mask = keys.headerMask(sample: bytes[(numberPlace + 4)..<(numberPlace + 20)]) else { return nil }
        bytes[0] ^= mask[0] & 0x0f
        let numberLength = Int(bytes[0] & 3) + 1
        var number: UInt32 = 0
        for place in 0..<numberLength {
            bytes[numberPlace + place] ^= mask[1 + place]
            number = number << 8 | UInt32(bytes[numberPlace + place])
        }
        let payload = numberPlace + numberLength
        return keys.open(bytes[payload...], header: bytes[..<payload], packetNumber: number)
    }
}

/// Numbers of variable length (RFC 9000 §16) and byte runs, taken from the front.
private struct VariableReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func number() -> UInt64? {
        guard let first = rest.first else { return nil }
        let length = 1 << Int(first >> 6)
        guard rest.count >= length else { return nil }
        let value = rest.dropFirst().prefix(length - 1).reduce(UInt64(first & 0x3f)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(length)
        return value
    }

    mutating func bytes(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    /// Bytes after their count in one byte.
    mutating func sized() -> ArraySlice<UInt8>? {
        guard let count = rest.first else { return nil }
        rest = rest.dropFirst()
        return bytes(UInt64(count))
    }
}
