import HTTPModel

/// A reference resolved as browsers do (WHATWG URL §4.4, basic URL parser), for http and https.
///
/// Differs from the generic syntax: tabs and line ends are dropped, `\` is `/`, any number of slashes begins an
/// authority, bytes that may not stand in a URL are percent-encoded.
package enum BrowserURL {
    /// Absolute. A link of another scheme stays as it is, white space around it removed.
    package static func resolved(_ reference: some Collection<UInt8>, base: [UInt8]) -> [UInt8] {
        let link = trimmed(Array(reference)).filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let from = URLBytes(base)
        let url = URLBytes(link)
        guard let range = url.scheme else { return relative(link, from) }
        guard let scheme = url.webScheme else { return link }
        let rest = Array(link[(range.upperBound + 1)...])
        let slashes = rest.prefix(while: isSlash).count
        // One scheme, fewer than two slashes: a relative reference ("special relative or authority state").
        if scheme == from.webScheme, slashes < 2 { return relative(rest, from) }
        return composed(scheme, Array(rest.dropFirst(slashes)))
    }

    private static func relative(_ link: [UInt8], _ from: URLBytes) -> [UInt8] {
        guard let scheme = from.webScheme else { return link }
        let slashes = link.prefix(while: isSlash).count
        if slashes >= 2 { return composed(scheme, Array(link.dropFirst(slashes))) }
        let beforeFragment = Array(from.bytes[..<(from.fragment.map { $0.lowerBound - 1 } ?? from.bytes.count)])
        let whole: [UInt8]
        switch link.first {
        case nil: whole = beforeFragment
        case LinkSyntax.hash: whole = beforeFragment + link
        case LinkSyntax.mark: whole = from.bytes[..<from.path.upperBound] + link
        case LinkSyntax.slash, LinkSyntax.backslash: whole = from.bytes[..<from.path.lowerBound] + link
        default: whole = LinkSyntax.folder(of: from) + link
        }
        let start = Array(whole.drop { $0 != LinkSyntax.colon }.dropFirst(3))
        return composed(scheme, start)
    }

    /// `rest` begins with the authority.
    private static func composed(_ scheme: URLScheme, _ rest: [UInt8]) -> [UInt8] {
        let authorityEnd =
            rest.firstIndex { isSlash($0) || $0 == LinkSyntax.mark || $0 == LinkSyntax.hash } ?? rest.count
        let hash = rest[authorityEnd...].firstIndex(of: LinkSyntax.hash) ?? rest.count
        let query = rest[authorityEnd..<hash].firstIndex(of: LinkSyntax.mark) ?? hash
        var path = rest[authorityEnd..<query].map { $0 == LinkSyntax.backslash ? LinkSyntax.slash : $0 }
        if path.isEmpty { path = [LinkSyntax.slash] }
        let whole =
            Array("\(scheme.rawValue)://".utf8) + authority(rest[..<authorityEnd], scheme) + escaped(path, inPath)
            + escaped(rest[query..<hash], inQuery) + escaped(rest[hash...], inFragment)
        return LinkSyntax.withoutDotSegments(whole)
    }

    /// In lower case but for user information; the scheme's own port left out.
    ///
    /// A host whose escapes stand for what no host can have is none to a browser (WHATWG URL §3.5, host parser): it
    /// stays as it is written, and is nobody's.
    private static func authority(_ bytes: ArraySlice<UInt8>, _ scheme: URLScheme) -> [UInt8] {
        let at = bytes.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? bytes.startIndex
        let written = Array(bytes[at...])
        let decoded = PercentCoding.decoded(written)
        let isHost = decoded.count(where: isForbidden) <= written.count(where: isForbidden) - escapeCount(written)
        var host = (isHost ? decoded : written).map(ASCII.lowercased)
        let port = Array(":\(scheme.defaultPort)".utf8)
        if host.suffix(port.count).elementsEqual(port) {
            let name = host.dropLast(port.count)
            if !name.contains(LinkSyntax.colon) || name.last == UInt8(ascii: "]") { host.removeLast(port.count) }
        }
        return Array(bytes[..<at]) + host
    }

    /// Whether no domain has the byte (WHATWG URL §3.1, forbidden domain code points).
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || forbidden.contains(byte)
    }

    private static func escapeCount(_ host: [UInt8]) -> Int {
        host.indices.count { index in
            host[index] == UInt8(ascii: "%") && index + 2 < host.count && ASCII.hexValue(host[index + 1]) != nil
                && ASCII.hexValue(host[index + 2]) != nil
        }
    }

    private static let forbidden = Set("#/:<>?@[\\]^|%".utf8)

    private static func escaped(_ bytes: some Collection<UInt8>, _ isUnsafe: (UInt8) -> Bool) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            let isOut = byte <= 0x20 || byte >= 0x7F || isUnsafe(byte)
            if isOut { result += PercentCoding.escape(byte) } else { result.append(byte) }
        }
        return result
    }

    // The percent-encode sets of WHATWG URL §1.3.
    private static func inFragment(_ byte: UInt8) -> Bool {
        isBracketOrQuote(byte) || byte == UInt8(ascii: "`")
    }

    private static func inQuery(_ byte: UInt8) -> Bool {
        isBracketOrQuote(byte) || byte == UInt8(ascii: "'")
    }

    private static func isBracketOrQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    private static func inPath(_ byte: UInt8) -> Bool {
        inFragment(byte) || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "^")
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == LinkSyntax.slash || byte == LinkSyntax.backslash }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        var slice = bytes[...]
        while let byte = slice.first, byte <= 0x20 { slice.removeFirst() }
        while let byte = slice.last, byte <= 0x20 { slice.removeLast() }
        return Array(slice)
    }
}

extension PercentCoding {
    fileprivate static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
