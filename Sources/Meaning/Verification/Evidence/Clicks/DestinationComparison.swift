import AdTimeline
import HTTPModel

/// A destination held against the campaign's URL, the click ID left out.
struct DestinationComparison {
    /// What differs, in a few words each; empty where nothing does.
    let differences: [String]
    let isFragmentCut: Bool
    /// For the choice among several campaigns: less is nearer.
    let distance: Int

    var isSame: Bool { differences.isEmpty }

    init(_ destination: [UInt8], campaign: [UInt8], name: String) {
        let forms = Self.without(name, destination)
        if forms.contains(where: { Self.isSame($0, campaign) }) {
            differences = []
            isFragmentCut = false
            distance = 0
            return
        }
        let (old, new) = (URLBytes(campaign), URLBytes(forms[0]))
        var found: [String] = []
        var distance = 0
        if old.normalizedHost != new.normalizedHost || old.webScheme != new.webScheme {
            found.append("another host or scheme")
            distance += 1000
        }
        if !Self.isSame(Array(new.bytes[new.path]), Array(old.bytes[old.path])) {
            found.append("another path")
            distance += 100
        }
        found += Self.parameters(old, new)
        let fragments = [old, new].map { url in url.fragment.map { Array(url.bytes[$0]) } }
        isFragmentCut = fragments[0] != nil && fragments[1] == nil
        if isFragmentCut {
            found.append("the fragment is gone")
        } else if fragments[0] != fragments[1] {
            found.append("another fragment")
        }
        if found.isEmpty { found.append("its bytes differ") }
        differences = found
        self.distance = distance + found.count
    }

    /// The URL without the click ID's pair, with and without the delimiter that then stands alone.
    private static func without(_ name: String, _ destination: [UInt8]) -> [[UInt8]] {
        let url = URLBytes(destination)
        guard let query = url.query,
            let pair = url.queryPairs.first(where: {
                PercentCoding.decoded(url.bytes[$0.name]).elementsEqual(name.utf8)
            })
        else { return [destination] }
        let (start, end) = (pair.name.lowerBound, (pair.value ?? pair.name).upperBound)
        let isFirst = start == query.lowerBound
        let isLast = end == query.upperBound
        if !isLast { return [Array(url.bytes[..<start] + url.bytes[(end + 1)...])] }
        // The last one: its & or ? goes with it, unless the campaign's URL ends in one.
        let bare = url.bytes[..<(start - 1)] + url.bytes[end...]
        let kept = url.bytes[..<start] + url.bytes[end...]
        return isFirst || url.bytes[start - 1] == UInt8(ascii: "&") ? [Array(bare), Array(kept)] : [Array(kept)]
    }

    /// Byte for byte, but for macros of the campaign's and an empty path written as a slash.
    private static func isSame(_ url: [UInt8], _ campaign: [UInt8]) -> Bool {
        if url == campaign || Macro.match(template: campaign, url) != nil { return true }
        let parts = URLBytes(campaign)
        guard parts.host != nil, parts.path.isEmpty else { return false }
        return url == campaign[..<parts.path.lowerBound] + [UInt8(ascii: "/")] + campaign[parts.path.upperBound...]
    }

    private static func parameters(_ old: URLBytes, _ new: URLBytes) -> [String] {
        func pairs(_ url: URLBytes) -> [(name: [UInt8], value: [UInt8], raw: [UInt8])] {
            url.queryPairs.map { pair in
                (
                    PercentCoding.decoded(url.bytes[pair.name]),
                    pair.value.map { PercentCoding.decoded(url.bytes[$0]) } ?? [],
                    Array(url.bytes[pair.name.lowerBound..<(pair.value ?? pair.name).upperBound])
                )
            }
        }
        let (before, after) = (pairs(old), pairs(new))
        func names(_ list: [(name: [UInt8], value: [UInt8], raw: [UInt8])]) -> String {
            list.prefix(8).map { String(display: $0.name.prefix(64)) }.joined(separator: ", ")
        }
        var found: [String] = []
        let dropped = before.filter { pair in !after.contains { $0.name == pair.name } }
        if !dropped.isEmpty { found.append("dropped \(names(dropped))") }
        let added = after.filter { pair in !before.contains { $0.name == pair.name } }
        if !added.isEmpty { found.append("added \(names(added))") }
        let altered = before.filter { pair in
            let same = after.filter { $0.name == pair.name }
            return !same.isEmpty && !same.contains { Macro.match(template: pair.value, $0.value) != nil }
        }
        if !altered.isEmpty { found.append("another value of \(names(altered))") }
        let recoded = before.filter { pair in
            let same = after.filter { $0.name == pair.name && $0.value == pair.value }
            return !same.isEmpty && !same.contains { $0.raw == pair.raw }
        }
        if !recoded.isEmpty { found.append("another coding of \(names(recoded))") }
        if found.isEmpty || dropped.isEmpty && added.isEmpty {
            let order = before.map(\.name)
            if order != after.map(\.name), order.count == after.count {
                found.append("another order of the parameters")
            }
        }
        return found
    }
}
