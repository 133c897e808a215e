/// One frame as it was captured.
package struct CapturedPacket: Hashable, Sendable {
    package var linkType: LinkType
    /// Nanoseconds since 1970.
    package var timeNanoseconds: Int64
    /// Length on the wire; more than `bytes` when the capture cut the frame.
    package var originalLength: Int
    package var bytes: [UInt8]

    package init(linkType: LinkType, timeNanoseconds: Int64, originalLength: Int, bytes: [UInt8]) {
        self.linkType = linkType
        self.timeNanoseconds = timeNanoseconds
        self.originalLength = originalLength
        self.bytes = bytes
    }
}

/// What a captured frame begins with.
package enum LinkType: Hashable, Sendable {
    case ethernet
    /// Four bytes of address family, in either byte order.
    case loopback
    /// The frame is an IP packet.
    case rawIP
    case linuxCooked
    case linuxCooked2

    /// From libpcap's number; nil for those we do not read.
    package init?(number: Int32) {
        switch number {
        case 0, 108: self = .loopback
        case 1: self = .ethernet
        // Raw IP has different numbers on different systems.
        case 12, 14, 101, 228, 229: self = .rawIP
        case 113: self = .linuxCooked
        case 276: self = .linuxCooked2
        default: return nil
        }
    }

    /// libpcap's number.
    package var number: Int32 {
        switch self {
        case .loopback: 0
        case .ethernet: 1
        case .rawIP: 12
        case .linuxCooked: 113
        case .linuxCooked2: 276
        }
    }
}
