package import HTTPModel

/// The parts of a request target (RFC 9112 §3.2) as places in the target's bytes.
///
/// An origin-form target is a path even where it begins with `//`.
package struct TargetParts: Sendable {
    package let bytes: [UInt8]
    package let path: Range<Int>
    package let query: Range<Int>?
    /// A target should not have one (RFC 9112 §3.2.1); some clients send it.
    package let fragment: Range<Int>?
    package let queryPairs: [NameValuePair]

    package init(_ target: some Collection<UInt8>) {
        let bytes = Array(target)
        self.bytes = bytes
        guard bytes.first == UInt8(ascii: "/") else {
            let url = URLBytes(bytes)
            path = url.path
            query = url.query
            fragment = url.fragment
            queryPairs = url.queryPairs
            return
        }
        let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
        let end = hash ?? bytes.count
        fragment = hash.map { $0 + 1..<bytes.count }
        if let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) {
            path = 0..<mark
            query = mark + 1..<end
            queryPairs = NameValuePair.split(bytes, in: mark + 1..<end)
        } else {
            path = 0..<end
            query = nil
            queryPairs = []
        }
    }

    package var pathBytes: ArraySlice<UInt8> { bytes[path] }
}
