import Testing

@testable import PacketWire

/// Makes frames for tests.
struct Frames {
    var from = "10.0.0.2"
    var fromPort: UInt16 = 50_000
    var to = "203.0.113.9"
    var toPort: UInt16 = 443

    var reversed: Frames { Frames(from: to, fromPort: toPort, to: from, toPort: fromPort) }

    static func two(_ number: some BinaryInteger) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    func address(_ text: String) throws -> [UInt8] {
        let address = try #require(IPAddress(text))
        if !address.isVersion6 { return address.description.split(separator: ".").compactMap { UInt8($0) } }
        // Only fully written addresses are used in tests of IPv6.
        return text.split(separator: ":").flatMap { Frames.two(Int($0, radix: 16) ?? 0) }
    }

    func segment(_ payload: [UInt8], sequence: UInt32, _ flags: TransportPacket.Flags) -> [UInt8] {
        Frames.two(fromPort) + Frames.two(toPort) + Frames.two(sequence >> 16) + Frames.two(sequence & 0xffff)
            + [0, 0, 0, 0, 0x50, flags.rawValue, 0x20, 0, 0, 0, 0, 0] + payload
    }

    func datagram(_ payload: [UInt8]) -> [UInt8] {
        Frames.two(fromPort) + Frames.two(toPort) + Frames.two(payload.count + 8) + [0, 0] + payload
    }

    func version4(_ content: [UInt8], number: UInt8) throws -> [UInt8] {
        [0x45, 0] + Frames.two(20 + content.count) + [0, 0, 0x40, 0, 64, number, 0, 0]
            + (try address(from)) + (try address(to)) + content
    }

    func version6(_ content: [UInt8], number: UInt8) throws -> [UInt8] {
        [0x60, 0, 0, 0] + Frames.two(content.count) + [number, 64] + (try address(from)) + (try address(to)) + content
    }

    static func ethernet(_ content: [UInt8], type: UInt16 = 0x0800) -> [UInt8] {
        [UInt8](repeating: 2, count: 12) + two(type) + content
    }

    func tcp(
        _ payload: [UInt8] = [], sequence: UInt32 = 1_000, _ flags: TransportPacket.Flags = .ack, at time: Int64 = 0
    ) throws -> CapturedPacket {
        packet(Frames.ethernet(try version4(segment(payload, sequence: sequence, flags), number: 6)), at: time)
    }

    func udp(_ payload: [UInt8], at time: Int64 = 0) throws -> CapturedPacket {
        packet(Frames.ethernet(try version4(datagram(payload), number: 17)), at: time)
    }

    func packet(_ bytes: [UInt8], _ linkType: LinkType = .ethernet, at time: Int64 = 0) -> CapturedPacket {
        CapturedPacket(linkType: linkType, timeNanoseconds: time, originalLength: bytes.count, bytes: bytes)
    }

    /// A hello that names a host, as its record.
    static func hello(_ name: String, padding: Int = 0) -> [UInt8] {
        let text = Array(name.utf8)
        let entry = [0] + two(text.count) + text
        let padded = two(21) + two(padding) + [UInt8](repeating: 0, count: padding)
        let list = padded + two(0) + two(entry.count + 2) + two(entry.count) + entry
        let body =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + two(2) + [0x13, 0x01, 1, 0] + two(list.count) + list
        return [22, 3, 1] + two(body.count + 4) + [1, 0] + two(body.count) + body
    }

    /// A DNS response with one question and the addresses given, through an alias and compressed names.
    static func answer(_ name: String, _ addresses: [[UInt8]]) -> [UInt8] {
        let labels =
            name.split(separator: ".").flatMap { label -> [UInt8] in
                [UInt8(label.utf8.count)] + Array(label.utf8)
            } + [0]
        let alias: [UInt8] = [0xc0, 12] + [0, 5, 0, 1, 0, 0, 0, 60, 0, 4, 1, 0x61, 0xc0, 12]
        let records = addresses.flatMap { bytes -> [UInt8] in
            [0xc0, 12, 0, bytes.count == 4 ? 1 : 28, 0, 1, 0, 0, 0, 60] + two(bytes.count) + bytes
        }
        return [0, 1, 0x81, 0x80, 0, 1] + two(addresses.count + 1) + [0, 0, 0, 0] + labels + [0, 1, 0, 1] + alias
            + records
    }
}
