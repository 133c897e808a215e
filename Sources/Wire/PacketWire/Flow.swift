/// All packets between two endpoints that belong together.
package struct Flow: Hashable, Sendable {
    package enum Oddity: String, Hashable, Sendable, CaseIterable {
        /// The beginning was not captured; which side began is a guess.
        case joinedMidway = "beginning not captured"
        /// Bytes were repeated with other content while the beginning was being read for a name.
        case contradictedBytes = "bytes repeated with other content"
        /// Bytes of the beginning are missing.
        case hole = "bytes missing"
        /// Payload after the connection was reset.
        case dataAfterReset = "data after reset"
        /// Times went backwards.
        case timeBackwards = "times go backwards"
    }

    package let transport: TransportPacket.Transport
    package internal(set) var initiator: Endpoint
    package internal(set) var responder: Endpoint
    /// Nanoseconds since 1970.
    package internal(set) var firstSeen: Int64
    package internal(set) var lastSeen: Int64
    /// Payload bytes on the wire, repetitions included.
    package internal(set) var bytesSent = 0
    package internal(set) var bytesReceived = 0
    package internal(set) var packets = 0
    /// What the first bytes say of the host.
    package internal(set) var name: FlowName?
    /// The name whose DNS answer gave the responder's address, as bytes.
    package internal(set) var resolvedName: [UInt8]?
    package internal(set) var oddities: Set<Oddity> = []

    /// A QUIC hello, or UDP to port 443: most likely HTTP/3, which a proxy for TCP cannot see.
    package var isLikelyQUIC: Bool {
        transport == .udp && (responder.port == 443 || name?.source == .quicServerName)
    }

    package init(
        transport: TransportPacket.Transport, initiator: Endpoint, responder: Endpoint, firstSeen: Int64
    ) {
        self.transport = transport
        self.initiator = initiator
        self.responder = responder
        self.firstSeen = firstSeen
        lastSeen = firstSeen
    }
}
