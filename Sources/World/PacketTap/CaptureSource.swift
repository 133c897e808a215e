internal import CPcap
internal import PacketWire

/// An open capture of libpcap, file or interface.
final class CaptureSource {
    let capture: OpaquePointer
    let linkType: LinkType

    convenience init(file path: String) throws(PacketTapError) {
        try self.init(path, .fileUnreadable) { text, size in fita_capture_open_file(path, text, size) }
    }

    convenience init(
        interface name: String, snapshotLength: Int32, timeoutMilliseconds: Int32
    ) throws(PacketTapError) {
        try self.init(name, .interfaceUnavailable) { text, size in
            fita_capture_open_interface(name, snapshotLength, timeoutMilliseconds, text, size)
        }
    }

    private init(
        _ subject: String, _ code: PacketTapError.Code,
        _ open: (UnsafeMutablePointer<CChar>, Int) -> OpaquePointer?
    ) throws(PacketTapError) {
        let (opened, complaint) = withErrorText(open)
        guard let opened else {
            throw PacketTapError(fita_capture_available() == 1 ? code : .libpcapMissing, "\(subject): \(complaint)")
        }
        let number = fita_capture_link_type(opened)
        guard let linkType = LinkType(number: number) else {
            fita_capture_close(opened)
            throw PacketTapError(.unknownLinkType, "\(subject): link type \(number)")
        }
        capture = opened
        self.linkType = linkType
    }

    deinit { fita_capture_close(capture) }

    enum Step {
        case packet(CapturedPacket)
        case nothing
        case end
        case failed(String)
    }

    func next() -> Step {
        var packet = fita_packet()
        switch Int(fita_capture_next(capture, &packet)) {
        case FITA_CAPTURE_PACKET:
            return .packet(
                CapturedPacket(
                    linkType: linkType, timeNanoseconds: Self.nanoseconds(packet.seconds, packet.nanoseconds),
                    originalLength: Int(packet.length),
                    bytes: [UInt8](UnsafeBufferPointer(start: packet.bytes, count: Int(packet.captured)))))
        case FITA_CAPTURE_NOTHING: return .nothing
        case FITA_CAPTURE_END: return .end
        default: return .failed(String(cString: fita_capture_error(capture)))
        }
    }

    /// A damaged time becomes the nearest that can be counted.
    private static func nanoseconds(_ seconds: Int64, _ rest: Int64) -> Int64 {
        let (whole, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooFar) = whole.addingReportingOverflow(rest)
        return tooLarge || tooFar ? (seconds < 0 ? .min : .max) : sum
    }
}

/// Gives the library room for a complaint.
func withErrorText<Result>(
    _ body: (UnsafeMutablePointer<CChar>, Int) -> Result
) -> (result: Result, complaint: String) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
        text.initialize(repeating: 0)
        guard let start = text.baseAddress else { preconditionFailure("the room has 512 bytes") }
        let result = body(start, text.count)
        return (result, String(cString: start))
    }
}
