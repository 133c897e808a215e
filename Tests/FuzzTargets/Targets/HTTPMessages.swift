import TestMaterial

/// The HTTP/1 messages of the bad inputs.
enum HTTPMessages {
    static func of(_ isRequest: Bool) -> [[UInt8]] {
        (isRequest ? HostileMessage.requests : HostileMessage.responses).flatMap { message in
            [message.bytes] + (message.bytesInTunnel.map { [$0] } ?? [])
        }
    }
}
