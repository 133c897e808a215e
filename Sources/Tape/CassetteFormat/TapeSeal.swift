import Cryptography

/// The hash tree over a recording: a leaf for each of its items, in the order of the cassette.
///
/// A leaf is the item's canonical text, so that a journal, its cassette and a copy of that have one root, and a single
/// exchange can be shown and proven without the others. Contents kept outside stand in it by their digest.
package struct TapeSeal: Sendable, Hashable {
    private var tree = MerkleTree()
    /// The same without the header, which can then tell of it.
    private var treeBehindHeader = MerkleTree()
    package private(set) var header: TapeHeader?
    package private(set) var exchangeCount = 0
    /// The leaf of each exchange, by its number.
    private var leaves: [Int: Int] = [:]

    package init() {}

    /// Takes in the next item.
    package mutating func add(_ item: TapeItem) {
        switch item {
        case .header(let told):
            guard header == nil else { return }
            header = told
        case .exchange(let exchange):
            exchangeCount += 1
            leaves[exchange.number] = tree.leaves.count
        case .client, .upstream, .mark, .note, .gap, .losses: break
        }
        let leaf = Self.leaf(of: item)
        tree.add(leaf)
        if case .header = item { return }
        treeBehindHeader.add(leaf)
    }

    package var leafCount: Int { tree.leaves.count }

    /// The hash of a leaf, in lower-case hexadecimal.
    package func hash(of leaf: Int) -> String { hex(tree.leaves[leaf]) }

    /// The root, in lower-case hexadecimal.
    package var root: String { hex(tree.root) }

    /// The root over all items but the header.
    package var rootBehindHeader: String { hex(treeBehindHeader.root) }

    /// The leaf of an exchange; nil where the recording has none of this number.
    package func leaf(of exchange: Int) -> Int? { leaves[exchange] }

    /// The hashes that lead from a leaf to the root, from below, in lower-case hexadecimal; nil where there is no such
    /// leaf.
    package func path(of leaf: Int) -> [String]? { tree.path(of: leaf)?.map { hex($0) } }

    /// What the leaf of an item is made of: its text in a cassette, without checksums.
    package static func leaf(of item: TapeItem) -> [UInt8] {
        var writer = TextWriter()
        switch item {
        case .header(let header): writer.header(header)
        case .client(let facts): writer.client(facts)
        case .upstream(let facts): writer.upstream(facts)
        case .mark(let mark): writer.mark(mark)
        case .note(let time, let text): writer.note(time, text)
        case .gap(let gap): writer.gap(gap)
        case .losses(let losses): writer.losses(losses)
        case .exchange(let exchange): return CassetteWriter.block(of: exchange) { _, _ in }
        }
        return writer.bytes
    }
}
