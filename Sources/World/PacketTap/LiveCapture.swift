internal import CPcap
package import PacketWire

/// Listens on an interface. Owned by one thread, which its reading blocks.
package final class LiveCapture {
    package enum Reading: Hashable, Sendable {
        case packet(CapturedPacket)
        /// No packet came within the timeout.
        case nothing
    }

    private let source: CaptureSource
    private let name: String

    /// `snapshotLength`: bytes kept of each frame. `timeout`: how long one reading waits, at least a millisecond.
    package init(
        interface name: String, snapshotLength: Int = 65_535, timeout: Duration = .milliseconds(100)
    ) throws(PacketTapError) {
        let milliseconds =
            timeout.components.seconds.multipliedReportingOverflow(by: 1_000).partialValue
            &+ timeout.components.attoseconds / 1_000_000_000_000_000
        source = try CaptureSource(
            interface: name, snapshotLength: Int32(clamping: snapshotLength),
            timeoutMilliseconds: Int32(clamping: max(milliseconds, 1)))
        self.name = name
    }

    package var linkType: LinkType { source.linkType }

    /// The next packet. The kernel hands packets over in batches: at the end of a capture read on until `nothing` has
    /// come twice.
    package func next() throws(PacketTapError) -> Reading {
        switch source.next() {
        case .packet(let packet): return .packet(packet)
        case .nothing: return .nothing
        case .end: throw PacketTapError(.readFailed, "\(name): the interface is gone")
        case .failed(let reason): throw PacketTapError(.readFailed, "\(name): \(reason)")
        }
    }

    /// Packets lost because nobody read them in time: with any of these the capture is no proof. Nil when unknown.
    package var lostPackets: Int? {
        let lost = fita_capture_lost(source.capture)
        return lost < 0 ? nil : Int(lost)
    }
}
