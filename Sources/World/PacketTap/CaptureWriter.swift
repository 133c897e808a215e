internal import CPcap
package import PacketWire

/// Writes a capture file of one link type, with nanoseconds.
package final class CaptureWriter {
    private let writer: OpaquePointer
    private let path: String
    private let linkType: LinkType
    private static let snapshotLength: Int32 = 262_144

    /// Creates the file, or empties it.
    package init(path: String, linkType: LinkType) throws(PacketTapError) {
        let (writer, complaint) = withErrorText { text, size in
            fita_capture_writer_open(path, linkType.number, Self.snapshotLength, text, size)
        }
        guard let writer else {
            let isMissing = fita_capture_available() != 1
            throw PacketTapError(isMissing ? .libpcapMissing : .writeFailed, "\(path): \(complaint)")
        }
        self.writer = writer
        self.path = path
        self.linkType = linkType
    }

    deinit { fita_capture_writer_close(writer) }

    /// Adds a packet, whose link type must be the file's. It is cut to 256 KiB.
    package func add(_ packet: CapturedPacket) {
        precondition(packet.linkType == linkType, "a capture file has one link type")
        let (whole, rest) = packet.timeNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        packet.bytes.withUnsafeBufferPointer { bytes in
            var record = fita_packet(
                seconds: rest < 0 ? whole - 1 : whole, nanoseconds: rest < 0 ? rest + 1_000_000_000 : rest,
                captured: UInt32(min(bytes.count, Int(Self.snapshotLength))),
                length: UInt32(clamping: packet.originalLength), bytes: bytes.baseAddress)
            fita_capture_writer_add(writer, &record)
        }
    }

    /// Hands all packets so far to the system.
    package func flush() throws(PacketTapError) {
        guard fita_capture_writer_flush(writer) == 0 else { throw PacketTapError(.writeFailed, path) }
    }
}
