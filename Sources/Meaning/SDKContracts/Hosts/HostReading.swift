package import HTTPModel

/// The host that a URL reference leads to, read by two rules: strictly by the generic syntax (RFC 3986), and as
/// browsers do (WHATWG URL).
///
/// Where the two differ, or one of them finds no host, nothing is claimed: ``ambiguous(_:_:)``.
package enum HostReading: Sendable {
    case host(URLHost)
    /// Both lead to the base's own host: a relative reference.
    case base
    /// Another scheme: nothing is asked for over HTTP. The host, where one stands there.
    case otherScheme(String, HostName?)
    /// What each reader takes for the host, or why it takes none.
    case ambiguous(strict: String, browser: String)

    /// - Parameters:
    ///   - reference: as it stands in a document.
    ///   - base: the scheme of the document's own URL.
    package init(_ reference: some Collection<UInt8>, base: URLScheme = .https) {
        let bytes = Array(reference)
        let strict = StrictURLReader.read(bytes)
        let browser = BrowserURLReader.read(bytes, base: base)
        switch (strict, browser) {
        case (.host(let one), .host(let other)) where one.name.text == other.name.text && one.port == other.port:
            self = .host(one)
        case (.relative, .relative): self = .base
        case (.otherScheme(let scheme, let host), .otherScheme): self = .otherScheme(scheme, host)
        default: self = .ambiguous(strict: strict.text, browser: browser.text)
        }
    }
}

extension HostReading {
    /// Whether the URL is so plain that it takes no reading to know that all readers find the same host in it:
    /// `http` or `https`, a name of small letters, digits, dots and hyphens whose last label begins with a letter, a
    /// path, and none of the bytes that readers remove or replace.
    package static func isPlain(_ url: [UInt8]) -> Bool {
        guard let start = ["https://", "http://"].first(where: { url.starts(with: $0.utf8) })?.utf8.count else {
            return false
        }
        let end = url[start...].firstIndex(of: UInt8(ascii: "/")) ?? url.count
        var label = start
        for index in start..<end {
            let byte = url[index]
            guard byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2E && index > label else {
                return false
            }
            if byte == 0x2E { label = index + 1 }
            guard index - label < 63 else { return false }
        }
        guard label < end, end - start <= 253, url[label] &- 0x61 < 26 else { return false }
        return url[end...].allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }
    }
}

/// A host in a URL, and what stood around it.
package struct URLHost: Sendable {
    package let name: HostName
    /// Nil where the URL names none, or its scheme's own.
    package let port: UInt16?
    package let hasUserInfo: Bool
    /// `http` or `ws`: in clear.
    package let isCleartext: Bool
}

/// What one reader makes of a URL.
enum URLReadingResult {
    case host(URLHost)
    case relative
    case otherScheme(String, HostName?)
    case invalid(String)

    var text: String {
        switch self {
        case .host(let host): host.port.map { "\(host.name.text):\($0)" } ?? host.name.text
        case .relative: "the document's own host"
        case .otherScheme(let scheme, _): "no host of HTTP (\(scheme))"
        case .invalid(let why): "none: \(why)"
        }
    }

    static let schemes: [String: (port: UInt16, isCleartext: Bool)] = [
        "http": (80, true), "https": (443, false), "ws": (80, true), "wss": (443, false),
    ]

