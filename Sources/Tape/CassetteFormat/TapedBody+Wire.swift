extension TapedBody {
    /// Gives the body's bytes as they were on the wire, piece by piece, chunk framing included.
    package func withWireBytes(_ take: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard case .chunked(let layout) = framing else {
            if !payload.isEmpty { payload.withUnsafeBufferPointer(take) }
            return
        }
        var wire: [UInt8] = []
        wire.reserveCapacity(wireSize)
        var offset = 0
        for chunk in layout.chunks {
            wire += chunk.line
            wire += [0x0D, 0x0A]
            guard chunk.size > 0 else { continue }
            let end = min(offset + chunk.size, payload.count)
            wire += payload[offset..<end]
            if end - offset == chunk.size, layout.cut.isEmpty || end < payload.count { wire += [0x0D, 0x0A] }
            offset = end
        }
        wire += layout.trailer
        wire += layout.cut
        wire.withUnsafeBufferPointer(take)
    }
}
