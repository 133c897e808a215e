/// Frames of a WebSocket connection as bytes, each in the shortest form (RFC 6455 §5.2).
package enum WebSocketWriter {
    /// - Parameters:
    ///   - first: FIN, the reserved bits and the opcode.
    ///   - mask: the key of a client's frame; nil of a server's.
    package static func frame(_ first: UInt8, mask: UInt32?, _ payload: [UInt8]) -> [UInt8] {
        let masked: UInt8 = mask == nil ? 0 : 0x80
        var bytes = [first]
        if payload.count < 126 {
            bytes.append(masked | UInt8(payload.count))
        } else if payload.count <= 0xFFFF {
            bytes += [masked | 126] + bigEndian(UInt64(payload.count), 2)
        } else {
            bytes += [masked | 127] + bigEndian(UInt64(payload.count), 8)
        }
        guard let mask else { return bytes + payload }
        let key = bigEndian(UInt64(mask), 4)
        return bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
    }

    private static func bigEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}
