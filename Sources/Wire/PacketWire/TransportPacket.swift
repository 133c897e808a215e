/// The TCP segment or UDP datagram inside a frame.
package struct TransportPacket: Hashable, Sendable {
    package enum Transport: String, Hashable, Sendable {
        case tcp, udp
    }

    /// TCP flags (RFC 9293 §3.1) that matter to flows.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let fin = Flags(rawValue: 0x01)
        package static let syn = Flags(rawValue: 0x02)
        package static let rst = Flags(rawValue: 0x04)
        package static let ack = Flags(rawValue: 0x10)
    }

    /// Why a frame gives no segment or datagram.
    package enum Problem: String, Error, Hashable, Sendable, CaseIterable {
        /// Neither IPv4 nor IPv6.
        case otherNetwork = "not IP"
        /// IP, but neither TCP nor UDP.
        case otherTransport = "neither TCP nor UDP"
        /// A part of a packet that was cut up on its way; parts are not joined.
        case fragment = "IP fragment"
        /// Lengths contradict each other, or the capture cut the headers.
        case malformed = "malformed or cut"
        case tooManyTags = "too many VLAN tags"
        case tooManyHeaders = "too many extension headers"
    }

    /// Depths of nesting that are followed.
    package struct Limits: Hashable, Sendable {
        package var tags = 8
        package var extensionHeaders = 16
        package init() {}
    }

    package var transport: Transport
    package var source: Endpoint
    package var destination: Endpoint
    /// TCP only.
    package var sequence: UInt32 = 0
    package var flags: Flags = []
    /// Where the captured payload lies in the frame.
    package var payload: Range<Int>
    /// Bytes of payload on the wire, more than `payload` when the capture cut the frame.
    package var payloadLength: Int

    package init(_ packet: CapturedPacket, limits: Limits = Limits()) throws(Problem) {
        let reader = PacketReader(
            bytes: packet.bytes, wireLength: max(packet.originalLength, packet.bytes.count), limits: limits)
        self = try reader.transport(packet.linkType)
    }
}

/// Walks the headers of one frame. Every read is checked.
private struct PacketReader {
    let bytes: [UInt8]
    /// Length of the frame before the capture cut it.
    let wireLength: Int
    let limits: TransportPacket.Limits

    private typealias Problem = TransportPacket.Problem

    private func byte(_ place: Int) throws(Problem) -> UInt8 {
        guard place >= 0, place < bytes.count else { throw .malformed }
        return bytes[place]
    }

    private func uint16(_ place: Int) throws(Problem) -> UInt16 {
        try UInt16(byte(place)) << 8 | UInt16(byte(place + 1))
    }

    private func uint32(_ place: Int) throws(Problem) -> UInt32 {
        try UInt32(uint16(place)) << 16 | UInt32(uint16(place + 2))
    }

    private func address(_ place: Int, _ count: Int) throws(Problem) -> IPAddress {
        guard place >= 0, count <= bytes.count - place, let address = IPAddress(bytes[place..<place + count]) else {
            throw .malformed
        }
        return address
    }

    func transport(_ linkType: LinkType) throws(TransportPacket.Problem) -> TransportPacket {
        switch linkType {
        case .ethernet: return try network(type: uint16(12), at: 14)
        case .linuxCooked: return try network(type: uint16(14), at: 16)
        case .linuxCooked2: return try network(type: uint16(0), at: 20)
        case .rawIP: return try network(at: 0)
        case .loopback:
            // The family's number differs between systems; the IP version says the same.
            _ = try uint32(0)
            return try network(at: 4)
        }
    }

    private func network(type first: UInt16, at start: Int) throws(Problem) -> TransportPacket {
        var (type, place) = (first, start)
        var tags = 0
        while [0x8100, 0x88a8, 0x9100].contains(type) {
            tags += 1
            guard tags <= limits.tags else { throw .tooManyTags }
            type = try uint16(place + 2)
            place += 4
        }
        guard type == 0x0800 || type == 0x86dd else { throw .otherNetwork }
        return try network(at: place)
    }

    private func network(at place: Int) throws(Problem) -> TransportPacket {
        switch try byte(place) >> 4 {
        case 4: try version4(place)
        case 6: try version6(place)
        default: throw .otherNetwork
        }
    }

    private func version4(_ place: Int) throws(Problem) -> TransportPacket {
        let headerLength = Int(try byte(place) & 15) * 4
        let announced = Int(try uint16(place + 2))
        // Network cards that cut packets up themselves are handed packets of length 0.
        let total = announced == 0 ? bytes.count - place : announced
        guard headerLength >= 20, total >= headerLength else { throw .malformed }
        guard try uint16(place + 6) & 0x3fff == 0 else { throw .fragment }
        return try transport(
            number: byte(place + 9), at: place + headerLength, end: place + total,
            from: address(place + 12, 4), to: address(place + 16, 4))
    }

    private func version6(_ place: Int) throws(Problem) -> TransportPacket {
        let announced = Int(try uint16(place + 4))
        let end = announced == 0 ? bytes.count : place + 40 + announced
        let (source, destination) = try (address(place + 8, 16), address(place + 24, 16))
        var number = try byte(place + 6)
        var inner = place + 40
        var headers = 0
        while true {
            switch number {
            case 0, 43, 60, 135, 139, 140:
                number = try byte(inner)
                inner += (Int(try byte(inner + 1)) + 1) * 8
            case 44:
                guard try uint16(inner + 2) & 0xfff9 == 0 else { throw .fragment }
                number = try byte(inner)
                inner += 8
            case 51:
                number = try byte(inner)
                inner += (Int(try byte(inner + 1)) + 2) * 4
            default:
                return try transport(number: number, at: inner, end: end, from: source, to: destination)
            }
            headers += 1
            guard headers <= limits.extensionHeaders else { throw .tooManyHeaders }
        }
    }

    private func transport(
        number: UInt8, at place: Int, end: Int, from source: IPAddress, to destination: IPAddress
    ) throws(Problem) -> TransportPacket {
        let headerLength: Int
        var (sequence, flags): (UInt32, TransportPacket.Flags) = (0, [])
        switch number {
        case 6:
            headerLength = Int(try byte(place + 12) >> 4) * 4
            guard headerLength >= 20 else { throw .malformed }
            sequence = try uint32(place + 4)
            flags = TransportPacket.Flags(rawValue: try byte(place + 13))
        case 17: headerLength = 8
        default: throw .otherTransport
        }
        let begin = place + headerLength
        guard begin <= end, begin <= bytes.count, end <= wireLength else { throw .malformed }
        return try TransportPacket(
            transport: number == 6 ? .tcp : .udp,
            source: Endpoint(address: source, port: uint16(place)),
            destination: Endpoint(address: destination, port: uint16(place + 2)),
            sequence: sequence, flags: flags, payload: begin..<min(end, bytes.count), payloadLength: end - begin)
    }
}

extension TransportPacket {
    fileprivate init(
        transport: Transport, source: Endpoint, destination: Endpoint, sequence: UInt32, flags: Flags,
        payload: Range<Int>, payloadLength: Int
    ) {
        self.transport = transport
        self.source = source
        self.destination = destination
        self.sequence = sequence
        self.flags = flags
        self.payload = payload
        self.payloadLength = payloadLength
    }
}
