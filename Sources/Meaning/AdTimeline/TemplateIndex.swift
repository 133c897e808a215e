import HTTPModel
import SDKContracts

/// Finds the told URLs that a request may have followed, without looking at all of them.
///
/// A URL is kept by host, path and its first parameter that has no macro; a request that followed it has that
/// parameter, unless its client took the URL apart.
struct TemplateIndex: Sendable {
    private var byPair: [String: [Int]] = [:]
    private var byPath: [String: [Int]] = [:]
    /// By host alone where the path has macros.
    private var byHost: [String: [Int]] = [:]

    /// So many of the latest URLs of one path are tried for a request that changed its URL.
    static let lateCount = 64

    mutating func add(_ position: Int, _ template: URLTemplate) {
        if template.hasMacroInPath {
            byHost[template.host, default: []].append(position)
            return
        }
        let path = Self.key(template.host, template.path[...])
        byPath[path, default: []].append(position)
        byPair[path + "?" + String(decoding: template.firstLiteralPair, as: UTF8.self), default: []].append(position)
    }

    func candidates(_ host: String, _ target: TargetParts) -> [Int] {
        let path = Self.key(host, target.pathBytes) + "?"
        var found = (byPair[path] ?? []) + (byHost[host] ?? [])
        for pair in target.queryPairs {
            let text = target.bytes[pair.name.lowerBound..<(pair.value ?? pair.name).upperBound]
            if let positions = byPair[path + String(decoding: text, as: UTF8.self)] { found += positions }
        }
        return found
    }

    func lateCandidates(_ host: String, _ target: TargetParts) -> [Int] {
        Array((byPath[Self.key(host, target.pathBytes)] ?? []).suffix(Self.lateCount))
    }

    private static func key(_ host: String, _ path: ArraySlice<UInt8>) -> String {
        host + (path.isEmpty ? "/" : String(decoding: path, as: UTF8.self))
    }
}
