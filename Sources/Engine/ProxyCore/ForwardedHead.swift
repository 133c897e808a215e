package import HTTPModel

/// The head that goes to the origin.
///
/// Line by line as the client sent it, but for what a proxy must change: the absolute form becomes the origin form
/// (RFC 9112 §3.2), `Host` follows the target where they differ (§3.2.2), and fields for the proxy itself or named by
/// `Connection` stay behind (RFC 9110 §7.6.1). Inside an intercepted tunnel the target stays as it is.
package struct ForwardedHead: Sendable {
    /// Where the path begins in the head for the absolute form, else nil.
    let path: Range<Int>?
    /// What `Host` must say; nil leaves it alone.
    private let authority: String?
    private let dropsUpgrade: Bool

    package init(path: Range<Int>?, authority: String?, dropsUpgrade: Bool) {
        self.path = path
        self.authority = authority
        self.dropsUpgrade = dropsUpgrade
    }

    package func bytes(of head: RequestHead) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.bytes.count + 32)
        if let path {
            bytes += head.bytes[..<head.target.lowerBound]
            // An absolute form may end with its host, or go on with the query at once.
            if head.bytes[path].first != UInt8(ascii: "/") {
                bytes.append(UInt8(ascii: head.isMethod("OPTIONS") && path.isEmpty ? "*" : "/"))
            }
            bytes += head.bytes[path]
            bytes += head.bytes[head.target.upperBound..<Self.lineEnd(head)]
        } else {
            bytes += head.bytes[..<Self.lineEnd(head)]
        }
        let nominated = Self.nominatedNames(head)
        for field in head.fields where !isDropped(field, head, nominated) {
            if let authority, head.isField(field, "host"), !head.bytes[field.value].elementsEqual(authority.utf8) {
                bytes += head.bytes[field.name]
                bytes += ": \(authority)\r\n".utf8
            } else {
                bytes += head.bytes[field.line]
            }
        }
        bytes += [0x0D, 0x0A]
        return bytes
    }

    /// The end of the request line, with its CR LF.
    private static func lineEnd(_ head: RequestHead) -> Int {
        head.fields.first?.line.lowerBound ?? head.bytes.count - 2
    }

    private func isDropped(_ field: FieldLine, _ head: RequestHead, _ nominated: [ArraySlice<UInt8>]) -> Bool {
        let first = ASCII.lowercased(head.bytes[field.name.lowerBound])
        if first == UInt8(ascii: "p") {
            if head.isField(field, "proxy-connection") || head.isField(field, "proxy-authorization") { return true }
        }
        if dropsUpgrade {
            let isOfUpgrade =
                head.isField(field, "upgrade") || head.isField(field, "http2-settings")
                || head.isField(field, "connection")
            if isOfUpgrade { return true }
        }
        guard !nominated.isEmpty else { return false }
        return nominated.contains { ASCII.equalsIgnoringCase($0, head.bytes[field.name]) }
    }

    /// The names in `Connection` that are fields of this head. `Upgrade` is one that the proxy takes part in.
    private static func nominatedNames(_ head: RequestHead) -> [ArraySlice<UInt8>] {
        var names: [ArraySlice<UInt8>] = []
        for field in head.fields where head.isField(field, "connection") {
            for element in head.bytes[field.value].split(separator: UInt8(ascii: ",")) {
                let name = element.trimmingOptionalWhiteSpace()
                let isOption =
                    ASCII.equalsIgnoringCase(name, "close") || ASCII.equalsIgnoringCase(name, "keep-alive")
                    || ASCII.equalsIgnoringCase(name, "upgrade")
                if !isOption { names.append(name) }
            }
        }
        return names
    }

    /// Whether `Connection` names a field that frames or routes the message.
    package static func nominatesFraming(_ head: RequestHead) -> Bool {
        guard head.contains("connection") else { return false }
        return head.lists("host", in: "connection") || head.lists("content-length", in: "connection")
            || head.lists("transfer-encoding", in: "connection")
    }
}
