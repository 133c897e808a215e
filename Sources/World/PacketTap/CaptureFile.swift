internal import CPcap
package import PacketWire

/// How the reading of a capture file came to its end.
package enum CaptureEnd: Hashable, Sendable {
    case complete
    /// The file is damaged or cut; `offset` in bytes is about where, `reason` in libpcap's words.
    case damaged(offset: Int64, reason: String)
}

/// Reads capture files: pcap and pcapng, in either byte order.
package enum CaptureFile {
    /// Gives each packet in the file's order. Blocks until the file's end.
    package static func read<Failure: Error>(
        path: String, packet: (CapturedPacket) throws(Failure) -> Void
    ) throws -> CaptureEnd {
        let source = try CaptureSource(file: path)
        while true {
            switch source.next() {
            case .packet(let captured): try packet(captured)
            case .nothing, .end: return .complete
            case .failed(let reason):
                return .damaged(offset: fita_capture_offset(source.capture), reason: reason)
            }
        }
    }
}
