package import CassetteFormat
import Cryptography
import JSONText

/// One exchange of a tape, and the hashes that lead from it to the tape's root: it can be shown without the others.
package struct ExchangeProof: Sendable, Hashable {
    package static let format = "fita.proof/1"

    package let exchange: Int
    package let tape: String
    package let leaf: Int
    package let leaves: Int
    /// From below, hexadecimal.
    package let path: [String]
    package let root: String
    /// The exchange's text in the cassette.
    package let block: [UInt8]

    /// Nil where the tape has no such exchange.
    package init?(_ exchange: Exchange, of tape: String, _ seal: TapeSeal) {
        guard let leaf = seal.leaf(of: exchange.number), let path = seal.path(of: leaf) else { return nil }
        self.exchange = exchange.number
        self.tape = tape
        self.leaf = leaf
        leaves = seal.leafCount
        self.path = path
        root = seal.root
        block = TapeSeal.leaf(of: .exchange(exchange))
    }

    /// Whether the hashes lead from the block to the root, and the block is of the exchange that is named.
    package var holds: Bool {
        let hashes = path.compactMap { unhex($0) }
        guard hashes.count == path.count, let root = unhex(root) else { return false }
        return block.starts(with: Array("@ \(exchange) ".utf8))
            && MerkleTree.accepts(leaf: MerkleTree.leaf(block), at: leaf, of: leaves, path: hashes, root: root)
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", Self.format)
            writer.field("tape", tape)
            writer.field("root_sha256", root)
            writer.field("leaves", leaves)
            writer.field("exchange", exchange)
            writer.field("leaf", leaf)
            writer.field("path_sha256", path)
            // A cassette's text is UTF-8: bytes that are not stand in it escaped.
            writer.field("block", String(decoding: block, as: UTF8.self))
        }
        return writer.bytes + [0x0A]
    }

    /// Nil where the bytes are no proof of this format.
    package init?(_ bytes: [UInt8]) {
        guard let document = (try? JSONParser().parse(bytes))?.root, document["format"]?.string == Self.format,
            let tape = document["tape"]?.string, let root = document["root_sha256"]?.string,
            let leaves = document["leaves"]?.integer, let exchange = document["exchange"]?.integer,
            let leaf = document["leaf"]?.integer, let path = document["path_sha256"],
            let block = document["block"]?.text
        else { return nil }
        self.tape = tape
        self.root = root
        self.leaves = Int(leaves)
        self.exchange = Int(exchange)
        self.leaf = Int(leaf)
        self.path = path.elements.compactMap(\.string)
        self.block = block
    }
}
