/// How much one JSON text may ask of the parser.
package struct JSONLimits: Sendable, Equatable {
    /// Bytes of the whole text.
    package var byteCount: Int
    /// Arrays and objects open at once. The parser's recursion is bounded by it.
    package var depth: Int
    /// Values of any kind in the whole text.
    package var nodeCount: Int

    package init(byteCount: Int = 16 << 20, depth: Int = 128, nodeCount: Int = 1 << 18) {
        self.byteCount = byteCount
        self.depth = depth
        self.nodeCount = nodeCount
    }

    /// 16 MiB, depth 128, 262,144 values.
    package static let standard = JSONLimits()
}
