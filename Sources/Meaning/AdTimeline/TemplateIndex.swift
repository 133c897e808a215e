import HTTPModel
import SDKContracts

/// Finds the told URLs that a request may have followed, without looking at all of them.
///
/// A URL is kept by host, path and its first parameter that has no macro; a request that followed it has that
/// parameter, unless its client took the URL apart.
struct TemplateIndex: Sendable {
    /// By the hash of the whole URL.
    private var byURL: [Int: [Int]] = [:]
    private var byPair: [String: [Int]] = [:]
    private var byPath: [String: [Int]] = [:]
    /// By host alone where the path has macros.
    private var byHost: [String: [Int]] = [:]

    /// So many of the latest URLs with one path and parameter are tried for a request.
    static let count = 256
    /// So many of the latest URLs of one path are tried for a request that changed its URL.
    static let lateCount = 64

    mutating func add(_ position: Int, _ template: URLTemplate) {
        byURL[template.exactKey.hashValue, default: []].append(position)
        if template.hasMacroInPath {
            byHost[template.host, default: []].append(position)
            return
        }
        let path = Self.key(template.host, template.path[...])
        byPath[path, default: []].append(position)
        byPair[Self.pairKey(path, template), default: []].append(position)
    }

    /// Forgets a URL whose position is below a bound, as are all that came before it.
    mutating func remove(_ template: URLTemplate, below bound: Int) {
        Self.trim(&byURL, template.exactKey.hashValue, bound)
        if template.hasMacroInPath {
            Self.trim(&byHost, template.host, bound)
            return
        }
        let path = Self.key(template.host, template.path[...])
        Self.trim(&byPath, path, bound)
        Self.trim(&byPair, Self.pairKey(path, template), bound)
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
        Self.latest(byURL[URLTemplate.exactKey(host, target).hashValue], start, Self.lateCount)
    }

    /// - Parameter start: positions before it are forgotten.
    func candidates(_ host: String, _ target: TargetParts, from start: Int) -> [Int] {
        let path = Self.key(host, target.pathBytes) + "?"
        var found = Array(Self.latest(byPair[path], start, Self.count))
        found += Self.latest(byHost[host], start, Self.count)
        for pair in target.queryPairs {
            let text = target.bytes[pair.name.lowerBound..<(pair.value ?? pair.name).upperBound]
            found += Self.latest(byPair[path + String(decoding: text, as: UTF8.self)], start, Self.count)
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

    private static func pairKey(_ path: String, _ template: URLTemplate) -> String {
        path + "?" + String(decoding: template.firstLiteralPair, as: UTF8.self)
    }

    private static func key(_ host: String, _ path: ArraySlice<UInt8>) -> String {
        host + (path.isEmpty ? "/" : String(decoding: path, as: UTF8.self))
    }
}
