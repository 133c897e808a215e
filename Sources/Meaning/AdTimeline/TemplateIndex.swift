import HTTPModel
import SDKContracts

/// Finds the told URLs that a request may have followed, without looking at all of them.
///
/// A URL is kept by host, path and its first parameter that has no macro; a request that followed it has that
/// parameter, unless its client took the URL apart.
struct TemplateIndex: Sendable {
    // By hashes: a URL that is found by chance does not match.
    /// By the whole URL.
    private var byURL: [Int: [Int]] = [:]
    private var byPair: [Int: [Int]] = [:]
    private var byPath: [Int: [Int]] = [:]
    /// By host alone where the path has macros.
    private var byHost: [String: [Int]] = [:]

    /// So many of the latest URLs with one path and parameter are tried for a request.
    static let count = 256
    /// So many of the latest URLs of one path are tried for a request that changed its URL.
    static let lateCount = 64

    mutating func add(_ position: Int, _ template: URLTemplate) {
        byURL[template.exactHash, default: []].append(position)
        if template.hasMacroInPath {
            byHost[template.host, default: []].append(position)
            return
        }
        let path = Self.key(template.host, template.path[...])
        byPath[path, default: []].append(position)
        byPair[Self.key(path, template.firstLiteralPair), default: []].append(position)
    }

    /// Forgets a URL whose position is below a bound, as are all that came before it.
    mutating func remove(_ template: URLTemplate, below bound: Int) {
        Self.trim(&byURL, template.exactHash, bound)
        if template.hasMacroInPath {
            Self.trim(&byHost, template.host, bound)
            return
        }
        let path = Self.key(template.host, template.path[...])
        Self.trim(&byPath, path, bound)
        Self.trim(&byPair, Self.key(path, template.firstLiteralPair), bound)
    }

    /// A long list is moved only when half of it is forgotten.
    private static func trim<Key>(_ lists: inout [Key: [Int]], _ key: Key, _ bound: Int) {
        guard let list = lists[key] else { return }
        if list.last.map({ $0 < bound }) ?? true {
            lists[key] = nil
        } else if list[list.count / 2] < bound {
            lists[key]?.removeFirst(list.count / 2)
        }
    }

    /// The URLs that are this one byte for byte, and perhaps a few others.
    func exactCandidates(_ host: String, _ target: TargetParts, from start: Int) -> ArraySlice<Int> {
        Self.latest(byURL[URLTemplate.exactHash(host, target)], start, Self.lateCount)
    }

    /// - Parameter start: positions before it are forgotten.
    func candidates(_ host: String, _ target: TargetParts, from start: Int) -> [Int] {
        let ofHost = Self.latest(byHost[host], start, Self.count)
        let path = Self.key(host, target.pathBytes)
        guard byPath[path] != nil else { return Array(ofHost) }
        var found = Array(Self.latest(byPair[Self.key(path, [])], start, Self.count) + ofHost)
        for pair in target.queryPairs {
            let text = target.bytes[pair.name.lowerBound..<(pair.value ?? pair.name).upperBound]
            found += Self.latest(byPair[Self.key(path, text)], start, Self.count)
        }
        return found
    }

    func lateCandidates(_ host: String, _ target: TargetParts, from start: Int) -> [Int] {
        Array(Self.latest(byPath[Self.key(host, target.pathBytes)], start, Self.lateCount))
    }

    private static func latest(_ list: [Int]?, _ start: Int, _ count: Int) -> ArraySlice<Int> {
        guard let list else { return [] }
        return list.suffix(count).drop { $0 < start }
    }

    private static func key(_ host: String, _ path: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(host)
        (path.isEmpty ? [UInt8(ascii: "/")][...] : path).withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// - Parameter pair: empty for a URL without one.
    private static func key(_ path: Int, _ pair: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        pair.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
