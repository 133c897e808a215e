/// A JSON text and the tree read from it.
package struct JSONDocument: Sendable {
    /// The text as it was received.
    package let bytes: [UInt8]
    package let root: JSONNode

    /// The bytes a node was read from: for a number, its exact digits.
    package func literal(of node: JSONNode) -> ArraySlice<UInt8> { bytes[node.range] }
}
