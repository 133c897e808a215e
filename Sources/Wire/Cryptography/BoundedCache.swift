/// A dictionary of bounded size that forgets the entry used longest ago.
struct BoundedCache<Key: Hashable, Value> {
    private struct Node {
        let key: Key
        var value: Value
        var older: Int
        var newer: Int
    }

    private static var none: Int { -1 }

    let capacity: Int
    private var places: [Key: Int] = [:]
    private var nodes: [Node] = []
    private var free: [Int] = []
    private var oldest = -1
    private var newest = -1

    /// At least one entry is kept.
    init(capacity: Int) { self.capacity = max(capacity, 1) }

    var count: Int { places.count }

    /// The value, which becomes the one used last.
    mutating func value(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        unlink(place)
        linkNewest(place)
        return nodes[place].value
    }

    /// Keeps a value and gives back the one it pushed out or replaced.
    @discardableResult
    mutating func keep(_ value: Value, for key: Key) -> Value? {
        if let place = places[key] {
            let old = nodes[place].value
            nodes[place].value = value
            unlink(place)
            linkNewest(place)
            return old
        }
        let pushedOut = places.count == capacity ? remove(nodes[oldest].key) : nil
        let node = Node(key: key, value: value, older: Self.none, newer: Self.none)
        let place: Int
        if let reused = free.popLast() {
            place = reused
            nodes[place] = node
        } else {
            place = nodes.count
            nodes.append(node)
        }
        places[key] = place
        linkNewest(place)
        return pushedOut
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        free.append(place)
        return nodes[place].value
    }

    mutating func removeOldest() -> Value? {
        oldest == Self.none ? nil : remove(nodes[oldest].key)
    }

    private mutating func unlink(_ place: Int) {
        let (older, newer) = (nodes[place].older, nodes[place].newer)
        if older == Self.none { oldest = newer } else { nodes[older].newer = newer }
        if newer == Self.none { newest = older } else { nodes[newer].older = older }
    }

    private mutating func linkNewest(_ place: Int) {
        nodes[place].older = newest
        nodes[place].newer = Self.none
        if newest == Self.none { oldest = place } else { nodes[newest].newer = place }
        newest = place
    }
}
