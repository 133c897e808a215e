import HTTPWire
import Testing

@Suite struct WebSocketReaderTests {
    private struct Frame: Equatable {
        var head: WebSocketReader.Head
        var payload: [UInt8] = []
    }

    /// Feeds the bytes in pieces of a size.
    private func frames(_ bytes: [UInt8], by size: Int) -> (frames: [Frame], isBroken: Bool) {
        var reader = WebSocketReader()
        var frames: [Frame] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(bytes.count, start + size)].withUnsafeBufferPointer { piece in
                reader.read(piece) { event in
                    switch event {
                    case .head(let head): frames.append(Frame(head: head))
                    case .payload(let payload): frames[frames.count - 1].payload += payload
                    }
                }
            }
        }
        return (frames, reader.isBroken)
    }

    /// The examples of RFC 6455 §5.7, and the edges of each form of length.
    @Test func `frames are the same however they are cut`() {
        let cases: [([UInt8], UInt8, UInt32?, [UInt8])] = [
            ([0x81, 5, 0x48, 0x65, 0x6C, 0x6C, 0x6F], 0x81, nil, Array("Hello".utf8)),
            (
                [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58], 0x81, 0x37FA_213D,
                Array("Hello".utf8)
            ),
            ([0x89, 0], 0x89, nil, []),
            ([0x82, 125] + [UInt8](repeating: 7, count: 125), 0x82, nil, [UInt8](repeating: 7, count: 125)),
            ([0x82, 126, 0, 126] + [UInt8](repeating: 7, count: 126), 0x82, nil, [UInt8](repeating: 7, count: 126)),
            (
                [0x02, 127, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 9, count: 65_536), 0x02, nil,
                [UInt8](repeating: 9, count: 65_536)
            ),
        ]
        for (bytes, first, mask, payload) in cases {
            let expected = Frame(
                head: WebSocketReader.Head(first: first, mask: mask, payloadSize: payload.count), payload: payload)
            for size in [1, 2, 3, 5, 64, 1 << 20] {
                let (frames, isBroken) = frames(bytes + bytes, by: size)
                #expect(frames == [expected, expected])
                #expect(!isBroken)
            }
        }
    }

    @Test(arguments: [
        [0x81, 126, 0, 125] as [UInt8], [0x81, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [0x89, 126, 0, 126], [0x09, 0],
        [0x82, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x88, 0xFE, 0, 126, 1, 2, 3, 4],
    ])
    func `what is no frame ends the reading`(bytes: [UInt8]) {
        for size in 1...bytes.count {
            let (frames, isBroken) = frames([0x81, 1, 0x61] + bytes + [0x81, 1, 0x62], by: size)
            #expect(frames.map(\.payload) == [[0x61]])
            #expect(isBroken)
        }
    }
}
