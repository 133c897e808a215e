/// The parts of a URL reference as places in its bytes (RFC 3986 §3). Nothing is decoded or repaired.
///
/// The reader splits at the delimiters only; it is total: any byte sequence has a reading.
/// What a host *is* for the first-party question is `host` normalised, see ``normalizedHost``.
package struct URLBytes: Sendable {
    package let bytes: [UInt8]
    package let scheme: Range<Int>?
    package let userInfo: Range<Int>?
    /// Without the brackets of an IPv6 literal; nil without an authority.
    package let host: Range<Int>?
    package let port: Range<Int>?
    package let path: Range<Int>
    /// Without `?`; nil when there is no `?`.
    package let query: Range<Int>?
    /// Without `#`; nil when there is no `#`.
    package let fragment: Range<Int>?

    package init(_ url: some Collection<UInt8>) { self.init(Array(url)) }

    // The same for arrays: callers in other rooms do not see through the general one.

    package init(_ url: ArraySlice<UInt8>) { self.init(Array(url)) }

    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { URLBytes(bytes, $0) }
    }

    /// - Parameter view: the same bytes.
    private init(_ bytes: [UInt8], _ view: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        var position = 0
        let end = URLBytes.first(in: view, 0..<view.count) { $0 == UInt8(ascii: "#") }
        fragment = end < view.count ? end + 1..<view.count : nil
        scheme = URLBytes.schemeEnd(view, end).map { 0..<$0 }
        if let scheme { position = scheme.upperBound + 1 }
        if position + 1 < end, view[position] == UInt8(ascii: "/"), view[position + 1] == UInt8(ascii: "/") {
            let start = position + 2
            let authorityEnd = URLBytes.first(in: view, start..<end) {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "\\")
            }
            var hostStart = start
            if let at = URLBytes.last(UInt8(ascii: "@"), in: view, start..<authorityEnd) {
                userInfo = start..<at
                hostStart = at + 1
            } else {
                userInfo = nil
            }
            (host, port) = URLBytes.hostAndPort(view, hostStart..<authorityEnd)
            position = authorityEnd
        } else {
            userInfo = nil
            host = nil
            port = nil
        }
        let mark = URLBytes.first(in: view, position..<end) { $0 == UInt8(ascii: "?") }
        path = position..<mark
        query = mark < end ? mark + 1..<end : nil
    }

    /// The place of the first such byte, or the end of the range.
    @inline(__always)
    private static func first(
        in view: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, where isWanted: (UInt8) -> Bool
    ) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, !isWanted(view[index]) { index += 1 }
        return index
    }

    private static func last(_ byte: UInt8, in view: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        var index = range.upperBound
        while index > range.lowerBound {
            index -= 1
            if view[index] == byte { return index }
        }
        return nil
    }

    private static func schemeEnd(_ view: UnsafeBufferPointer<UInt8>, _ end: Int) -> Int? {
        for index in 0..<end {
            let byte = view[index]
            let isLetter = ASCII.lowercased(byte) &- 0x61 < 26
            if byte == UInt8(ascii: ":") { return index == 0 ? nil : index }
            let isOther = ASCII.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
            if !(isLetter || (index > 0 && isOther)) { return nil }
        }
        return nil
    }

    private static func hostAndPort(
        _ view: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> (Range<Int>, Range<Int>?) {
        // Brackets stand for an address only where a port or nothing follows them: of `[a]b` no part is the host.
        if !range.isEmpty, view[range.lowerBound] == UInt8(ascii: "[") {
            let close = first(in: view, range) { $0 == UInt8(ascii: "]") }
            let isLast = close + 1 == range.upperBound
            if close < range.upperBound, isLast || view[close + 1] == UInt8(ascii: ":") {
                return (range.lowerBound + 1..<close, isLast ? nil : close + 2..<range.upperBound)
            }
        }
        if let colon = last(UInt8(ascii: ":"), in: view, range) {
            return (range.lowerBound..<colon, colon + 1..<range.upperBound)
        }
        return (range, nil)
    }

    /// The host in lower case without a trailing dot, or nil without an authority. Percent-encoded bytes stay as
    /// they are, so that `base%2eevil` never equals `base.evil`.
    package var normalizedHost: String? {
        guard let host else { return nil }
        var name = bytes[host].map(ASCII.lowercased)
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        return String(decoding: name, as: UTF8.self)
    }

    /// The named scheme if it is http or https.
    package var webScheme: URLScheme? {
        guard let scheme else { return nil }
        if ASCII.equalsIgnoringCase(bytes[scheme], "http") { return .http }
        return ASCII.equalsIgnoringCase(bytes[scheme], "https") ? .https : nil
    }

    /// Scheme, host and port, where the URL is an absolute http or https one with a valid port, and no two readers can
    /// differ on where its host ends.
    package var origin: ServerOrigin? {
        guard let scheme = webScheme, let place = self.host, let host = normalizedHost, !host.isEmpty else {
            return nil
        }
        guard isAddress(place) || !bytes[place].contains(UInt8(ascii: ":")), !host.hasSuffix(".") else { return nil }
        guard String(validating: bytes[place], as: UTF8.self) != nil else { return nil }
        guard let port, !port.isEmpty else { return ServerOrigin(scheme: scheme, host: host, port: scheme.defaultPort) }
        guard let number = UInt16(String(decoding: bytes[port], as: UTF8.self)), number > 0 else { return nil }
        return ServerOrigin(scheme: scheme, host: host, port: number)
    }

    /// Whether the host is in the brackets of an IPv6 address, and has nothing that such a one cannot have.
    private func isAddress(_ host: Range<Int>) -> Bool {
        host.lowerBound > 0 && bytes[host.lowerBound - 1] == UInt8(ascii: "[") && bytes[host].contains(0x3A)
            && bytes[host].allSatisfy { ASCII.hexValue($0) != nil || $0 == 0x3A || $0 == 0x2E }
            && bytes[host].last != 0x2E
    }

    /// The `name=value` pairs of the query, in order.
    package var queryPairs: [NameValuePair] {
        query.map { NameValuePair.split(bytes, in: $0) } ?? []
    }
}

/// A `name=value` pair of a query or of an `application/x-www-form-urlencoded` body, as places in its bytes.
///
/// A pair without `=` has a nil value: absent and empty are told apart.
package struct NameValuePair: Hashable, Sendable {
    package let name: Range<Int>
    package let value: Range<Int>?

    package init(name: Range<Int>, value: Range<Int>?) {
        self.name = name
        self.value = value
    }

    /// Splits at `&`, then at the first `=`. Empty pairs (`&&`) are left out.
    package static func split(_ bytes: [UInt8], in range: Range<Int>) -> [NameValuePair] {
        bytes.withUnsafeBufferPointer { split($0, in: range) }
    }

    private static func split(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> [NameValuePair] {
        var pairs: [NameValuePair] = []
        var start = range.lowerBound
        var equals: Int?
        func add(_ end: Int) {
            defer {
                start = end + 1
                equals = nil
            }
            guard end > start else { return }
            if let equals {
                pairs.append(NameValuePair(name: start..<equals, value: equals + 1..<end))
            } else {
                pairs.append(NameValuePair(name: start..<end, value: nil))
            }
        }
        for index in range {
            if bytes[index] == UInt8(ascii: "&") {
                add(index)
            } else if equals == nil, bytes[index] == UInt8(ascii: "=") {
                equals = index
            }
        }
        add(range.upperBound)
        return pairs
    }
}
