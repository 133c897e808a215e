import HTTPModel

/// A reference resolved by the generic syntax alone (RFC 3986 §5.2): a backslash is a byte like any other.
package enum GenericURL {
    /// Absolute. White space around the reference is no part of it (RFC 9110 §5.5). Dot segments are removed.
    package static func resolved(_ reference: some Collection<UInt8>, base: [UInt8]) -> [UInt8] {
        let link = Array(Array(reference)[...].trimmingOptionalWhiteSpace())
        let url = URLBytes(link)
        if url.scheme != nil { return url.host == nil ? link : LinkSyntax.withoutDotSegments(link) }
        let from = URLBytes(base)
        let scheme = from.scheme.map { Array(from.bytes[$0]) + [LinkSyntax.colon] } ?? []
        if link.starts(with: "//".utf8) { return LinkSyntax.withoutDotSegments(scheme + link) }
        let whole: [UInt8]
        switch link.first {
        case nil: whole = Array(from.bytes[..<(from.fragment.map { $0.lowerBound - 1 } ?? from.bytes.count)])
        case LinkSyntax.slash: whole = from.bytes[..<from.path.lowerBound] + link
        case LinkSyntax.mark: whole = from.bytes[..<from.path.upperBound] + link
        case LinkSyntax.hash:
            whole = from.bytes[..<(from.fragment.map { $0.lowerBound - 1 } ?? from.bytes.count)] + link
        default: whole = LinkSyntax.folder(of: from) + link
        }
        return LinkSyntax.withoutDotSegments(whole)
    }
}

/// What both readings of a link share.
enum LinkSyntax {
    static let slash = UInt8(ascii: "/")
    static let backslash = UInt8(ascii: "\\")
    static let mark = UInt8(ascii: "?")
    static let hash = UInt8(ascii: "#")
    static let colon = UInt8(ascii: ":")

    /// The URL up to and with the last slash of its path.
    static func folder(of url: URLBytes) -> [UInt8] {
        guard let last = url.bytes[url.path].lastIndex(of: slash) else {
            return url.bytes[..<url.path.lowerBound] + [slash]
        }
        return Array(url.bytes[...last])
    }

    /// RFC 3986 §5.2.4, in one pass over the segments.
    static func withoutDotSegments(_ link: [UInt8]) -> [UInt8] {
        let url = URLBytes(link)
        guard url.bytes[url.path].first == slash else { return link }
        var kept: [ArraySlice<UInt8>] = []
        let segments = url.bytes[url.path].dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual(".".utf8) {
                if isLast { kept.append([]) }
            } else if segment.elementsEqual("..".utf8) {
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return url.bytes[..<url.path.lowerBound] + [slash] + Array(kept.joined(separator: [slash]))
            + url.bytes[url.path.upperBound...]
    }
}