    /// Reads `user@host:port`.
    static func authority(_ bytes: ArraySlice<UInt8>, scheme: String) -> URLReadingResult {
        guard let facts = schemes[scheme] else { return .invalid("not a scheme of HTTP") }
        var rest = bytes
        var hasUserInfo = false
        if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
            rest = bytes[(at + 1)...]
            hasUserInfo = true
        }
        var host = rest
        var port: ArraySlice<UInt8> = []
        var isBracketed = false
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return .invalid("an open bracket") }
            host = rest[(rest.startIndex + 1)..<close]
            isBracketed = true
            let after = rest[(close + 1)...]
            if let first = after.first {
                guard first == UInt8(ascii: ":") else { return .invalid("text after an address") }
                port = after.dropFirst()
            }
        } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            host = rest[..<colon]
            port = rest[(colon + 1)...]
        }
        guard let number = number(port) else { return .invalid("no port number") }
        do throws(HostFault) {
            let name = try HostName(host, isBracketed: isBracketed)
            return .host(
                URLHost(
                    name: name, port: number == facts.port || port.isEmpty ? nil : number, hasUserInfo: hasUserInfo,
                    isCleartext: facts.isCleartext))
        } catch { return .invalid(error.text) }
    }

    /// 0 where there is none; nil where it is no number of 16 bits.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt16? {
        var value = 0
        for byte in digits {
            guard ASCII.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte & 15)
            guard value <= 65_535 else { return nil }
        }
        return UInt16(value)
    }
}

/// The generic syntax, and nothing beside it.
enum StrictURLReader {
    static func read(_ bytes: [UInt8]) -> URLReadingResult {
        // Only where it could stand in or before the authority does such a byte make readers differ.
        if let index = bytes.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }),
            !isAfterAuthority(index, in: bytes)
        {
            return .invalid("0x\(String(bytes[index], radix: 16)) in the URL")
        }
        let url = URLBytes(bytes)
        guard let place = url.scheme else {
            guard url.host != nil else { return .relative }
            return authority(url, bytes, scheme: nil)
        }
        let scheme = String(decoding: bytes[place].map(ASCII.lowercased), as: UTF8.self)
        guard URLReadingResult.schemes[scheme] != nil else {
            return .otherScheme(scheme, url.host.flatMap { try? HostName(bytes[$0]) })
        }
        guard url.host != nil else { return .invalid("\(scheme) without //") }
        return authority(url, bytes, scheme: scheme)
    }

    private static func authority(_ url: URLBytes, _ bytes: [UInt8], scheme: String?) -> URLReadingResult {
        let start = (url.scheme.map { $0.upperBound + 1 } ?? 0) + 2
        return URLReadingResult.authority(bytes[start..<url.path.lowerBound], scheme: scheme ?? "https")
    }

    /// Whether the place is in path, query or fragment of a URL whose authority is plain before it.
    private static func isAfterAuthority(_ index: Int, in bytes: [UInt8]) -> Bool {
        let before = bytes[..<index]
        guard let slashes = before.indices.dropLast().first(where: { before[$0] == 0x2F && before[$0 + 1] == 0x2F })
        else { return !bytes.contains(UInt8(ascii: ":")) && before.first == 0x2F }
        return before[(slashes + 2)...].contains { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 }
    }
}

/// As browsers read: white space and line ends go, `\` is `/`, any number of slashes begins an authority.
enum BrowserURLReader {
    static func read(_ bytes: [UInt8], base: URLScheme) -> URLReadingResult {
        var rest = bytes[...]
        while let byte = rest.first, byte <= 0x20 { rest.removeFirst() }
        while let byte = rest.last, byte <= 0x20 { rest.removeLast() }
        let text = rest.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let url = URLBytes(text)
        var scheme = base.rawValue
        var start = 0
        if let place = url.scheme {
            let named = String(decoding: text[place].map(ASCII.lowercased), as: UTF8.self)
            guard URLReadingResult.schemes[named] != nil else {
                return .otherScheme(named, url.host.flatMap { try? HostName(text[$0]) })
            }
            start = place.upperBound + 1
            let slashes = text[start...].prefix(while: isSlash).count
            // The base's own scheme and fewer than two slashes: a reference on the base.
            if named == base.rawValue, slashes < 2 { return .relative }
            scheme = named
            start += slashes
        } else {
            let slashes = text.prefix(while: isSlash).count
            guard slashes >= 2 else { return .relative }
            start = slashes
        }
        let end =
            text[start...].firstIndex { isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            ?? text.count
        return URLReadingResult.authority(text[start..<end], scheme: scheme)
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
}
