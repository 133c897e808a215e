/// How much one document may ask of the reader.
package struct MarkupLimits: Sendable, Equatable {
    /// Bytes of the whole document.
    package var byteCount: Int
    /// Elements open at once; walks over the tree recurse as deep.
    package var depth: Int
    /// Attributes of one element.
    package var attributeCount: Int
    /// Bytes of one element or attribute name.
    package var nameByteCount: Int
    /// Elements and pieces of text in the whole document.
    package var nodeCount: Int
    /// Complaints kept; one more says that there were others.
    package var complaintCount: Int

    package init(
        byteCount: Int = 8 << 20, depth: Int = 256, attributeCount: Int = 256, nameByteCount: Int = 1000,
        nodeCount: Int = 1 << 18, complaintCount: Int = 200
    ) {
        self.byteCount = byteCount
        self.depth = depth
        self.attributeCount = attributeCount
        self.nameByteCount = nameByteCount
        self.nodeCount = nodeCount
        self.complaintCount = complaintCount
    }

    /// 8 MiB, depth 256, 256 attributes, names of 1,000 bytes, 262,144 nodes, 200 complaints.
    package static let standard = MarkupLimits()
}
