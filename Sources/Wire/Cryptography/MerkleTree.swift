/// A hash tree over a list of leaves, as of RFC 6962 §2.1: leaf and inner hashes have prefixes of their own, and a list
/// that is no power of two is split at the largest one below its length.
package struct MerkleTree: Sendable, Hashable {
    /// The hashes of the leaves, in order.
    package private(set) var leaves: [[UInt8]] = []

    package init() {}

    /// SHA-256 over 0x00 and the leaf.
    package static func leaf(_ content: [UInt8]) -> [UInt8] { SHA256.digest([[0], content]) }

    package mutating func add(_ content: [UInt8]) { leaves.append(Self.leaf(content)) }

    /// The hash of the whole list; of an empty one that of no bytes.
    package var root: [UInt8] { Self.root(leaves[...]) }

    /// The hashes beside the way from a leaf to the root, from below; nil where there is no such leaf.
    package func path(of leaf: Int) -> [[UInt8]]? {
        leaves.indices.contains(leaf) ? Self.path(leaf, leaves[...]) : nil
    }

    /// Whether these hashes lead from the leaf to the root (RFC 9162 §2.1.3.2).
    package static func accepts(
        leaf hash: [UInt8], at index: Int, of count: Int, path: [[UInt8]], root: [UInt8]
    ) -> Bool {
        guard index >= 0, index < count else { return false }
        var (position, last) = (index, count - 1)
        var result = hash
        for sibling in path {
            guard last > 0 else { return false }
            if position % 2 == 1 || position == last {
                result = inner(sibling, result)
                while position % 2 == 0, position > 0 { (position, last) = (position >> 1, last >> 1) }
            } else {
                result = inner(result, sibling)
            }
            (position, last) = (position >> 1, last >> 1)
        }
        return last == 0 && result == root
    }

    private static func inner(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { SHA256.digest([[1], left, right]) }

    private static func root(_ hashes: ArraySlice<[UInt8]>) -> [UInt8] {
        guard let first = hashes.first else { return SHA256.digest([UInt8]()) }
        if hashes.count == 1 { return first }
        let split = hashes.startIndex + splitting(hashes.count)
        return inner(root(hashes[..<split]), root(hashes[split...]))
    }

    private static func path(_ leaf: Int, _ hashes: ArraySlice<[UInt8]>) -> [[UInt8]] {
        if hashes.count <= 1 { return [] }
        let split = hashes.startIndex + splitting(hashes.count)
        return leaf < split
            ? path(leaf, hashes[..<split]) + [root(hashes[split...])]
            : path(leaf, hashes[split...]) + [root(hashes[..<split])]
    }

    /// The largest power of two below a count of two or more.
    private static func splitting(_ count: Int) -> Int {
        var size = 1
        while size * 2 < count { size *= 2 }
        return size
    }
}
