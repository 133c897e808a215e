import Cryptography
import Testing

@Suite struct MerkleTreeTests {
    /// The leaves and roots of Certificate Transparency's reference tests.
    private static let leaves: [[UInt8]] = [
        [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
        [0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
        [0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F],
    ]
    private static let roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    private func tree(_ count: Int) -> MerkleTree {
        var tree = MerkleTree()
        for number in 0..<count { tree.add([UInt8(number & 255), UInt8(number >> 8)]) }
        return tree
    }

    @Test func `the roots of the reference tests come out`() {
        var tree = MerkleTree()
        #expect(hex(tree.root) == Self.roots[0])
        for (leaf, root) in zip(Self.leaves, Self.roots.dropFirst()) {
            tree.add(leaf)
            #expect(hex(tree.root) == root)
        }
    }

    @Test func `every leaf's path leads to the root, and no other leaf or place does`() throws {
        for count in 1...70 {
            let tree = tree(count)
            let root = tree.root
            for index in 0..<count {
                let path = try #require(tree.path(of: index))
                func accepts(_ leaf: Int, at place: Int, of count: Int) -> Bool {
                    MerkleTree.accepts(leaf: tree.leaves[leaf], at: place, of: count, path: path, root: root)
                }
                #expect(accepts(index, at: index, of: count))
                if count > 1 {
                    #expect(!accepts((index + 1) % count, at: index, of: count))
                    #expect(!accepts(index, at: (index + 1) % count, of: count))
                }
                #expect(!accepts(index, at: index, of: 2 * count))
                #expect(
                    !MerkleTree.accepts(
                        leaf: tree.leaves[index], at: index, of: count, path: path + [root], root: root))
            }
            #expect(tree.path(of: count) == nil)
        }
    }

    @Test func `a leaf is never an inner node`() {
        var two = MerkleTree()
        two.add([1])
        two.add([2])
        var one = MerkleTree()
        one.add([1] + two.leaves[0] + two.leaves[1])
        #expect(one.root != two.root)
    }
}
