/// Frames of a WebSocket connection as bytes, each in the shortest form (RFC 6455 §5.2).
package enum WebSocketWriter {
    /// - Parameters:
    ///   - first: FIN, the reserved bits and the opcode.
    ///   - mask: the key of a client's frame; nil of a server's.
    package static func frame(_ first: UInt8, mask: UInt32?, _ payload: [UInt8]) -> [UInt8] {
        head(first, mask: mask, payloadSize: payload.count) + masked(payload, mask, from: 0)
    }

    /// What stands before the payload.
    package static func head(_ first: UInt8, mask: UInt32?, payloadSize: Int) -> [UInt8] {
        let masked: UInt8 = mask == nil ? 0 : 0x80
        var bytes = [first]
        if payloadSize < 126 {
            bytes.append(masked | UInt8(truncatingIfNeeded: payloadSize))
        } else if payloadSize <= 0xFFFF {
            bytes += [masked | 126] + bigEndian(UInt64(payloadSize), 2)
        } else {
            bytes += [masked | 127] + bigEndian(UInt64(payloadSize), 8)
        }
        return mask.map { bytes + bigEndian(UInt64($0), 4) } ?? bytes
    }

    /// A piece of a payload as it passes.
    /// - Parameter offset: where in the payload it begins.
    package static func masked(_ piece: [UInt8], _ mask: UInt32?, from offset: Int) -> [UInt8] {
        guard let mask else { return piece }
        let key = bigEndian(UInt64(mask), 4)
        return piece.enumerated().map { $1 ^ key[($0 &+ offset) & 3] }
    }

    private static func bigEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}
