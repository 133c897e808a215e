/// What frames told that could not be written: enough to say what is missing, and to tell the facts again.
package struct LostFrames {
    /// Something that belongs to no exchange: a connection, a mark, a note. It is told again behind the gap.
    package struct Fact {
        package let type: JournalFrameType
        package let connection: Int
        package let time: TapeTime
        package let payload: [UInt8]

        package init(type: JournalFrameType, connection: Int, time: TapeTime, payload: [UInt8]) {
            self.type = type
            self.connection = connection
            self.time = time
            self.payload = payload
        }
    }

    /// The number that the next frame must have.
    package private(set) var firstSequence: UInt32?
    package private(set) var start: TapeTime?
    /// Exchanges that began in these frames.
    package private(set) var exchanges: ClosedRange<Int>?
    package private(set) var facts: [Fact] = []

    package init() {}

    /// Takes in the next of the buffers that were lost.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= JournalFrame.headerBytes else { return }
        if firstSequence == nil {
            firstSequence = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        }
        var reader = JournalReader(bytes)
        while let event = reader.next() {
            // The frames before them stand in the journal, or were lost too: that they are missing here says nothing.
            guard case .frame(let frame) = event else { continue }
            if start == nil { start = frame.time }
            switch frame.type {
            case .requestHead:
                let first = exchanges?.lowerBound ?? frame.exchange
                exchanges = min(first, frame.exchange)...max(first, frame.exchange)
            case .clientOpen, .clientTLS, .upstreamOpen, .mark, .note:
                facts.append(
                    Fact(
                        type: frame.type, connection: frame.connection, time: frame.time,
                        payload: Array(frame.payload)))
            default: break
            }
        }
    }
}
