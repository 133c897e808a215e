/// A protobuf message without its schema: its fields as the wire format tells them.
package enum ProtobufFields {
    /// The contents of all length-delimited fields; nil where the bytes are no message from start to end, or it has no
    /// such field.
    package static func lengthDelimited(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        var fields: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            guard let tag = varint(bytes, &index), tag >> 3 > 0, tag >> 3 < 1 << 29 else { return nil }
            switch tag & 7 {
            case 0: guard varint(bytes, &index) != nil else { return nil }
            case 1: index += 8
            case 5: index += 4
            case 2:
                guard let length = varint(bytes, &index), length <= UInt64(bytes.count - index) else { return nil }
                fields.append(index..<index + Int(length))
                index += Int(length)
            default: return nil
            }
            guard index <= bytes.count else { return nil }
        }
        return fields.isEmpty ? nil : fields
    }

    private static func varint(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            index += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}

/// Messages in the framing of gRPC over HTTP: a flag, four bytes of length, the message.
package enum GRPCFrames {
    /// The messages; nil where the bytes are not frames from start to end.
    package static func messages(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        var messages: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            guard index + 5 <= bytes.count, bytes[index] < 2 else { return nil }
            let length = (1...4).reduce(0) { $0 << 8 | Int(bytes[index + $1]) }
            guard length <= bytes.count - index - 5 else { return nil }
            messages.append(index + 5..<index + 5 + length)
            index += 5 + length
        }
        return messages.isEmpty ? nil : messages
    }
}
