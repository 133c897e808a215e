/// What a head that came over HTTP/2 had, and its HTTP/1 text cannot show (RFC 9113 §8).
///
/// In the text the authority stands as the first line, `host`; a body of unstated length is chunked, which HTTP/2 has
/// no field for: `transfer-encoding` in such a head is never the sender's. A CONNECT for a WebSocket, which `:protocol`
/// tells, stands as the upgrade by GET that it replaces, and its success as 101 (RFC 8441 §5): `connection` and
/// `upgrade` are never the sender's either.
package struct HTTP2HeadFacts: Hashable, Sendable {
    package var stream: Int
    /// The pseudo-header fields in their order, with their colons; `host` among them where a request had that too.
    package var pseudoFields: [String]
    /// Field lines of the head, counted from 1, that no hop may put into a table (RFC 7541 §6.2.3); 0 stands for the
    /// start line, of whose pseudo-header fields one or more may not.
    package var neverIndexed: [Int]

    package init(stream: Int, pseudoFields: [String], neverIndexed: [Int] = []) {
        self.stream = stream
        self.pseudoFields = pseudoFields
        self.neverIndexed = neverIndexed
    }
}
