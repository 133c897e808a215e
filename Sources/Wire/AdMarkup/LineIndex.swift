/// Finds the line of an offset without keeping every line: one entry for each block of bytes.
struct LineIndex: Sendable {
    private static let blockSize = 512

    /// Line feeds before each block, and the offset after the last of them.
    private var blocks: [(lineFeeds: Int, lineStart: Int)] = []

    init(_ bytes: [UInt8]) {
        var lineFeeds = 0
        var lineStart = 0
        for offset in bytes.indices {
            if offset % Self.blockSize == 0 { blocks.append((lineFeeds, lineStart)) }
            if bytes[offset] == 0x0A {
                lineFeeds += 1
                lineStart = offset + 1
            }
        }
    }

    /// Line and column in bytes, both from 1. An offset past the end counts as the end.
    func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        let offset = min(offset, bytes.count)
        guard !blocks.isEmpty else { return (1, 1) }
        let block = min(offset / Self.blockSize, blocks.count - 1)
        var (lineFeeds, lineStart) = blocks[block]
        for index in block * Self.blockSize..<offset where bytes[index] == 0x0A {
            lineFeeds += 1
            lineStart = index + 1
        }
        return (lineFeeds + 1, offset - lineStart + 1)
    }
}
