import CassetteFormat
import PacketTap
import PacketWire

/// A capture file as a watcher of the loopback interface would have written it, made from what the tape knows of its
/// connections and from one request that is known to have gone past the proxy.
enum LoopbackCapture {
    static func write(_ path: String, tape: String, bypassTo: String, name: String) throws(VerbFailure) {
        var packets: [CapturedPacket] = []
        var listen = ""
        var zero: Int64 = 0
        try TapeInput.read(tape) { item in
            switch item {
            case .header(let header):
                listen = header.listen
                zero = header.wallSeconds &* 1_000_000_000
            case .client(let client):
                add(from: client.client, to: listen, [], at: zero &+ Int64(clamping: client.opened), &packets)
            case .upstream(let upstream):
                add(
                    from: upstream.local, to: upstream.remote, [], at: zero &+ Int64(clamping: upstream.opened),
                    &packets)
            default: break
            }
        }
        let request = Array("GET /collect?uid=1 HTTP/1.1\r\nHost: \(name)\r\n\r\n".utf8)
        add(from: "127.0.0.1:65000", to: bypassTo, request, at: zero, &packets)
        do throws(PacketTapError) {
            let writer = try CaptureWriter(path: path, linkType: .ethernet)
            for packet in packets { writer.add(packet) }
            try writer.flush()
        } catch {
            throw VerbFailure(.environment, "the capture file cannot be written: \(error)")
        }
    }

    /// An opening segment and one with the payload.
    private static func add(
        from: String, to: String, _ payload: [UInt8], at time: Int64, _ packets: inout [CapturedPacket]
    ) {
        guard let source = endpoint(from), let target = endpoint(to) else { return }
        let open: UInt8 = 0x02
        let acknowledge: UInt8 = 0x10
        for (flags, content) in [(open, []), (acknowledge, payload)] {
            let segment =
                two(source.port) + two(target.port) + [0, 0, 0, flags == open ? 1 : 2, 0, 0, 0, 0]
                + [0x50, flags, 0x20, 0, 0, 0, 0, 0] + content
            let datagram =
                [0x45, 0] + two(UInt16(clamping: 20 + segment.count)) + [0, 0, 0x40, 0, 64, 6, 0, 0] + source.address
                + target.address + segment
            let frame = [UInt8](repeating: 0, count: 12) + [0x08, 0x00] + datagram
            packets.append(
                CapturedPacket(linkType: .ethernet, timeNanoseconds: time, originalLength: frame.count, bytes: frame))
        }
    }

    private static func two(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

    private static func endpoint(_ text: String) -> (address: [UInt8], port: UInt16)? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
        let address = parts[0].split(separator: ".").compactMap { UInt8($0) }
        return address.count == 4 ? (address, port) : nil
    }
}
