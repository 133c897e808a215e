package import HTTPModel
package import SDKContracts

/// A told URL as a pattern for the request it leads to: macros may have been expanded, parameters added.
///
/// A class, though it never changes: each request is held against several.
package final class URLTemplate: Sendable {
    /// How a request agrees with its template, best first.
    package enum Agreement: Int, Sendable, Comparable {
        /// Byte for byte.
        case exact
        /// As the template, macros replaced.
        case expanded
        /// The template's parameters in their order, others added.
        case extended
        /// The template's parameters, but in another order or coding.
        case altered
        /// Parameters of the template are missing.
        case reduced

        package static func < (a: Agreement, b: Agreement) -> Bool { a.rawValue < b.rawValue }
    }

    package struct Match: Sendable {
        package let agreement: Agreement
        /// The request's pairs that the template does not have, as places in its target.
        package let added: [NameValuePair]
        /// The values that took a macro's place.
        package let expanded: [Expansion]
    }

    package struct Expansion: Sendable, Hashable {
        package let macro: [UInt8]
        /// In the request's target.
        package let range: Range<Int>
    }

    package let host: String
    package let path: [UInt8]
    private let url: URLBytes
    private let pairs: [NameValuePair]
    let hasMacros: Bool

    /// Nil where the URL is not an absolute http or https one.
    package init?(_ url: [UInt8]) {
        let parts = URLBytes(url)
        guard parts.webScheme != nil, let host = parts.normalizedHost, !host.isEmpty else { return nil }
        self.url = parts
        self.host = host
        let path = Array(parts.bytes[parts.path])
        self.path = path.isEmpty ? [UInt8(ascii: "/")] : path
        pairs = parts.queryPairs
        hasMacros = Macro.first(in: parts.bytes, from: 0) != nil
    }

    /// Of host, path and query, by which a request that followed the URL byte for byte is found.
    var exactHash: Int { Self.exactHash(host, path[...], url.query.map { url.bytes[$0] }) }

    static func exactHash(_ host: String, _ target: TargetParts) -> Int {
        let path = target.pathBytes.isEmpty ? [UInt8(ascii: "/")][...] : target.pathBytes
        return exactHash(host, path, target.query.map { target.bytes[$0] })
    }

    private static func exactHash(_ host: String, _ path: ArraySlice<UInt8>, _ query: ArraySlice<UInt8>?) -> Int {
        var hasher = Hasher()
        hasher.combine(host)
        path.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(query != nil)
        query?.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    package var hasMacroInPath: Bool { hasMacros && Macro.first(in: path, from: 0) != nil }

    /// The first pair of the query in which nothing is to be replaced; empty where there is none.
    var firstLiteralPair: ArraySlice<UInt8> {
        for pair in pairs {
            let text = url.bytes[pair.name.lowerBound..<(pair.value ?? pair.name).upperBound]
            if Macro.first(in: Array(text), from: 0) == nil { return text }
        }
        return []
    }

    /// Compares a request's target; the caller has compared hosts.
    package func match(_ target: TargetParts) -> Match? { strictMatch(target) ?? looseMatch(target) }

    /// The template's parameters in their order: exact, expanded or extended.
    ///
    /// - Parameter worst: no match is wanted that adds more parameters than this.
    func strictMatch(_ target: TargetParts, adding worst: Int = .max) -> Match? {
        let added = target.queryPairs.count - pairs.count
        guard added >= 0, added <= worst, let inPath = inPath(target) else { return nil }
        if isSame(target) { return Match(agreement: .exact, added: [], expanded: []) }
        guard let (added, inQuery) = subsequence(pairs, target.queryPairs, target) else { return nil }
        return Match(agreement: added.isEmpty ? .expanded : .extended, added: added, expanded: inPath + inQuery)
    }

    /// The template's parameters in any order and coding, or some of them.
    func looseMatch(_ target: TargetParts) -> Match? {
        inPath(target).map { loosely(pairs, target.queryPairs, target, $0) }
    }

    private func inPath(_ target: TargetParts) -> [Expansion]? {
        if !hasMacros {
            let isSame = target.pathBytes.isEmpty ? path == [UInt8(ascii: "/")] : target.pathBytes.elementsEqual(path)
            return isSame ? [] : nil
        }
        let requestPath = target.pathBytes.isEmpty ? [UInt8(ascii: "/")] : Array(target.pathBytes)
        return Macro.match(template: path, requestPath)?.map { macro, range in
            Expansion(
                macro: macro,
                range: range.lowerBound + target.path.lowerBound..<range.upperBound + target.path.lowerBound)
        }
    }

    private func isSame(_ target: TargetParts) -> Bool {
        let ownQuery = url.query.map { url.bytes[$0] }
        let query = target.query.map { target.bytes[$0] }
        guard target.pathBytes.elementsEqual(path) else { return false }
        switch (ownQuery, query) {
        case (nil, nil): return true
        case (let a?, let b?): return a.elementsEqual(b)
        default: return false
        }
    }

    /// The template's pairs in their order among the request's; the rest is added.
    private func subsequence(
        _ own: [NameValuePair], _ pairs: [NameValuePair], _ target: TargetParts
    ) -> ([NameValuePair], [Expansion])? {
        var added: [NameValuePair] = []
        var expanded: [Expansion] = []
        var next = 0
        for pair in pairs {
            if next < own.count, let values = matchPair(own[next], pair, target) {
                expanded += values
                next += 1
            } else {
                added.append(pair)
            }
        }
        return next == own.count ? (added, expanded) : nil
    }

    private func matchPair(_ own: NameValuePair, _ pair: NameValuePair, _ target: TargetParts) -> [Expansion]? {
        guard url.bytes[own.name].elementsEqual(target.bytes[pair.name]) else { return nil }
        guard let ownValue = own.value, let value = pair.value else {
            return own.value == nil && pair.value == nil ? [] : nil
        }
        if !hasMacros { return url.bytes[ownValue].elementsEqual(target.bytes[value]) ? [] : nil }
        guard let found = Macro.match(template: Array(url.bytes[ownValue]), Array(target.bytes[value])) else {
            return nil
        }
        return found.map {
            Expansion(macro: $0.0, range: $0.1.lowerBound + value.lowerBound..<$0.1.upperBound + value.lowerBound)
        }
    }

    /// Names and values compared after decoding, in any order.
    private func loosely(
        _ own: [NameValuePair], _ pairs: [NameValuePair], _ target: TargetParts, _ expanded: [Expansion]
    ) -> Match {
        var rest = pairs
        var missing = 0
        var expanded = expanded
        for pair in own {
            let name = PercentCoding.decoded(url.bytes[pair.name])
            let value = pair.value.map { PercentCoding.decoded(url.bytes[$0]) }
            let position = rest.firstIndex { candidate in
                guard PercentCoding.decoded(target.bytes[candidate.name]) == name else { return false }
                let given = candidate.value.map { PercentCoding.decoded(target.bytes[$0]) }
                guard let value, let given else { return value == given }
                return Macro.match(template: value, given) != nil
            }
            guard let position else {
                missing += 1
                continue
            }
            expanded += matchPair(pair, rest.remove(at: position), target) ?? []
        }
        return Match(agreement: missing == 0 ? .altered : .reduced, added: rest, expanded: expanded)
    }
}
