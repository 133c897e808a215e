/// Reads one direction of a WebSocket connection frame by frame (RFC 6455 §5.2), as the bytes come.
package struct WebSocketReader: Sendable {
    /// What stands before a frame's payload.
    package struct Head: Hashable, Sendable {
        /// FIN, the reserved bits and the opcode, as one byte.
        package let first: UInt8
        /// The key that the payload was masked with; nil where it was not.
        package let mask: UInt32?
        /// Bytes.
        package let payloadSize: Int

        package init(first: UInt8, mask: UInt32?, payloadSize: Int) {
            self.first = first
            self.mask = mask
            self.payloadSize = payloadSize
        }
    }

    package enum Event {
        case head(Head)
        /// Payload, unmasked; borrowed for the call. All of it has come when as much has as the head says.
        case payload(UnsafeRawBufferPointer)
    }

    private var head: [UInt8] = []
    private var left = 0
    private var mask: UInt32?
    /// Payload bytes read of this frame, for the place in the mask.
    private var done = 0
    private var scratch: [UInt8] = []

    /// Bytes came that are no frame; nothing is read behind them.
    package private(set) var isBroken = false

    package init() {}

    package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (Event) -> Void) {
        var offset = 0
        while offset < bytes.count, !isBroken {
            if left > 0 {
                let count = min(left, bytes.count - offset)
                payload(UnsafeBufferPointer(rebasing: bytes[offset..<offset + count]), take)
                offset += count
            } else {
                head.append(bytes[offset])
                offset += 1
                if head.count == WebSocketReader.headSize(head) { begin(take) }
            }
        }
    }

    /// Bytes of the head whose beginning this is.
    private static func headSize(_ head: [UInt8]) -> Int {
        guard head.count > 1 else { return 2 }
        let length = head[1] & 0x7F
        return 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + (head[1] & 0x80 == 0 ? 0 : 4)
    }

    private mutating func begin(_ take: (Event) -> Void) {
        let short = Int(head[1] & 0x7F)
        let isMasked = head[1] & 0x80 != 0
        let end = head.count - (isMasked ? 4 : 0)
        let size = short < 126 ? UInt64(short) : head[2..<end].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let isControl = head[0] & 0x08 != 0
        // The shortest form must be used, and control frames are short and whole (§5.2, §5.5).
        let isShortest = short < 126 || short == 126 && size > 125 || short == 127 && size > 0xFFFF
        guard isShortest, size <= UInt64(Int32.max) << 8, !isControl || short < 126 && head[0] & 0x80 != 0 else {
            isBroken = true
            return
        }
        mask = isMasked ? head[end...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } : nil
        left = Int(size)
        done = 0
        take(.head(Head(first: head[0], mask: mask, payloadSize: left)))
        head.removeAll(keepingCapacity: true)
    }

    private mutating func payload(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (Event) -> Void) {
        left -= bytes.count
        guard let mask else { return take(.payload(UnsafeRawBufferPointer(bytes))) }
        scratch.removeAll(keepingCapacity: true)
        scratch.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            scratch.append(byte ^ UInt8(truncatingIfNeeded: mask >> (24 - UInt32((done + index) & 3) * 8)))
        }
        done += bytes.count
        scratch.withUnsafeBytes { take(.payload($0)) }
    }
}
