/// The kinds of journal frames. The raw values are the file format: none is changed or used again.
package enum JournalFrameType: UInt8, Sendable, CaseIterable {
    /// The first frame: format version, the recorder's process, the tape's header.
    case tapeOpen = 1
    case clientOpen = 2
    case clientTLS = 3
    case upstreamOpen = 4
    case requestHead = 5
    /// Wire bytes of the request's body as they passed, transfer framing included.
    case requestData = 6
    case requestEnd = 7
    case interimHead = 8
    case responseHead = 9
    case responseData = 10
    case tunnelCount = 12
    /// The exchange's end, with the counts of what stands before it.
    case end = 13
    case mark = 14
    case note = 15
    case exchangeNote = 16
    /// The last frame of a journal whose recorder was stopped in order.
    case tapeClose = 17
    /// A head of the exchange came over HTTP/2. Counted with its notes.
    case http2 = 18
    /// What passed before this and could not be written; see ``TapeGap``.
    case gap = 19
    /// A frame of a WebSocket connection begins; see ``WebSocketOpening``.
    case webSocketFrame = 20
    /// A byte that says whose (1 the client's, 0 the server's), then payload of that side's frame, unmasked.
    case webSocketData = 21
}

/// One frame of a journal. The payload is borrowed: it is valid as long as the buffer it was read from.
///
/// Little-endian: magic u16, type u8, flags u8, payload length u32, sequence u32, connection u32, exchange u32,
/// time u64 (ns), payload, CRC-32C u32 of all before it.
package struct JournalFrame {
    package static let magic: UInt16 = 0x7AF1
    package static let headerBytes = 28
    package static let checksumBytes = 4
    /// What stands in `tapeOpen`: the version of the journal's format.
    package static let version: UInt8 = 1

    package let type: JournalFrameType
    package let connection: Int
    package let exchange: Int
    package let time: TapeTime
    package let payload: UnsafeRawBufferPointer

    package init(
        type: JournalFrameType, connection: Int, exchange: Int, time: TapeTime, payload: UnsafeRawBufferPointer
    ) {
        self.type = type
        self.connection = connection
        self.exchange = exchange
        self.time = time
        self.payload = payload
    }
}
